// The room of a movement: an animation from round to round, in which a pair can be followed.
import { all, fill, need, one, strings } from "./dom.js";

/** @typedef {[number, number]} Spot */

/**
 * The positions of tokens in every round, and the text on tables and bye stands.
 * @typedef {object} Moves
 * @property {number} rounds
 * @property {(Spot | null)[][]} tokens
 * @property {Record<string, string[]>} plain
 * @property {Record<string, string[]>} marks
 */

/**
 * Return the path from a seat to the next one; empty if a pair stays or has no seat.
 * @param {Spot | null} [from]
 * @param {Spot | null} [to]
 */
function arrow(from, to) {
  if (!from || !to) return "";
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(x, y);
  /** @param {number} part */
  const along = (part) => `${from[0] + x * part} ${from[1] + y * part}`;
  return far > 44 ? `M${along(20 / far)} L${along(1 - 22 / far)}` : "";
}

/**
 * Return the labels for a label, a number without its letter, or part of a name. The server does the same.
 * @param {string} text
 * @param {string[]} labels
 * @param {Record<string, string>} people
 */
function findLabels(text, labels, people) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  if (labels.includes(wanted.toUpperCase())) return [wanted.toUpperCase()];
  const byNumber = labels.filter((label) => label.replace(/^[NEW]+/, "") === wanted);
  if (byNumber.length) return byNumber;
  return labels.filter((label) => people[label]?.toLowerCase().includes(wanted)).slice(0, 4);
}

/** @param {string} id */
const data = (id) => JSON.parse(need(`#${id}`, HTMLScriptElement).textContent ?? "");

/** @param {HTMLElement} cell */
const seatsOf = (cell) => (cell.dataset.who ?? "").split(" ");

// The server draws one round, for wide and for narrow screens. This script moves everything to another round.
function player() {
  const form = one("[data-player]");
  if (!form) return;
  const rooms = all("[data-room]").map((svg) => ({
    svg,
    moves: /** @type {Moves} */ (data(`moves-${svg.dataset.room}`)),
    tokens: all("[data-token]", svg),
    way: need("[data-way]", SVGElement, svg),
  }));
  const texts = strings("room-strings");
  const people = /** @type {Record<string, string>} */ (data("people"));
  const { rounds } = rooms[0].moves;
  const labels = rooms[0].tokens.flatMap((token) => token.dataset.label || []);
  const slider = need("#round", HTMLInputElement);
  const find = need("#pair", HTMLInputElement);
  const play = need("[data-play]", HTMLElement, form);
  const where = need("[data-whereabouts]", HTMLElement);
  let timer = 0;

  /** @param {string} mine @param {number} round */
  function whereabouts(mine, round) {
    const cell = one(`[data-who~="${CSS.escape(mine)}"][data-round="${round}"]`);
    const who = people[mine] ? `${mine} ${people[mine]}` : mine;
    if (!cell) return fill(texts.no_table, { who });
    const seats = seatsOf(cell);
    const others = seats.filter((other) => other !== mine && other !== "-").join(", ");
    const table = need("tr > th", HTMLElement, cell.closest("tr") ?? cell).textContent?.replace("*", "") ?? "";
    if (!others) return fill(texts.sits_out, { who, table });
    if (seats.length !== 2) return fill(texts.plays_with, { who, table, others });
    return fill(seats.indexOf(mine) ? texts.plays_ew : texts.plays_ns, { who, table, others });
  }

  /** @param {number} round */
  function follow(round) {
    const matches = findLabels(find.value, labels, people);
    for (const { svg, moves, tokens, way } of rooms) {
      svg.classList.toggle("finding", matches.length > 0);
      for (const token of tokens) token.classList.toggle("mine", matches.includes(token.dataset.label ?? ""));
      const mine = tokens.findIndex((token) => token.dataset.label === matches[0]);
      const [from, to] = matches.length === 1 ? moves.tokens[mine].slice(round - 1, round + 1) : [];
      way.setAttribute("d", arrow(from, to));
    }
    for (const cell of all("[data-who]")) {
      cell.classList.toggle("mine", seatsOf(cell).some((who) => matches.includes(who)));
    }
    const name = find.value.trim();
    const places = matches.map((mine) => whereabouts(mine, round)).join("; ");
    const title = fill(texts.round, { round });
    where.textContent = name && !places ? fill(texts.no_match, { name }) : places && `${title}: ${places}`;
  }

  /** @param {number} round */
  function show(round) {
    slider.value = String(round);
    for (const { svg, moves, tokens } of rooms) {
      tokens.forEach((token, i) => {
        const spot = moves.tokens[i][round - 1];
        token.classList.toggle("nowhere", !spot);
        if (spot) token.style.transform = `translate(${spot[0]}px, ${spot[1]}px)`;
      });
      for (const text of all("[data-plain]", svg)) {
        text.textContent = moves.plain[text.dataset.plain ?? ""][round - 1];
      }
      for (const box of all("[data-marks]", svg)) {
        const marks = moves.marks[box.dataset.marks ?? ""][round - 1];
        box.setAttribute("class", `box ${box.dataset.kind} ${marks}`);
      }
      svg.setAttribute("aria-label", fill(texts.room, { round }));
    }
    for (const cell of all("[data-chart] [data-round]")) {
      cell.classList.toggle("now", Number(cell.dataset.round) === round);
      cell.classList.toggle("far", Math.abs(Number(cell.dataset.round) - round) > 2);
    }
    for (const out of all("[data-round-out]")) out.textContent = String(round);
    follow(round);
    const address = new URL(location.href);
    address.searchParams.set("round", String(round));
    if (find.value.trim()) address.searchParams.set("pair", find.value.trim());
    else address.searchParams.delete("pair");
    history.replaceState(history.state, "", address);
  }

  const now = () => Number(slider.value);
  /** @param {number} round */
  const go = (round) => show(Math.min(Math.max(round, 1), rounds));

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = texts.play;
    play.setAttribute("aria-pressed", "false");
  }

  play.addEventListener("click", () => {
    if (timer) return void stop();
    play.textContent = texts.stop;
    play.setAttribute("aria-pressed", "true");
    if (now() >= rounds) go(1);
    else go(now() + 1);
    timer = setInterval(() => (now() >= rounds ? stop() : go(now() + 1)), 1500);
  });
  slider.addEventListener("input", () => { stop(); go(now()); });
  find.addEventListener("input", () => go(now()));
  form.addEventListener("submit", (event) => { event.preventDefault(); go(now()); });
  for (const step of all("[data-step]", form)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet";
    button.textContent = step.textContent;
    button.setAttribute("aria-label", step.dataset.words ?? step.getAttribute("aria-label") ?? "");
    button.addEventListener("click", () => { stop(); go(now() + Number(step.dataset.step)); });
    step.replaceWith(button);
  }
  if (find.value.trim()) follow(now());
  for (const head of all("[data-chart] thead [data-round]")) {
    head.addEventListener("click", () => go(Number(head.dataset.round)));
  }
}

player();
