/**
 * A slash command that is being filled in: its name, and a pill for each option.
 *
 * Required options are shown from the start; optional ones are added on demand. `host` is the
 * composer: it sends the command, asks for autocompletion, shows hints and removes the line.
 */

import { h, tool } from "./dom.js";
import { fixedChoices, OPTION, readOption } from "./slash.js";

const PAUSE = 180; // ms without a key press before autocompletion is requested

export class CommandLine {
  constructor(leaf, host) {
    this.leaf = leaf;
    this.host = host;
    this.pills = new Map();
    this.asked = 0;
    this.more = h("button", { type: "button", class: "more", role: "combobox" });
    this.more.addEventListener("focus", () => this.offerOptional());
    const leave = tool("close", "Leave the command", () => host.leave());
    this.name = h("button", { type: "button", class: "command" }, `/${leaf.name}`);
    this.name.addEventListener("click", () => this.send());
    this.name.addEventListener("focus", () => this.sayReady());
    this.strip = h("div", { class: "pills" }, this.name, this.more);
    this.node = h("div", { class: "command-line" }, this.strip, leave);
    this.node.dataset.command = leaf.name;
    this.node.addEventListener("keydown", (event) => this.key(event));
    for (const option of leaf.options.filter((one) => one.required)) this.add(option);
    this.showMore();
  }

  // --- pills ---

  add(option) {
    const isFile = option.type === OPTION.file;
    const input = h("input", {
      type: isFile ? "file" : "text",
      class: "option-input",
      role: isFile ? null : "combobox",
      "aria-expanded": isFile ? null : "false",
      "aria-label": `${option.name}: ${option.description}`,
      autocomplete: "off",
      spellcheck: "false",
      dataset: { option: option.name },
    });
    const words = h("span", { class: "name" }, option.name);
    const pill = { option, input, picked: null };
    pill.node = h("label", { class: "pill", dataset: { option: option.name } }, words, input);
    input.addEventListener("focus", () => this.entered(pill));
    input.addEventListener("blur", () => this.left(pill));
    input.addEventListener("input", () => this.typed(pill));
    this.pills.set(option.name, pill);
    this.strip.insertBefore(pill.node, this.more);
    fitWidth(input);
    return pill;
  }

  remove(pill) {
    const inputs = this.inputs();
    const before = inputs[inputs.indexOf(pill.input) - 1];
    this.pills.delete(pill.option.name);
    pill.node.remove();
    this.showMore();
    (before ?? this.name).focus();
  }

  inputs() {
    return [...this.pills.values()].map((pill) => pill.input);
  }

  pillOf(input) {
    return [...this.pills.values()].find((pill) => pill.input === input);
  }

  optional() {
    return this.leaf.options.filter((option) => !this.pills.has(option.name));
  }

  showMore() {
    const left = this.optional().length;
    this.more.hidden = left === 0;
    this.more.textContent = `+ ${left} optional`;
    this.more.setAttribute("aria-label", `Add an optional option, ${left} left`);
  }

  /** Return an option's value: `{value}`, `{problem}`, or undefined. */
  held(option) {
    const pill = this.pills.get(option.name);
    if (!pill) return undefined;
    if (option.type === OPTION.file) return this.heldFile(pill);
    if (pill.picked && pill.picked.name === pill.input.value) return { value: pill.picked.value };
    const exact = fixedChoices(option, this.host.about)?.find(
      (choice) => choice.name.toLowerCase() === pill.input.value.trim().toLowerCase(),
    );
    return exact ? { value: exact.value } : readOption(option, pill.input.value);
  }

  heldFile(pill) {
    if (!pill.input.files.length) {
      return pill.option.required ? { problem: "This option is required." } : undefined;
    }
    return { value: String(this.files().indexOf(pill.input.files[0])) };
  }

  files() {
    const uploads = [...this.pills.values()].filter((pill) => pill.option.type === OPTION.file);
    return uploads.flatMap((pill) => [...pill.input.files]);
  }

  // --- input in a pill ---

  start() {
    (this.firstEmpty() ?? this.inputs()[0] ?? this.name).focus();
  }

