// A page that lives: clocks tick from the server's instant, what changed is fetched, pages turn, a soft gong. Without
// it pages are right when they are loaded.
//
// The clock of this machine may be wrong, or be set while we look: time is counted with performance.now() from the
// instant that the last message brought. That stands still in some machines while they sleep: a screen that slept asks
// anew when it wakes.
import { clockFace, hour } from "./clock.js";
import { all, one, source } from "./dom.js";

/**
 * What the server tells of a night: how far it has come, its clocks, and a mark for each kind of page.
 * @typedef {object} Message
 * @property {number} now
 * @property {number} zone
 * @property {boolean} gong
 * @property {true} [polls] Whether the stream has ended with this message and is opened again in a while.
 * @property {Record<string, string>} faces
 * @property {import("./clock.js").Clock[]} clocks
 */

(() => {
  const root = one("[data-stream]");
  if (!root) return;
  const MOST_DELAY = 500; // milliseconds, at random: hundreds of phones must not ask at once
  const AGAIN = 2000; // after so long what failed is asked for again
  const PATIENCE = 20000; // so long an answer is waited for
  const SLEPT = 2000; // the two clocks of this machine so far apart: it slept, or was set
  const CALM = 4000; // so long a stream may be broken before anybody is told
  const CALM_POLLING = 20000; // the same where it is opened again for every message

  /** @type {Message | null} */
  let told = null; // the last message
  let offset = 0; // the server's seconds at performance.now() = 0
  /** @type {EventSource | null} */
  let stream = null;
  let lostAt = 0;
  /** @type {Map<string, string>} */
  const heard = new Map(); // which states of which clock were told

  const now = () => offset + performance.now() / 1000;
  /** @param {Element} element @param {string} text */
  const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

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
    const texts = {
      left: shown.left, round: String(clock.round), of: String(clock.of),
      until: shown.until, "next-at": shown.next_at, finish: shown.finish,
    };
    for (const [name, text] of Object.entries(texts)) {
      for (const place of all(`[data-${name}]`, element)) write(place, text);
    }
    for (const bar of all("[data-bar]", element)) bar.setAttribute("width", shown.part.toFixed(2));
    const stops = all("[data-stop]", element); // from before play to after the last round, which others may still play
    stops.forEach((stop, number) => { stop.hidden = number !== Math.min(clock.round, stops.length - 1); });
    for (const row of all("[data-row]", element)) {
      row.dataset.now = ["past", "is", "next"][1 + Math.sign(Number(row.dataset.row) - clock.round)];
    }
    announce(element, `${clock.section} ${clock.round}`, shown.state, shown.left);
  }

  // Warnings and the end of a round: said to who cannot see, and struck for who does not look. Not what was so already
  // when the page came.
  /** @type {Record<string, string>} */
  const SAID = { over: "time is up", break: "break", "break-over": "the break is over" };
  /** @param {HTMLElement} element @param {string} key @param {string} state @param {string} left */
  function announce(element, key, state, left) {
    const before = heard.get(key);
    heard.set(key, state);
    const isWarning = state === "warned" || state === "last";
    if (before === undefined || before === state || !(isWarning || state in SAID)) return;
    for (const place of all("[data-said]", element)) write(place, isWarning ? `${left} left` : SAID[state]);
    strike(isWarning ? 1 : 2);
  }

  // Pages turn by the server's clock, so that several screens show the same.
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

  // A face is fetched by one question at a time: htmx would keep a second one for the element that the first answer
  // replaces, and never ask it. What is told meanwhile is looked at when the answer is there, which may have it
  // already; nothing else asks again, or a page that is newer than the last message of a broken stream would ask for
  // ever.
  /** @type {Map<string, boolean>} */
  const asking = new Map(); // the faces that are being fetched, and whether anything was told since
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
  // An answer that is no page of the night, or none at all: what is on the screen stays there, and it is asked again.
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
    const from = told ? ` since ${hour(offset + lostAt / 1000, told.zone)}` : "";
    const words = long ? `no connection${from}` : "";
    for (const place of all("[data-connection]")) write(place, words);
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
  // A stream that was refused does not come back by itself. The server may be just starting; or the night is gone, or
  // this device's code is no longer valid: then nothing of it stays on the screen.
  async function openAgain() {
    if (document.hidden || stream?.readyState !== EventSource.CLOSED) return;
    const page = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (page && (page.status === 403 || page.status === 404)) location.reload();
    else wake();
  }
  // Without encryption a browser opens six streams at most, in all its windows: pages that nobody sees leave them to
  // others, unless somebody listens for the gong. A page for which the server has no room gets one message at a time.
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

  // The gong: two soft partials that fade. Browsers allow sound only after somebody touched the page, so it is switched
  // on with a button, once a page.
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
      write(button, sound ? "Gong is on" : "Gong is off: press to hear it");
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
  // A wall does not fall asleep, where the browser lets it stay awake.
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
