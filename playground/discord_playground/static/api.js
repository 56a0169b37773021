/** The page's requests: Discord's REST API as a person, and the playground's own controls. */

async function request(method, path, { token, body, files = [] } = {}) {
  const headers = token ? { Authorization: token } : {};
  let payload;
  if (files.length) {
    payload = new FormData();
    payload.append("payload_json", JSON.stringify(body));
    files.forEach((file, number) => payload.append(`files[${number}]`, file, file.name));
  } else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    payload = JSON.stringify(body);
  }
  try {
    const response = await fetch(path, { method, headers, body: payload });
    const text = await response.text();
    return { ok: response.ok, status: response.status, data: read(text) };
  } catch {
    return { ok: false, status: 0, data: { message: "The playground does not answer." } };
  }
}

function read(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return { message: text.slice(0, 200) };
  }
}

/** Send a REST v10 request with a person's token; after a rate limit, wait and retry once. */
export class Api {
  constructor(token) {
    this.token = token;
  }

  async call(method, path, body, files) {
    const options = { token: this.token, body, files };
    const answer = await request(method, `/api/v10${path}`, options);
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * (answer.data?.retry_after ?? 1)));
    return request(method, `/api/v10${path}`, options);
  }
}

/** Call one of the playground's own controls, which the bot never uses. */
export const controls = {
  state: async () => (await request("GET", "/playground/state")).data,
  phone: async (name, since) => (await request("GET", `/playground/phone/${name}?since=${since}`)).data,
  games: async () => (await request("GET", "/playground/games")).data,
  log: async (since) => (await request("GET", `/playground/log?since=${since}`)).data,
  person: (name, change) => request("POST", `/playground/people/${name}`, { body: change }),
  channel: (id, change) => request("POST", `/playground/channels/${id}`, { body: change }),
  deleteChannel: (id) => request("DELETE", `/playground/channels/${id}`),
  deleteMessage: (id) => request("DELETE", `/playground/messages/${id}`),
  fault: (fault) => request("POST", "/playground/faults", { body: { times: 1, ...fault } }),
  clearFaults: () => request("DELETE", "/playground/faults"),
  clock: (add) => request("POST", "/playground/clock", { body: { add } }),
};

/** Return Discord's error as a sentence: its message and the innermost complaints. */
export function complaint(answer) {
  const data = answer.data ?? {};
  const inner = [...innermost(data.errors)].join(" ");
  return [data.message ?? `The server answered ${answer.status}.`, inner].filter(Boolean).join(" ");
}

function* innermost(errors) {
  if (!errors || typeof errors !== "object") return;
  for (const [key, value] of Object.entries(errors)) {
    if (key === "_errors") yield* value.map((error) => error.message);
    else yield* innermost(value);
  }
}
