// Entry of results: Enter moves to the next line, and from the last line to the next sheet. The next sheet is loaded
// without leaving the page, so that keys pressed meanwhile are not lost. A refused line is selected again.
import { formFields, need, one } from "./dom.js";

/** @param {HTMLFormElement} form */
function typeResults(form) {
  /** @returns {HTMLInputElement[]} */
  const fields = () => [...form.querySelectorAll("tbody input")].filter((field) => field instanceof HTMLInputElement);
  const saved = () => need("#saved", HTMLElement, form);
  const firstField = () => fields().find((field) => field.hasAttribute("autofocus"));
  /** @type {string | null} */
  let keys = null; // keys typed while a sheet is loading; null if none is
  let sending = false;

  /** @param {HTMLInputElement | null | undefined} field */
  function select(field) {
    field?.focus();
    field?.select();
  }

  // Returns whether there is another line on this sheet.
  function toNextLine() {
    const lines = fields();
    const next = lines[lines.findIndex((line) => line === document.activeElement) + 1];
    if (!next || next.id === "other-new") return false;
    select(next);
    return true;
  }

  // Wait until the line before is saved, or the sheet would find its own lines changed.
  /** @type {() => Promise<void>} */
  const linesSaved = () => new Promise((resolve) => {
    const look = () => {
      if (!form.classList.contains("htmx-request")) return void resolve();
      form.addEventListener("htmx:afterRequest", () => setTimeout(look), { once: true });
    };
    look();
  });

  /** @param {Document} page @param {Element} sheet @param {string} address */
  function show(page, sheet, address) {
    for (const place of ["main > .head", "#which", "#whole", "nav.way"]) {
      const [here, there] = [one(place), one(place, page)];
      if (here && there) here.replaceWith(there);
    }
    const isOther = form.getAttribute("action") !== sheet.getAttribute("action");
    for (const name of ["action", "hx-select-oob"]) form.setAttribute(name, sheet.getAttribute(name) ?? "");
    form.replaceChildren(...sheet.childNodes);
    document.title = page.title;
    if (isOther) history.pushState(null, "", address);
    form.dispatchEvent(new CustomEvent("entry:saved"));
  }

  /**
   * A text of the form in its language.
   * @param {string} name
   */
  const text = (name) => form.getAttribute(`data-text-${name}`) ?? "";

  /** @param {string} sentence */
  function stop(sentence) {
    const typed = (keys ?? "").replaceAll("\n", " ").trim();
    [keys, sending] = [null, false];
    saved().textContent = typed ? `${sentence} · ${text("not-accepted").replace("{text}", () => typed)}` : sentence;
  }

  async function send() {
    const answer = await fetch(form.getAttribute("action") ?? "", { method: "post", body: formFields(form) });
    return { answer, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
  }

  async function saveSheet(typed = "") {
    keys = typed;
    await linesSaved();
    sending = true;
    const sent = await send().catch(() => null);
    if (!sent) return void stop(text("no-answer"));
    const { answer, page } = sent;
    const sheet = page.querySelector("[data-entry]");
    if (!sheet && answer.ok) return void location.assign(answer.url); // the ranking, after the last sheet
    if (!sheet) return void stop(text("error").replace("{status}", String(answer.status)));
    show(page, sheet, answer.url);
    const first = firstField();
    select(first);
    // Whole lines typed after a refused one were meant for another sheet.
    const isLost = keys && (!first || (!answer.ok && keys.includes("\n")));
    if (isLost) return void stop((saved().textContent ?? "").trim());
    const pressed = keys;
    [keys, sending] = [null, false];
    type(pressed);
  }

  /**
   * Types like a user, so that each line is saved when it is left.
   * @param {string} pressed
   */
  function type(pressed) {
    const [line, ...rest] = pressed.split("\n");
    if (line) document.execCommand("insertText", false, line);
    if (!rest.length) return;
    if (toNextLine()) type(rest.join("\n"));
    else saveSheet(rest.join("\n"));
  }

  document.addEventListener("keydown", (event) => {
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    if (keys === null || isCommand || event.isComposing) return;
    if (event.key === "Enter") keys += "\n";
    else if (event.key === "Backspace") keys = keys.slice(0, -1);
    else if (event.key.length === 1) keys += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !fields().some((field) => field === event.target) || event.isComposing) return;
    event.preventDefault();
    if (!toNextLine()) saveSheet();
  });
  form.addEventListener("submit", (event) => {
    if (!form.classList.contains("htmx-request")) return;
    event.preventDefault();
    linesSaved().then(() => form.requestSubmit(event.submitter));
  }, true);
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt === form) event.detail.path = form.getAttribute("action") ?? ""; // of the sheet shown now
  });
  form.addEventListener("htmx:beforeRequest", (event) => { if (sending) event.preventDefault(); });
  // Select a refused line again, unless the next one was changed.
  document.addEventListener("htmx:afterSettle", (event) => {
    for (const field of fields()) {
      const isRefused = one(`#${field.id}-said`, form)?.classList.contains("refused");
      if (isRefused) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    const trigger = event.detail.requestConfig?.triggeringEvent?.target;
    const left = fields().find((field) => field === trigger);
    const now = fields().find((field) => field === document.activeElement);
    const isUntouched = now && now.value === now.defaultValue;
    if (keys === null && left?.hasAttribute("aria-invalid") && isUntouched) select(left);
  });
  window.addEventListener("popstate", () => location.reload());
  select(firstField()); // also after a page with a refused line
}

const entry = one("[data-entry]");
if (entry instanceof HTMLFormElement && window.htmx) typeResults(entry);
