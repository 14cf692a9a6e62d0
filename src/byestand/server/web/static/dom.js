// Elements of a page, with their types.

/**
 * Parts of a drawing have what we use of an HTML element: data, classes and a style.
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
 * The element that a page must have.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function need(selector, type, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new TypeError(`the page has no ${selector}`);
  return found;
}

/**
 * The element that an event came from.
 * @param {Event} event
 */
export const source = (event) => asHtml(event.target);

/**
 * The fields of a form as they are sent; forms with files are sent by the browser itself.
 * @param {HTMLFormElement} form
 */
export const formFields = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form)));
