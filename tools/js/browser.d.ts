// What scripts of the app use beside the browser's own: htmx and its events.

interface HtmxRequest {
  elt: Element;
  triggeringEvent?: Event & { submitter?: HTMLButtonElement | null };
}

interface HtmxDetail {
  elt: Element;
  path: string;
  timeout: number;
  successful: boolean;
  shouldSwap: boolean;
  xhr: XMLHttpRequest;
  requestConfig: HtmxRequest;
}

type HtmxEvent = CustomEvent<HtmxDetail>;

interface HtmxEventMap {
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:configRequest": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:timeout": HtmxEvent;
}

interface DocumentEventMap extends HtmxEventMap {}
interface HTMLElementEventMap extends HtmxEventMap {}

interface Window {
  htmx?: { trigger(element: string | Element, name: string): void };
}
