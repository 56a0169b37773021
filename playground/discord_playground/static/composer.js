/** The composer, in which people write messages or slash commands. */

import { complaint } from "./api.js";
import { CommandLine } from "./command.js";
import { h, icon } from "./dom.js";
import { matching, OPTION, typeable, written } from "./slash.js";
import { Suggestions } from "./suggestions.js";

const KIND = { command: 2, autocomplete: 4 };
const LONGEST = 2000;

export class Composer {
  /** `notice(words)` shows a line under the messages; it returns `{failed(why), done()}`. */
  constructor(session, channelId, about, notice) {
    Object.assign(this, { session, channelId, about, notice });
    this.suggestions = new Suggestions();
    this.hintLine = h("div", { class: "hint-line", "aria-live": "polite", hidden: true });
    this.input = this.textarea();
    const send = h("button", { type: "button", class: "send", "aria-label": "Send" }, icon("send"));
    send.addEventListener("click", () => this.send());
    this.writing = h("div", { class: "writing" }, this.input);
    this.node = h(
      "div",
      { class: "composer" },
      this.suggestions.node,
      this.hintLine,
      h("div", { class: "strip" }, this.writing, send),
    );
    this.node.addEventListener("focusout", (event) => {
      if (!this.node.contains(event.relatedTarget)) this.suggestions.hide();
    });
  }

  textarea() {
    const place = this.session.placeName(this.channelId);
    const input = h("textarea", {
      rows: 1,
      maxlength: LONGEST,
      role: "combobox",
      "aria-expanded": "false",
      "aria-label": `Message ${place} as ${this.session.name}`,
      placeholder: `Message ${place} as ${this.session.name}, or type /`,
    });
    input.addEventListener("input", () => this.typed());
    input.addEventListener("focus", () => this.typed());
    input.addEventListener("keydown", (event) => this.key(event));
    return input;
  }

  focus() {
    if (this.line) this.line.start();
    else this.input.focus({ preventScroll: true });
  }

  // --- plain text ---

  typed() {
    grow(this.input);
    if (this.input.value.startsWith("/")) this.offerCommands();
    else this.suggestions.hide();
  }

  key(event) {
    if (this.suggestions.takesKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  async send() {
    if (this.line) return this.line.send();
    const content = this.input.value.trim();
    if (!content) return;
    this.input.value = "";
    grow(this.input);
    const answer = await this.session.say(this.channelId, content);
    if (!answer.ok) this.notice(content).failed(complaint(answer));
  }

  // --- commands ---

  async offerCommands() {
    const known = this.commands;
    if (known) this.showCommands(known);
    if (this.fetching) return;
    this.fetching = true;
    this.commands = typeable(await this.session.commands(this.channelId));
    this.fetching = false;
    // Meanwhile the bot may have registered new commands, and the text may have changed.
    if (JSON.stringify(known) !== JSON.stringify(this.commands)) this.showCommands(this.commands);
  }

  showCommands(commands) {
    const typed = this.input.value;
    if (!typed.startsWith("/") || this.line) return;
    const mark = (option) => (option.required ? option.name : `${option.name}?`);
    const bot = this.about.botName;
    const items = matching(commands, typed.slice(1)).map((leaf) => ({
      name: `/${leaf.name}`,
      hint: leaf.options.map(mark).join("  "),
      description: leaf.description,
      leaf,
    }));
    this.suggestions.show({
      title: `${bot}'s commands`,
      input: this.input,
      items,
      empty: commands.length ? "No command is called that." : `${bot} has no commands here.`,
      pick: ({ leaf }) => this.begin(leaf),
    });
  }

  begin(leaf) {
    this.input.value = "";
    this.suggestions.hide();
    this.line = new CommandLine(leaf, this);
    this.writing.replaceChildren(this.line.node);
    this.line.start();
  }

  /** Leave the command and return to plain text; return the element that has the focus then. */
  leave() {
    this.line = null;
    this.suggestions.hide();
    this.hint({});
    this.writing.replaceChildren(this.input);
    grow(this.input);
    this.input.focus();
    return this.input;
  }

  hint({ name, words, problem }) {
    this.hintLine.hidden = !words;
    this.hintLine.classList.toggle("wrong", Boolean(problem));
    this.hintLine.replaceChildren(
      ...[name && h("strong", {}, name), " ", problem ?? words ?? ""].filter(Boolean),
    );
  }

  complete(leaf, given, option) {
    const data = written(leaf, given, option);
    return this.session.interact(KIND.autocomplete, this.channelId, data);
  }

  async sendCommand(leaf, given, files) {
    const data = written(leaf, given);
    if (files.length) {
      data.attachments = files.map((file, id) => ({ id: String(id), filename: file.name }));
    }
    const said = [`/${leaf.name}`, ...leaf.options.map((option) => told(option, given(option)))];
    if (this.line) this.leave();
    const note = this.notice(said.filter(Boolean).join(" "));
    const outcome = await this.session.interact(KIND.command, this.channelId, data, { files });
    if (outcome.ok) note.done();
    else note.failed(outcome.why);
    return outcome;
  }
}

function told(option, held) {
  return held && option.type !== OPTION.file ? `${option.name}: ${held.value}` : "";
}

function grow(input) {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 200)}px`;
}