  sayReady() {
    const more = this.optional().length ? ", or Tab for more options" : "";
    this.host.hint({ words: `Press Enter to send${more}.` });
  }

  firstEmpty() {
    return this.inputs().find((input) => !input.value);
  }

  entered(pill) {
    this.describe(pill);
    if (!pill.picked) this.suggest(pill);
  }

  left(pill) {
    this.host.suggestions.hide();
    clearTimeout(this.timer);
    const held = pill.input.value ? this.held(pill.option) : undefined;
    pill.node.classList.toggle("wrong", Boolean(held?.problem));
  }

  typed(pill) {
    pill.picked = null;
    pill.node.classList.remove("wrong");
    fitWidth(pill.input);
    this.describe(pill);
    this.suggest(pill);
  }

  describe({ option }, problem) {
    const kind = option.required ? "" : " (optional)";
    this.host.hint({ name: option.name, words: option.description + kind, problem });
  }

  suggest(pill) {
    const { option, input } = pill;
    clearTimeout(this.timer);
    const fixed = fixedChoices(option, this.host.about);
    if (fixed) {
      const typed = input.value.trim().toLowerCase();
      this.offer(pill, fixed.filter((choice) => choice.name.toLowerCase().includes(typed)));
    } else if (option.autocomplete) {
      this.timer = setTimeout(() => this.complete(pill), input.value ? PAUSE : 0);
    } else this.host.suggestions.hide();
  }

  async complete(pill) {
    const mine = ++this.asked;
    const given = (option) => {
      if (option === pill.option) return { value: pill.input.value };
      const held = this.held(option);
      return held && "value" in held ? held : undefined;
    };
    const outcome = await this.host.complete(this.leaf, given, pill.option);
    if (mine !== this.asked || document.activeElement !== pill.input || pill.picked) return;
    if (outcome.ok) this.offer(pill, outcome.choices ?? []);
    else this.offer(pill, [], "Loading options failed");
  }

  offer(pill, choices, empty) {
    const free = pill.option.autocomplete && pill.option.type === OPTION.text;
    this.host.suggestions.show({
      label: pill.option.name,
      input: pill.input,
      items: choices,
      empty: empty ?? (free ? undefined : "Nothing fits what is typed."),
      pick: (choice) => this.picked(pill, choice),
    });
  }

  picked(pill, choice) {
    pill.input.value = choice.name;
    pill.picked = choice;
    pill.node.classList.remove("wrong");
    fitWidth(pill.input);
    this.host.suggestions.hide();
    const next = this.firstEmpty();
    if (next) next.focus();
    else this.sayReady();
  }

  offerOptional() {
    this.host.suggestions.show({
      title: "Options",
      input: this.more,
      items: this.optional(),
      pick: (option) => {
        const pill = this.add(option);
        this.showMore();
        pill.input.focus();
      },
    });
  }

  // --- keys ---

  key(event) {
    if (this.host.suggestions.takesKey(event)) return;
    const pill = this.pillOf(event.target);
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.host.leave();
    } else if (event.key === "Backspace" && !pill?.input.value) {
      event.preventDefault();
      this.goBack(pill);
    }
  }

  /** Handle Backspace in an empty pill: go one option back, or leave the command. */
  goBack(pill) {
    const inputs = this.inputs();
    const before = pill ? inputs[inputs.indexOf(pill.input) - 1] : inputs.at(-1);
    if (pill && !pill.option.required) this.remove(pill);
    else if (before && document.activeElement !== this.name) before.focus();
    else this.host.leave();
  }

  send() {
    for (const option of this.leaf.options) {
      const held = this.held(option);
      if (!held?.problem) continue;
      const pill = this.pills.get(option.name);
      pill.node.classList.add("wrong");
      pill.input.focus();
      this.describe(pill, held.problem);
      return;
    }
    this.host.sendCommand(this.leaf, (option) => this.held(option), this.files());
  }
}

function fitWidth(input) {
  input.style.width = `${Math.max(4, input.value.length + 1)}ch`;
}
