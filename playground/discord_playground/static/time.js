/** Times as Discord shows them; relative times are kept up to date. */

import { h } from "./dom.js";

let offset = 0; // seconds by which the playground's clock is ahead of the browser's

/** Follow the playground's clock, which the controls can set ahead. */
export function setClockOffset(seconds) {
  offset = Number(seconds) || 0;
  tick();
}

/** Return the playground's time in milliseconds. */
export function now() {
  return Date.now() + offset * 1000;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** Draw `<t:unix:style>`. */
export function timestamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return h("time", { class: "when" }, "Invalid date");
  const full = write(date, "F");
  const node = h("time", { class: "when", datetime: date.toISOString(), title: full });
  if (style === "R") node.dataset.relative = String(unix);
  node.textContent = style === "R" ? relative(unix) : write(date, style);
  return node;
}

function write(date, style) {
  return new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(date);
}

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Return a relative time: "in 3 hours", "2 minutes ago". */
export function relative(unix) {
  const seconds = unix - now() / 1000;
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size * 0.9995) ?? UNITS[5];
  return words.format(Math.round(seconds / length), unit);
}

/** Return a message's time: "14:05", "Yesterday at 14:05", "18/11/2026, 14:05". */
export function stamp(iso) {
  const date = new Date(iso);
  const clock = write(date, "t");
  const days = daysBetween(date, new Date(now()));
  const words =
    days === 0 ? clock : days === 1 ? `Yesterday at ${clock}` : `${write(date, "d")}, ${clock}`;
  return h("time", { class: "stamp", datetime: iso, title: write(date, "F") }, words);
}

/** Return a message's day for the divider between two days. */
export function day(iso) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(new Date(iso));
}

function daysBetween(early, late) {
  const midnight = (date) => new Date(date).setHours(0, 0, 0, 0);
  return Math.round((midnight(late) - midnight(early)) / 86_400_000);
}

function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const words = relative(Number(node.dataset.relative));
    if (node.textContent !== words) node.textContent = words;
  }
}

setInterval(tick, 1000);
