// What pages can do besides: keep the theme, ask while one types, take dropped files, stop what takes long. Without it
// all still works.
import { all, formFields, need, one, source } from "./dom.js";

document.documentElement.classList.add("js");

// The theme: from auto to dark to light, kept in a cookie so that the next page comes in it.
function themes() {
  if (!one("[data-theme-button]")) return;
  const button = need("[data-theme-button]", HTMLButtonElement);
  const order = ["auto", "dark", "light"];
  const media = ["(prefers-color-scheme: dark)", "all", "not all"];
  const root = document.documentElement;
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const number = (order.indexOf(root.dataset.theme ?? "") + 1) % order.length;
    const [theme, next] = [order[number], order[(number + 1) % order.length]];
    root.dataset.theme = theme;
    need("[data-dark]", HTMLLinkElement).media = media[number];
    document.cookie = `theme=${theme}; max-age=31536000; path=${root.dataset.home}; samesite=strict`;
    button.value = next;
    button.setAttribute("aria-label", `Theme: ${theme}; change to ${next}`);
    need("span", HTMLElement, button).textContent = theme;
  });
}

// On wide screens the rest of a form lies open.
function unfolded() {
  const wide = matchMedia("(min-width: 64.01rem)");
  const lay = () => all("details[data-wide]").forEach((details) => details.toggleAttribute("open", wide.matches));
  wide.addEventListener("change", lay);
  lay();
}

// A file dropped on the form is a file chosen.
function drops() {
  for (const form of document.forms) {
    if (!("drop" in form.dataset)) continue;
    const input = need("input[type=file]", HTMLInputElement, form);
    for (const name of ["dragenter", "dragover"]) {
      form.addEventListener(name, (event) => { event.preventDefault(); form.classList.add("over"); });
    }
    for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("over"));
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer?.files.length) { input.files = event.dataTransfer.files; form.requestSubmit(); }
    });
    input.addEventListener("change", () => { if (input.files?.length) form.requestSubmit(); });
  }
}

