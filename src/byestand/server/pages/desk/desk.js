// The director's page: the Enter key presses the next button, unless the focus is on another control or the button has
// just changed. Scroll positions are kept.
import { all, one, source } from "./dom.js";

const BUSY = "a, button, input, select, textarea, summary";
const READING = 2000; // milliseconds
const next = () => one("[data-key=Enter]");

document.addEventListener("keydown", (event) => {
  const changed = event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (event.key !== "Enter" || changed || event.defaultPrevented || source(event).closest(BUSY)) return;
  if (!next()) return;
  event.preventDefault();
  next()?.click();
});
// A key that is held down calls one round only.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat && source(event).closest("[data-key]")) event.preventDefault();
});

// Two directors may call the same round, one a moment later. By then the button names the next round, so presses are
// ignored for a short time after it has changed.
/** @type {string | null | undefined} */
let wordsBefore = "";
let changedAt = -READING;
document.addEventListener("htmx:beforeSwap", () => { wordsBefore = next()?.textContent; });
document.addEventListener("htmx:afterSwap", () => {
  if (next()?.textContent !== wordsBefore) changedAt = performance.now();
});
document.addEventListener("click", (event) => {
  if (source(event).closest("[data-key]") && performance.now() - changedAt < READING) event.preventDefault();
});

// Tables and rounds: scroll to the current round first, then keep the position.
const regions = () => all("#desk .scroll[id]");
for (const region of regions()) {
  const column = one(".col-now", region);
  if (column && column.offsetLeft + column.offsetWidth > region.clientWidth) {
    region.scrollLeft = column.offsetLeft - region.clientWidth / 2;
  }
}
/** @type {Map<string, number>} */
const scrolled = new Map();
document.addEventListener("htmx:beforeSwap", () => {
  for (const region of regions()) scrolled.set(region.id, region.scrollLeft);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const region of regions()) region.scrollLeft = scrolled.get(region.id) ?? 0;
});
