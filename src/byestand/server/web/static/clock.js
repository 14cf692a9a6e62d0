// What a clock shows at an instant: looked up in the timeline that the server sent, and formatted.

/**
 * What a clock shows from an instant until the next phase starts, like `Phase` on the server. A drifting figure holds
 * at the start of the phase and increases with time. Instants are seconds of the server since 1970.
 * @typedef {object} Phase
 * @property {string} state
 * @property {number} starts
 * @property {number | null} ends
 * @property {number | null} left
 * @property {number} length
 * @property {number | null} next_at
 * @property {boolean} next_drifts
 * @property {number | null} finish
 * @property {boolean} finish_drifts
 */

/** @typedef {{ section: string, round: number, of: number, phases: [Phase, ...Phase[]] }} Clock */

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/**
 * The time left as minutes and seconds; 0:00 after the end.
 * @param {number | null} seconds
 */
export function minutes(seconds) {
  if (seconds === null) return "";
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}`;
}

/**
 * An instant as local time of the server, with its offset from UTC in seconds.
 * @param {number | null} instant
 * @param {number} zone
 */
export function hour(instant, zone) {
  if (instant === null) return "";
  const day = new Date((instant + zone) * 1000);
  return `${day.getUTCHours()}:${twoDigits(day.getUTCMinutes())}`;
}

/**
 * What a clock shows at an instant, like `ClockView` on the server.
 * @param {Clock} clock
 * @param {number} at
 * @param {number} zone
 */
export function clockFace({ phases }, at, zone) {
  const phase = phases.filter((one) => one.starts <= at).pop() ?? phases[0];
  const left = phase.ends === null ? phase.left : phase.ends - at;
  const drift = at - phase.starts;
  /** @param {number | null} figure @param {boolean} drifts */
  const drifted = (figure, drifts) => hour(figure === null || !drifts ? figure : figure + drift, zone);
  return {
    state: phase.state,
    time_left: minutes(left),
    until: hour(phase.ends, zone),
    next_at: drifted(phase.next_at, phase.next_drifts),
    finish: drifted(phase.finish, phase.finish_drifts),
    part: phase.length ? 100 * (1 - Math.min(1, Math.max(0, (left ?? 0) / phase.length))) : 0,
  };
}
