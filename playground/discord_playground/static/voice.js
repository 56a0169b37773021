/**
 * What a screen reader announces: each new message, and the new lines of a changed one. A board
 * is redrawn after every move, and nobody could follow if all of it were read out
 * each time.
 */

import { h } from "./dom.js";
import { plainText } from "./markdown.js";

const KEPT = 20_000; // ms for which an announcement can be read again
const LONGEST = 600;

export class Voice {
  constructor(about) {
    this.about = about;
    const log = { role: "log", "aria-live": "polite", "aria-label": "What has changed" };
    this.node = h("div", { class: "unseen voice", ...log });
  }

  /** Announce a text after the reader has finished the current one. */
  say(words) {
    if (!words) return;
    const line = h("p", {}, words);
    this.node.append(line);
    setTimeout(() => line.remove(), KEPT);
  }

  /** Announce the new lines of a changed message; both texts come from `written`. */
  sayChange(before, after) {
    const fresh = notIn(before.lines, after.lines).filter((line) => !goesOn(line, before.lines));
    const gone = notIn(after.lines, before.lines).filter((line) => !goesOn(line, after.lines));
    const offered = notIn(before.labels, after.labels);
    if (fresh.length) this.say(`Changed: ${this.sentences(fresh)}`);
    else if (offered.length) this.say(`To press now: ${offered.join(", ")}.`);
    else if (gone.length) this.say(`No longer there: ${this.sentences(gone)}`);
  }

  sentences(lines) {
    const said = lines.map((line) => plainText(line, this.about)).filter(Boolean);
    const ended = said.map((words) => (/[.!?:…]$/.test(words) ? words : `${words}.`));
    return ended.join(" ").slice(0, LONGEST);
  }
}

/** Return a message's text line by line, with its button and menu labels. */
export function written(message) {
  const all = [...everything(message.components ?? [])];
  const texts = all.filter((one) => one.type === 10).map((one) => one.content);
  const embeds = (message.embeds ?? []).flatMap((one) => [one.title, one.description]);
  const lines = [message.content, ...texts, ...embeds].flatMap((text) => (text ?? "").split("\n"));
  const pressable = all.filter((one) => !one.disabled);
  const labels = pressable.map((one) => one.label ?? one.placeholder).filter(Boolean);
  return { lines: lines.filter((line) => line.trim()), labels };
}

function* everything(components) {
  for (const one of components) {
    yield one;
    if (one.accessory) yield one.accessory;
    if (one.components) yield* everything(one.components);
  }
}

function notIn(before, after) {
  const left = [...before];
  return after.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Return whether a line equals an old one but for its times (in small print: its numbers). */
function goesOn(line, before) {
  const number = line.startsWith("-# ") ? /\d+/g : /(?<=<t:-?)\d+/g;
  const shape = (one) => one.replace(number, "0");
  return before.some((one) => shape(one) === shape(line));
}
