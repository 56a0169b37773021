/**
 * What a screen reader is told of the messages: each that comes, and of one that changes only what
 * is new in it. A board is drawn anew after every move; read out whole each time it would say
 * nothing.
 */

import { h } from "./dom.js";
import { plainText } from "./markdown.js";

const KEPT = 20_000; // ms in which what was said can be read again
const LONGEST = 600;

export class Voice {
  constructor(about) {
    this.about = about;
    const log = { role: "log", "aria-live": "polite", "aria-label": "What has changed" };
    this.node = h("div", { class: "unseen voice", ...log });
  }

  /** Say something when the reader has finished what it is saying. */
  say(words) {
    if (!words) return;
    const line = h("p", {}, words);
    this.node.append(line);
    setTimeout(() => line.remove(), KEPT);
  }

  /** Say what is new in a message that has changed; both as `written` has them. */
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

/** What is written in a message, line by line, and what stands on its buttons and menus. */
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

/** Whether a line is one of before in which only a time has moved; in small print, any number. */
function goesOn(line, before) {
  const number = line.startsWith("-# ") ? /\d+/g : /(?<=<t:-?)\d+/g;
  const shape = (one) => one.replace(number, "0");
  return before.some((one) => shape(one) === shape(line));
}
