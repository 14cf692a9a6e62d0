// Conveniences of the pages: theme, answers while typing, dropped files, a stop button for slow requests. Pages work
// without this script too.
import { all, fill, formFields, need, one, source, strings } from "./dom.js";

document.documentElement.classList.add("js");
const texts = strings();

// The theme changes from auto to dark to light. A cookie keeps it for the next page.
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
    button.setAttribute("aria-label", `${texts.themes[theme]}; ${texts.changes[theme]}`);
    button.textContent = texts.themes[theme];
  });
}

// On wide screens the optional part of a form is open.
function unfolded() {
  const wide = matchMedia("(min-width: 64.01rem)");
  const lay = () => all("details[data-wide]").forEach((details) => details.toggleAttribute("open", wide.matches));
  wide.addEventListener("change", lay);
  lay();
}

// A file that is dropped on a form is chosen and sent.
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

// A slow request shows a banner with a stop button: the server ends a request that is no longer wanted. A file is
// fetched here and then saved, a page is loaded by the browser. Without script the browser's stop button does the same.
function takingTime() {
  /** @type {(() => void) | null} */
  let stop = null;

  /** @param {string} title @param {() => void} stopped */
  function working(title, stopped) {
    stop?.();
    const box = document.createElement("div");
    box.className = "banner working";
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    status.textContent = `${title} …`;
    const seconds = document.createElement("span");
    status.append(" ", seconds);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet small";
    button.textContent = texts.stop;
    box.append(status, button);
    document.body.append(box);
    const began = Date.now();
    const timer = setInterval(() => { seconds.textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 1000);
    const done = () => { clearInterval(timer); box.remove(); stop = null; };
    button.addEventListener("click", () => { stopped(); done(); });
    stop = () => { stopped(); done(); };
    return done;
  }

  /** @param {string} title @param {string} address @param {RequestInit} options */
  async function save(title, address, options) {
    const left = new AbortController();
    const done = working(title, () => left.abort());
    try {
      const answer = await fetch(address, { ...options, signal: left.signal });
      const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
      if (!name) { // an error is a page
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
    const title = link?.dataset.takesTime;
    if (!link || !title || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    save(title, link.href, {});
  });
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const title = event.submitter?.dataset.takesTime ?? form.dataset.takesTime;
    const to = new URL(event.submitter?.getAttribute("formaction") ?? form.action, location.href);
    if (!title || event.defaultPrevented) return;
    if (!/\.(pdf|zip|csv)$/.test(to.pathname)) return void working(title, () => window.stop());
    event.preventDefault();
    const fields = formFields(form);
    if (form.method === "post") return void save(title, to.href, { method: "post", body: fields });
    to.search = String(fields);
    save(title, to.href, {});
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) stop?.(); });
}

// A button copies the text of a field. Without script the text can be selected and copied by hand.
function copies() {
  for (const button of all("[data-copy]")) {
    const field = need(`#${button.dataset.copy}`, HTMLInputElement);
    button.addEventListener("click", async () => {
      field.select();
      const copied = navigator.clipboard?.writeText(field.value).then(() => true, () => false);
      button.textContent = (await copied) ? texts.copied : texts.selected;
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

// While a new answer is being fetched, the old one cannot be clicked or reached with the keyboard. An answer is old if
// something was typed after its request.
function asking() {
  if (!one("[data-asks], [data-saves]") || !window.htmx) return;
  const form = need("[data-asks], [data-saves]", HTMLFormElement);
  const saves = "saves" in form.dataset;
  let typed = 0;
  let asked = 0;
  let answered = 0;
  let unanswered = false; // the answer shown is for an earlier request

  /** @param {string} text */
  const showSaved = (text) => { need("#saved", HTMLElement).textContent = text; };

  /** @param {"error" | "no_answer"} reason @param {Record<string, number>} [gaps] */
  function refuse(reason, gaps = {}) {
    if (saves) return showSaved(fill(texts[`not_saved_${reason}`], gaps));
    const paragraph = document.createElement("p");
    paragraph.textContent = fill(texts[reason], gaps);
    const box = document.createElement("div");
    box.className = "refusal";
    box.setAttribute("role", "alert");
    box.append(paragraph);
    return need("#answer", HTMLElement).replaceChildren(box);
  }

  function mark() {
    const late = asked < typed;
    if (saves) {
      if (late && !disputed()) showSaved(texts.unsaved);
      return;
    }
    const answer = need("#answer", HTMLElement);
    answer.inert = late || unanswered;
    answer.setAttribute("aria-busy", String(late || unanswered));
  }

  form.addEventListener("input", () => { typed += 1; mark(); });
  form.addEventListener("change", () => { if (unanswered) form.requestSubmit(); });
  // When the session was changed elsewhere, nothing is saved until the user has chosen one of the two versions.
  const disputed = () => saves && one("[name=over]", form);
  form.addEventListener("htmx:beforeRequest", (event) => {
    const pressed = event.detail.requestConfig.triggeringEvent?.submitter?.name;
    if (disputed() && pressed !== "over") return void event.preventDefault();
    asked = typed;
    unanswered = false;
  });
  // This event comes from the element to be replaced, not from the form.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig.elt !== form) return;
    // While a number is being typed, an error is shown only as a hint. It is shown in full when the field is left.
    const typing = event.detail.requestConfig.triggeringEvent?.type === "input";
    if (!saves && typing && event.detail.xhr.status >= 400 && event.detail.xhr.status < 500) {
      event.detail.shouldSwap = false;
      const hint = one("[id$=-note]", form);
      const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
      const status = page.querySelector("#status");
      if (hint && status) hint.textContent = status.textContent;
      unanswered = true;
      return;
    }
    // Another error page has no element to put here.
    const known = event.detail.xhr.responseText.includes(saves ? 'id="saved"' : 'id="answer"');
    if (!known) { event.detail.shouldSwap = false; refuse("error", { status: event.detail.xhr.status }); }
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    form.addEventListener(name, () => refuse("no_answer"));
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
  // Text that was typed before this script loaded counts as typed.
  document.addEventListener("DOMContentLoaded", () => {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input, textarea"));
    const early = [...fields].find((field) => field.value !== field.defaultValue);
    early?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// Previews of sheets take seconds to draw. Only two are loaded at a time, so that the browser has free connections.
// Leaving the page stops them. Saving a file also looks like leaving, so they continue after a while.
function previews() {
  const [AT_ONCE, RETRY_MILLISECONDS] = [2, 2000];
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
    setTimeout(() => { waiting.unshift(...stopped); draw(); }, RETRY_MILLISECONDS);
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
