import assert from "node:assert/strict";
import test from "node:test";

import { load } from "./browser.js";

const { OPTION, matching, readOption, typeable, written } = await load("slash");
const amount = { type: OPTION.whole, name: "amount", min_value: 1, max_value: 10 };
const COMMANDS = [
  {
    id: "5",
    version: "6",
    name: "jar",
    description: "A jar",
    options: [
      { type: OPTION.command, name: "start", description: "Open a table" },
      { type: OPTION.command, name: "put", description: "Put coins in", options: [amount] },
    ],
  },
  { id: "8", version: "9", name: "help", description: "Help", options: [] },
];

test("each subcommand can be typed by itself", () => {
  assert.deepEqual(
    typeable(COMMANDS).map((leaf) => leaf.name),
    ["jar start", "jar put", "help"],
  );
});

test("the likeliest command comes first", () => {
  const all = typeable(COMMANDS);
  assert.equal(matching(all, "")[0].name, "jar start");
  assert.equal(matching(all, "put")[0].name, "jar put");
  assert.deepEqual(matching(all, "teapot"), []);
});

test("the payload has the subcommand inside the command", () => {
  const put = typeable(COMMANDS)[1];
  assert.deepEqual(
    written(put, () => ({ value: 3 })),
    {
      version: "6",
      id: "5",
      name: "jar",
      type: 1,
      options: [
        {
          type: OPTION.command,
          name: "put",
          options: [{ type: OPTION.whole, name: "amount", value: 3 }],
        },
      ],
    },
  );
});

test("a number out of range is a problem, and one in range a value", () => {
  assert.deepEqual(readOption(amount, " 10 "), { value: 10 });
  assert.deepEqual(readOption(amount, "11"), { problem: "Give a number from 1 to 10." });
  assert.deepEqual(readOption(amount, "ten"), { problem: "Give a whole number from 1 to 10." });
});

test("an empty option is left out, unless it is required", () => {
  assert.equal(readOption(amount, "  "), undefined);
  assert.ok(readOption({ ...amount, required: true }, "").problem);
});