// What takes its time says so, and can be stopped: the server ends what nobody waits for. A file is fetched here and
// then saved; a page is left to the browser. Without script the browser's own stop does the same.
function takingTime() {
  /** @type {(() => void) | null} */
  let stop = null;

  /** @param {string} words @param {() => void} stopped */
  function working(words, stopped) {
    stop?.();
    const box = document.createElement("div");
    box.className = "banner working";
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    said.textContent = `${words} …`;
    const seconds = document.createElement("span");
    said.append(" ", seconds);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet small";
    button.textContent = "Stop";
    box.append(said, button);
    document.body.append(box);
    const began = Date.now();
    const timer = setInterval(() => { seconds.textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 1000);
    const done = () => { clearInterval(timer); box.remove(); stop = null; };
    button.addEventListener("click", () => { stopped(); done(); });
    stop = () => { stopped(); done(); };
    return done;
  }

  /** @param {string} words @param {string} address @param {RequestInit} options */
  async function save(words, address, options) {
    const left = new AbortController();
    const done = working(words, () => left.abort());
    try {
      const answer = await fetch(address, { ...options, signal: left.signal });
      const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
      if (!name) { // a refusal is a page
        if (options.method === "post") location.reload();
        else location.assign(address);
        return;
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (fault) {
      if (!left.signal.aborted) throw fault;
    } finally { done(); }
  }

  document.addEventListener("click", (event) => {
    const link = source(event).closest("a");
    const words = link?.dataset.takesTime;
    if (!link || !words || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    save(words, link.href, {});
  });
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const words = event.submitter?.dataset.takesTime ?? form.dataset.takesTime;
    const to = new URL(event.submitter?.getAttribute("formaction") ?? form.action, location.href);
    if (!words || event.defaultPrevented) return;
    if (!/\.(pdf|zip|csv)$/.test(to.pathname)) return void working(words, () => window.stop());
    event.preventDefault();
    const fields = formFields(form);
    if (form.method === "post") return void save(words, to.href, { method: "post", body: fields });
    to.search = String(fields);
    save(words, to.href, {});
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) stop?.(); });
}

// What is to be kept elsewhere is copied with one click; without script it stands in a field to be marked and copied.
function copies() {
  for (const button of all("[data-copy]")) {
    const field = need(`#${button.dataset.copy}`, HTMLInputElement);
    button.addEventListener("click", async () => {
      field.select();
      const copied = navigator.clipboard?.writeText(field.value).then(() => true, () => false);
      button.textContent = (await copied) ? "Copied" : "Marked: copy it with your keyboard";
    });
    field.addEventListener("focus", () => field.select());
  }
}

function confirmations() {
  document.addEventListener("submit", (event) => {
    const question = source(event).dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });
}

// While something else is being asked for, the old answer must not be taken for the new one: nobody can click it, or
// get to it with the keyboard. It is the old one as long as something was typed after the question it answers.
function asking() {
  if (!one("[data-asks], [data-saves]") || !window.htmx) return;
  const form = need("[data-asks], [data-saves]", HTMLFormElement);
  const saves = "saves" in form.dataset;
  let typed = 0;
  let asked = 0;
  let answered = 0;
  let unanswered = false; // what stands there answers an earlier question

  /** @param {string} text */
  const showSaved = (text) => { need("#saved", HTMLElement).textContent = text; };

  /** @param {string} sentence */
  function refuse(sentence) {
    if (saves) return showSaved(`Not saved: ${sentence}`);
    const words = document.createElement("p");
    words.textContent = sentence;
    const box = document.createElement("div");
    box.className = "refusal";
    box.setAttribute("role", "alert");
    box.append(words);
    return need("#answer", HTMLElement).replaceChildren(box);
  }

  function mark() {
    const late = asked < typed;
    if (saves) {
      if (late && !disputed()) showSaved("Not saved yet …");
      return;
    }
    const answer = need("#answer", HTMLElement);
    answer.inert = late || unanswered;
    answer.setAttribute("aria-busy", String(late || unanswered));
  }

  form.addEventListener("input", () => { typed += 1; mark(); });
  form.addEventListener("change", () => { if (unanswered) form.requestSubmit(); });
  // Once somebody else has changed the night, nothing is saved by itself until it is said which of the two shall stay.
  const disputed = () => saves && one("[name=over]", form);
  form.addEventListener("htmx:beforeRequest", (event) => {
    const pressed = event.detail.requestConfig.triggeringEvent?.submitter?.name;
    if (disputed() && pressed !== "over") return void event.preventDefault();
    asked = typed;
    unanswered = false;
  });
  // This event comes from what is to be swapped, not from the form.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig.elt !== form) return;
    // While somebody types, half a number is no mistake: the no is told softly, and in full when the field is left.
    const typing = event.detail.requestConfig.triggeringEvent?.type === "input";
    if (!saves && typing && event.detail.xhr.status >= 400 && event.detail.xhr.status < 500) {
      event.detail.shouldSwap = false;
      const hint = one("[id$=-note]", form);
      const no = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html").querySelector("#status");
      if (hint && no) hint.textContent = no.textContent;
      unanswered = true;
      return;
    }
    // A page that says no for other reasons has no place to put what this one shows.
    const known = event.detail.xhr.responseText.includes(saves ? 'id="saved"' : 'id="answer"');
    if (!known) { event.detail.shouldSwap = false; refuse(`the app answers ${event.detail.xhr.status}; try again.`); }
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    form.addEventListener(name, () => refuse("the app does not answer; is it still running? Its terminal tells more."));
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) answered = asked;
    mark();
  });
  document.addEventListener("submit", (event) => {
    if (event.target === form && !event.defaultPrevented) answered = typed;
  });
  form.addEventListener("entry:saved", () => { asked = answered = typed; });
  window.addEventListener("beforeunload", (event) => { if (saves && answered < typed) event.preventDefault(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted && asked < typed) location.reload(); });
  // What was typed before this script was there counts as typed when htmx listens, too.
  document.addEventListener("DOMContentLoaded", () => {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input, textarea"));
    const early = [...fields].find((field) => field.value !== field.defaultValue);
    early?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// Pictures of sheets take seconds to draw. Two at a time leave the browser connections for what is opened next, and
// leaving the page stops them. A file that is saved leaves no page, so they go on after a while.
function previews() {
  const [AT_ONCE, AGAIN] = [2, 2000];
  /** @type {Element[]} */
  const waiting = [];
  /** @type {Set<Element>} */
  const drawing = new Set();
  function draw() {
    for (const picture of waiting.splice(0, AT_ONCE - drawing.size)) {
      drawing.add(picture);
      picture.setAttribute("src", picture.getAttribute("data-preview") ?? "");
    }
  }
  const seen = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      seen.unobserve(target);
      waiting.push(target);
    }
    draw();
  }, { rootMargin: "200px" });
  for (const picture of all("[data-preview]")) {
    for (const name of ["load", "error"]) {
      picture.addEventListener(name, () => { if (drawing.delete(picture)) draw(); });
    }
    window.addEventListener("load", () => seen.observe(picture)); // the page itself comes first
  }
  window.addEventListener("beforeunload", () => {
    const stopped = [...drawing];
    drawing.clear();
    for (const picture of stopped) picture.removeAttribute("src");
    setTimeout(() => { waiting.unshift(...stopped); draw(); }, AGAIN);
  });
}

themes();
unfolded();
previews();
asking();
drops();
takingTime();
copies();
confirmations();
