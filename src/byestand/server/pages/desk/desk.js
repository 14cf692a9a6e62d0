// The desk: Enter does what comes next, unless somebody is busy with something else, or has not read yet what that is;
// what was scrolled stays so.
"use strict";

(() => {
  const BUSY = "a, button, input, select, textarea, summary";
  const READING = 2000; // milliseconds
  const next = () => document.querySelector("[data-key=Enter]");

  document.addEventListener("keydown", (event) => {
    const plain = event.key === "Enter" && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!plain || event.defaultPrevented || event.target.closest(BUSY)) return;
    if (!next()) return;
    event.preventDefault();
    next().click();
  });
  // Who holds the key down means one round, not all of them.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat && event.target.closest("[data-key]")) event.preventDefault();
  });

  // Two directors call the same round, one a moment later: by then his button says the next one, and he does not mean it.
  // Not so on a page that he has come to himself.
  let said = "";
  let changed = -READING;
  document.addEventListener("htmx:beforeSwap", () => { said = next()?.textContent; });
  document.addEventListener("htmx:afterSwap", () => { if (next()?.textContent !== said) changed = performance.now(); });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-key]") && performance.now() - changed < READING) event.preventDefault();
  });

  // Tables and rounds: first to where the round under way is, then wherever somebody has scrolled.
  const regions = () => document.querySelectorAll("#desk .scroll[id]");
  for (const region of regions()) {
    const column = region.querySelector(".col-now");
    if (column && column.offsetLeft + column.offsetWidth > region.clientWidth) region.scrollLeft = column.offsetLeft - region.clientWidth / 2;
  }
  const scrolled = new Map();
  document.addEventListener("htmx:beforeSwap", () => { for (const region of regions()) scrolled.set(region.id, region.scrollLeft); });
  document.addEventListener("htmx:afterSwap", () => { for (const region of regions()) region.scrollLeft = scrolled.get(region.id) ?? 0; });
})();
