// Typing results: Enter goes on to the next line, at the end to the next sheet. That comes without leaving the page, so that
// keys pressed meanwhile are not lost. A refused line is selected, to be typed again.
"use strict";

(() => {
  const form = document.querySelector("[data-entry]");
  if (!form || !window.htmx) return;
  const fields = () => [...form.querySelectorAll("tbody input")];
  const say = (sentence) => { form.querySelector("#saved").textContent = sentence; };
  let keys = null; // what was typed while a sheet is on its way; null where none is
  let sending = false;

  function select(field) {
    field?.focus();
    field?.select();
  }

  // Returns whether there is another line on this sheet.
  function toNextLine() {
    const lines = fields();
    const next = lines[lines.indexOf(document.activeElement) + 1];
    if (!next || next.id === "other-new") return false;
    select(next);
    return true;
  }

  // A line typed before is still being saved: the sheet waits for it, or it would find its own lines changed.
  const linesSaved = () => new Promise((resolve) => {
    const look = () => {
      if (!form.classList.contains("htmx-request")) return void resolve();
      form.addEventListener("htmx:afterRequest", () => setTimeout(look), { once: true });
    };
    look();
  });

  function show(page, sheet, address) {
    for (const place of ["main > .head", "#which", "#whole", "nav.way"]) {
      const [here, there] = [document, page].map((one) => one.querySelector(place));
      if (here && there) here.replaceWith(there);
    }
    const isOther = form.getAttribute("action") !== sheet.getAttribute("action");
    for (const name of ["action", "hx-select-oob"]) form.setAttribute(name, sheet.getAttribute(name));
    form.replaceChildren(...sheet.childNodes);
    document.title = page.title;
    if (isOther) history.pushState(null, "", address);
    form.dispatchEvent(new CustomEvent("entry:saved"));
  }

  function stop(sentence) {
    const typed = (keys ?? "").replaceAll("\n", " ").trim();
    [keys, sending] = [null, false];
    say(typed ? `${sentence} Not taken: ${typed}` : sentence);
  }

  async function saveSheet(typed = "") {
    keys = typed;
    await linesSaved();
    sending = true;
    let answer = null;
    let page = null;
    try {
      answer = await fetch(form.getAttribute("action"), { method: "post", body: new URLSearchParams(new FormData(form)) });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return stop("Not saved: the app does not answer. Is it still running?");
    }
    const sheet = page.querySelector("[data-entry]");
    if (!sheet && answer.ok) return void location.assign(answer.url); // the ranking, after the last sheet
    if (!sheet) return stop(`Not saved: the app answers ${answer.status}; try again.`);
    show(page, sheet, answer.url);
    const first = form.querySelector("[autofocus]");
    select(first);
    // Whole lines typed after a refused one were meant for another sheet.
    const isLost = keys && (!first || (!answer.ok && keys.includes("\n")));
    if (isLost) return stop(form.querySelector("#saved").textContent.trim());
    const pressed = keys;
    [keys, sending] = [null, false];
    type(pressed);
  }

  // Types as a hand does, so that lines are saved as they are left.
  function type(text) {
    const [line, ...rest] = text.split("\n");
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
    if (event.key !== "Enter" || !fields().includes(event.target) || event.isComposing) return;
    event.preventDefault();
    if (!toNextLine()) saveSheet();
  });
  form.addEventListener("submit", (event) => {
    if (!form.classList.contains("htmx-request")) return;
    event.preventDefault();
    linesSaved().then(() => form.requestSubmit(event.submitter));
  }, true);
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt === form) event.detail.path = form.getAttribute("action"); // which is that of the sheet shown now
  });
  form.addEventListener("htmx:beforeRequest", (event) => { if (sending) event.preventDefault(); });
  // The hand comes back to a refused line, unless it has begun to type the next one.
  document.addEventListener("htmx:afterSettle", (event) => {
    for (const field of fields()) {
      if (form.querySelector(`#${field.id}-said`).classList.contains("refused")) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    const left = event.detail.requestConfig?.triggeringEvent?.target;
    const now = document.activeElement;
    const isUntouched = fields().includes(now) && now.value === now.defaultValue;
    if (keys === null && left?.hasAttribute("aria-invalid") && isUntouched) select(left);
  });
  window.addEventListener("popstate", () => location.reload());
  select(form.querySelector("[autofocus]")); // also where a whole page says that a line is refused
})();
