// Live pages: running clocks, updates, page turning and a sound. Without this script a page is correct when it loads.
//
// The clock of this computer may be wrong or be changed. Time is therefore counted with performance.now() from the
// instant in the last message. That counter stops on some computers while they sleep, so a page asks again when it
// wakes up.
import { clockFace, hour } from "./clock.js";
import { all, one, source } from "./dom.js";

/**
 * A message of the server about a night: its clocks, and a mark for each kind of page.
 * @typedef {object} Message
 * @property {number} now
 * @property {number} zone
 * @property {boolean} gong
 * @property {true} [polls] Whether the stream ends after this message and is opened again later.
 * @property {Record<string, string>} faces
 * @property {import("./clock.js").Clock[]} clocks
 */

(() => {
  const root = one("[data-stream]");
  if (!root) return;
  const MOST_DELAY = 500; // milliseconds, at random, so that hundreds of phones do not ask at once
  const AGAIN = 2000; // time before a failed request is repeated
  const PATIENCE = 20000; // timeout of a request
  const SLEPT = 2000; // difference of the two clocks of this computer after sleep or a change
  const CALM = 4000; // time a stream may be broken before the page shows it
  const CALM_POLLING = 20000; // the same for a stream that is opened again for every message

  /** @type {Message | null} */
  let told = null; // the last message
  let offset = 0; // the server's seconds at performance.now() = 0
  /** @type {EventSource | null} */
  let stream = null;
  let lostAt = 0;
  /** @type {Map<string, string>} */
  const heard = new Map(); // the last state of each clock

  const now = () => offset + performance.now() / 1000;
  /**
   * A text of the page in its language.
   * @param {string} name
   */
  const text = (name) => root?.getAttribute(`data-text-${name}`) ?? "";
  /** @param {Element} element @param {string} content */
  const write = (element, content) => { if (element.textContent !== content) element.textContent = content; };

  function tick() {
    if (!told) return;
    const at = now();
    for (const element of all("[data-clock]")) showClock(element, told, at);
    for (const place of all("[data-time]")) write(place, hour(at, told.zone));
    turn(at);
  }

  /** @param {HTMLElement} element @param {Message} message @param {number} at */
  function showClock(element, { clocks, zone }, at) {
    const clock = clocks.find(({ section }) => section === "" || section === element.dataset.section) ?? clocks[0];
    const shown = clockFace(clock, at, zone);
    if (element.dataset.state !== shown.state) element.dataset.state = shown.state;
    const contents = {
      left: shown.time_left, round: String(clock.round), of: String(clock.of),
      until: shown.until, "next-at": shown.next_at, finish: shown.finish,
    };
    for (const [name, content] of Object.entries(contents)) {
      for (const place of all(`[data-${name}]`, element)) write(place, content);
    }
    for (const bar of all("[data-bar]", element)) bar.setAttribute("width", shown.part.toFixed(2));
    const stops = all("[data-stop]", element); // from before play to after the last round of this section
    stops.forEach((stop, number) => { stop.hidden = number !== Math.min(clock.round, stops.length - 1); });
    for (const row of all("[data-row]", element)) {
      row.dataset.now = ["past", "is", "next"][1 + Math.sign(Number(row.dataset.row) - clock.round)];
    }
    announce(element, `${clock.section} ${clock.round}`, shown.state, shown.time_left);
  }

  // Warnings and the end of a round: announced to screen readers, with a sound. The state at the time of loading is not
  // announced.
  const ANNOUNCED = ["over", "break", "break-over"];
  /** @param {HTMLElement} element @param {string} key @param {string} state @param {string} left */
  function announce(element, key, state, left) {
    const before = heard.get(key);
    heard.set(key, state);
    const isWarning = state === "warned" || state === "last";
    if (before === undefined || before === state || !(isWarning || ANNOUNCED.includes(state))) return;
    const announcement = isWarning ? text("left").replace("{time}", left) : text(state);
    for (const place of all("[data-said]", element)) write(place, announcement);
    strike(isWarning ? 1 : 2);
  }

  // Pages turn by the server's clock, so that several screens show the same page.
  /** @param {number} at */
  function turn(at) {
    for (const book of all("[data-pages]")) {
      const pages = all("[data-page]", book);
      const here = Math.floor(at / Number(book.dataset.pages)) % pages.length;
      pages.forEach((page, number) => { if (page.hidden === (number === here)) page.hidden = number !== here; });
      for (const place of all("[data-page-number]", book)) write(place, String(here + 1));
    }
  }

  /** @param {MessageEvent<string>} event */
  function receive(event) {
    const message = /** @type {Message} */ (JSON.parse(event.data));
    told = message;
    offset = message.now - performance.now() / 1000;
    lost(0);
    tick();
    refresh();
  }

  // Only one request per page part at a time: htmx would queue a second one for the element that the first answer
  // replaces, and never send it. A message that arrives meanwhile is compared with the answer. Nothing else repeats a
  // request, or a page that is newer than the last message of a broken stream would ask for ever.
  /** @type {Map<string, boolean>} */
  const asking = new Map(); // parts being fetched, and whether a message has arrived since
  function refresh() {
    for (const { dataset: { face = "", seen } } of all("[data-face]")) {
      if (asking.has(face)) asking.set(face, true);
      else if (told?.faces[face] !== seen) ask(face);
    }
  }
  /** @param {string} face */
  function ask(face, delay = 0) {
    asking.set(face, false);
    const spread = face === "pair" ? Math.random() * MOST_DELAY : 0;
    setTimeout(() => window.htmx?.trigger(`[data-face="${face}"]`, "live"), delay + spread);
  }
  /** @param {HTMLElement} element */
  function answered({ dataset: { face = "", seen } }) {
    const again = asking.get(face);
    asking.delete(face);
    if (again && told?.faces[face] !== seen) ask(face);
  }
  /** @param {Event} event */
  const faceOf = (event) => source(event).dataset?.face ?? "";
  document.addEventListener("htmx:afterSettle", (event) => {
    tick();
    if (asking.has(faceOf(event))) answered(source(event));
  });
  // After an error the page stays as it is, and the request is repeated.
  document.addEventListener("htmx:configRequest", (event) => {
    if (faceOf(event)) event.detail.timeout = PATIENCE;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const face = faceOf(event);
    if (!face || event.detail.xhr.status < 400) return;
    event.preventDefault();
    ask(face, AGAIN);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => { if (faceOf(event)) ask(faceOf(event), AGAIN); });
  }

  /** @param {number} since */
  function lost(since) {
    lostAt = since ? lostAt || since : 0;
    const long = lostAt && performance.now() - lostAt >= (told?.polls ? CALM_POLLING : CALM);
    const template = text(told ? "lost-since" : "lost");
    const sentence = told ? template.replace("{time}", hour(offset + lostAt / 1000, told.zone)) : template;
    for (const place of all("[data-connection]")) write(place, long ? sentence : "");
  }

  function open() {
    stream?.close();
    stream = new EventSource(root?.dataset.stream ?? "");
    stream.onmessage = receive;
    stream.onerror = () => {
      lost(performance.now());
      if (stream?.readyState === EventSource.CLOSED) setTimeout(openAgain, 1000 + Math.random() * 1000);
    };
  }
  // A refused stream does not reconnect by itself. The server may be starting. If the session was deleted or the code
  // of this device is no longer valid, the page is loaded again, so that it shows nothing of the session.
  async function openAgain() {
    if (document.hidden || stream?.readyState !== EventSource.CLOSED) return;
    const page = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (page && (page.status === 403 || page.status === 404)) location.reload();
    else wake();
  }
  // Without encryption a browser opens at most six streams for all its windows. Hidden pages close theirs, unless their
  // sound is on. If the server has no room for a stream, it sends one message at a time.
  function wake() {
    if (!document.hidden) { tick(); open(); }
    else if (!sound) stream?.close();
  }
  const apart = () => Date.now() - performance.now();
  let usuallyApart = apart();
  function noticeSleep() {
    if (Math.abs(apart() - usuallyApart) < SLEPT) return;
    usuallyApart = apart();
    wake();
  }
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("online", wake);

  // The sound of a gong that fades. Browsers allow sound only after a click, so a button on each page turns it on.
  /** @type {AudioContext | null} */
  let sound = null;
  /** @param {number} times */
  function strike(times) {
    if (!sound || !told?.gong) return;
    for (let number = 0; number < times; number += 1) {
      for (const [hertz, loud] of [[392, 0.25], [588, 0.1], [784, 0.05]]) {
        const begins = sound.currentTime + number * 1.1;
        const tone = new OscillatorNode(sound, { frequency: hertz });
        const fades = new GainNode(sound, { gain: 0 });
        fades.gain.setValueAtTime(0, begins);
        fades.gain.linearRampToValueAtTime(loud, begins + 0.02);
        fades.gain.exponentialRampToValueAtTime(0.0001, begins + 2.4);
        tone.connect(fades).connect(sound.destination);
        tone.start(begins);
        tone.stop(begins + 2.5);
      }
    }
  }
  function sounds() {
    for (const button of all("[data-sound]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(Boolean(sound)));
      write(button, text(sound ? "sound-on" : "sound-off"));
    }
  }
  document.addEventListener("click", (event) => {
    if (source(event).closest?.("[data-sound]")) {
      if (sound) { sound.close(); sound = null; }
      else { sound = new AudioContext(); if (told) strike(1); }
      sounds();
    }
    if (source(event).closest?.("[data-full-screen]")) {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    }
  });
  function buttons() {
    sounds();
    const canFill = document.fullscreenEnabled && !document.fullscreenElement;
    for (const button of all("[data-full-screen]")) button.hidden = !canFill;
  }
  document.addEventListener("fullscreenchange", buttons);
  // Keep the screen of a display awake, if the browser allows it.
  function stayAwake() {
    if (!document.hidden && one('[data-face="wall"]')) navigator.wakeLock?.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:afterSettle", buttons);

  buttons();
  stayAwake();
  open();
  setInterval(() => { noticeSleep(); tick(); if (lostAt) lost(lostAt); }, 250);
})();
