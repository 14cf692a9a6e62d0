// The room of a movement: it moves from round to round, and a pair can be followed.
import { all, need, one } from "./dom.js";

/** @typedef {[number, number]} Spot */

/**
 * Where tokens are in every round, and what stands at tables and stands.
 * @typedef {object} Moves
 * @property {number} rounds
 * @property {(Spot | null)[][]} tokens
 * @property {Record<string, string[]>} plain
 * @property {Record<string, string[]>} marks
 */

/**
 * Where somebody goes next: from beside the seat to beside the next one; nothing for who stays, or has no seat.
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
 * Who is meant by a label, a number without its letter, or a part of a name: as the server finds them.
 * @param {string} text
 * @param {string[]} labels
 * @param {Record<string, string>} people
 */
function sought(text, labels, people) {
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

// The room: the server has drawn one round, wide and tall; here everything goes where it is in another.
function player() {
  const form = one("[data-player]");
  if (!form) return;
  const rooms = all("[data-room]").map((svg) => ({
    svg,
    moves: /** @type {Moves} */ (data(`moves-${svg.dataset.room}`)),
    tokens: all("[data-token]", svg),
    way: need("[data-way]", SVGElement, svg),
  }));
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
    if (!cell) return `${who} sits out and has no table`;
    const seats = seatsOf(cell);
    const others = seats.filter((other) => other !== mine && other !== "-");
    const table = need("tr > th", HTMLElement, cell.closest("tr") ?? cell).textContent?.replace("*", "");
    const seat = seats.length === 2 ? `, ${["NS", "EW"][seats.indexOf(mine)]}, against` : ", with";
    return `${who} at table ${table}${others.length ? `${seat} ${others.join(", ")}` : ", sitting out"}`;
  }

  /** @param {number} round */
  function follow(round) {
    const found = sought(find.value, labels, people);
    for (const { svg, moves, tokens, way } of rooms) {
      svg.classList.toggle("finding", found.length > 0);
      for (const token of tokens) token.classList.toggle("mine", found.includes(token.dataset.label ?? ""));
      const mine = tokens.findIndex((token) => token.dataset.label === found[0]);
      const [from, to] = found.length === 1 ? moves.tokens[mine].slice(round - 1, round + 1) : [];
      way.setAttribute("d", arrow(from, to));
    }
    for (const cell of all("[data-who]")) {
      cell.classList.toggle("mine", seatsOf(cell).some((who) => found.includes(who)));
    }
    const nobody = find.value.trim() && !found.length;
    const told = found.map((mine) => whereabouts(mine, round)).join("; ");
    where.textContent = nobody ? `There is no ${find.value.trim()} here.` : told && `Round ${round}: ${told}.`;
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
      svg.setAttribute("aria-label", `Tables, bye stands, pairs and boards in round ${round}`);
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
    play.textContent = "Watch";
    play.setAttribute("aria-pressed", "false");
  }

  play.addEventListener("click", () => {
    if (timer) return void stop();
    play.textContent = "Stop";
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
