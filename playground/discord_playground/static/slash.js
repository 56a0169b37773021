/** Slash commands: search, option checks and the payload. */

export const OPTION = {
  command: 1,
  group: 2,
  text: 3,
  whole: 4,
  yesNo: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  file: 11,
};
const SLASH = 1;

/** Return everything that can be typed, commands and subcommands, as `{name, path, options}`. */
export function typeable(commands) {
  const slash = commands.filter((command) => (command.type ?? SLASH) === SLASH);
  return slash.flatMap((command) => [...leaves(command, command, [])]);
}

function* leaves(node, command, above) {
  const path = [...above, node.name];
  const below = (node.options ?? []).filter((option) => option.type <= OPTION.group);
  if (!below.length) {
    const { description, options = [] } = node;
    yield { name: path.join(" "), path, command, description, options };
  }
  for (const option of below) yield* leaves(option, command, path);
}

const BEGINNINGS = ["practice", "start"];

/** Return whether a command starts something, because newcomers look for those. */
export function isStart({ path }) {
  return path.length > 1 && BEGINNINGS.includes(path.at(-1));
}

/** Return the commands that match the typed text, likeliest first. */
export function matching(all, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const begins = (word) => word.startsWith(words[0] ?? "");
  const rank = (one) => (one.name.startsWith(whole) ? 0 : one.path.some(begins) ? 1 : 2);
  const fits = (one) =>
    words.every((word) => `${one.name} ${one.description}`.toLowerCase().includes(word));
  return all
    .filter(fits)
    .map((one, order) => ({ one, key: (2 * rank(one) + !isStart(one)) * 1000 + order }))
    .sort((left, right) => left.key - right.key)
    .map(({ one }) => one);
}

/** Return the command's payload; `given(option)` returns `{value}` or undefined. */
export function written(leaf, given, focused) {
  const values = [];
  for (const option of leaf.options) {
    const held = given(option);
    if (held === undefined && option !== focused) continue;
    const one = { type: option.type, name: option.name, value: held?.value ?? "" };
    values.push(option === focused ? { ...one, focused: true } : one);
  }
  const options = leaf.path.slice(1).reduceRight((inner, name, depth, names) => {
    const isCommand = depth === names.length - 1;
    return [{ type: isCommand ? OPTION.command : OPTION.group, name, options: inner }];
  }, values);
  const { command } = leaf;
  return { version: command.version, id: command.id, name: command.name, type: SLASH, options };
}

/** Parse the text of an option: `{value}`, `{problem}`, or undefined if it is empty. */
export function readOption(option, typed) {
  const text = typed.trim();
  if (!text) return option.required ? { problem: "This option is required." } : undefined;
  const reader = READ[option.type];
  return reader ? reader(option, text) : { problem: "Choose one from the list." };
}

const READ = {
  [OPTION.text](option, text) {
    if (option.choices?.length) return { problem: "Choose one from the list." };
    if (text.length < (option.min_length ?? 0)) {
      return { problem: `Write at least ${option.min_length} characters.` };
    }
    if (text.length > (option.max_length ?? 6000)) {
      return { problem: `Write at most ${option.max_length} characters.` };
    }
    return { value: text };
  },
  [OPTION.whole](option, text) {
    if (/^-?\d{1,15}$/.test(text)) return inRange(option, Number(text));
    return { problem: `Give a whole number${range(option)}.` };
  },
  [OPTION.number](option, text) {
    if (Number.isFinite(Number(text))) return inRange(option, Number(text));
    return { problem: `Give a number${range(option)}.` };
  },
};

function inRange(option, value) {
  if (option.choices?.length) return { problem: "Choose one from the list." };
  const low = option.min_value ?? -Infinity;
  const high = option.max_value ?? Infinity;
  return value < low || value > high ? { problem: `Give a number${range(option)}.` } : { value };
}

function range({ min_value: low, max_value: high }) {
  if (low != null && high != null) return ` from ${low} to ${high}`;
  if (low != null) return ` of at least ${low}`;
  return high != null ? ` of at most ${high}` : "";
}

/** Return an option's fixed choices as `{name, value}`, or null if it has none. */
export function fixedChoices(option, about) {
  if (option.choices?.length) return option.choices;
  const named = ({ label, value }) => ({ name: label, value });
  switch (option.type) {
    case OPTION.yesNo:
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    case OPTION.user:
      return about.people().map(named);
    case OPTION.mentionable:
      return [...about.people(), ...about.roles()].map(named);
    case OPTION.channel:
      return about.channels(option.channel_types).map(named);
    case OPTION.role:
      return about.roles().map(named);
    default:
      return null;
  }
}
