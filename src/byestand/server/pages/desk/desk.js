// The desk: Enter does what comes next, unless somebody is busy with something else, or has not read yet what that is;
// what was scrolled stays so.
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
// A key that is held down means one round, not all of them.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat && source(event).closest("[data-key]")) event.preventDefault();
});

// Two directors call the same round, one a moment later: by then the button says the next one, which is not meant. A
// page that the director has opened is not held up.
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

// Tables and rounds: first to where the round under way is, then wherever somebody has scrolled.
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
