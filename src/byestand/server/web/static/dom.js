// Elements of a page, with their types.

/**
 * Return an element of a drawing as an HTML element: it has the same data, classes and style.
 * @param {unknown} element
 */
const asHtml = (element) => /** @type {HTMLElement} */ (element);

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export const one = (selector, within = document) => within.querySelector(selector);

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)].map(asHtml);

/**
 * Return an element that the page must have.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function need(selector, type, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
  return element;
}

/**
 * Return the element that an event came from.
 * @param {Event} event
 */
export const source = (event) => asHtml(event.target);

/**
 * Return the fields of a form as they are sent. The browser itself sends forms with files.
 * @param {HTMLFormElement} form
 */
export const formFields = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form)));

/**
 * Return the phrases that a page has for its scripts.
 * @param {string} [id]
 */
export const strings = (id = "strings") => JSON.parse(need(`#${id}`, HTMLScriptElement).textContent ?? "");

/**
 * Return a phrase with its gaps filled, such as {round}.
 * @param {string} phrase
 * @param {Record<string, string | number>} gaps
 */
export const fill = (phrase, gaps) => phrase.replace(/\{(\w+)\}/g, (_, name) => String(gaps[name]));
