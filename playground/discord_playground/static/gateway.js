/** One person's gateway connection: it identifies, sends heartbeats and reconnects. */

const OP = { dispatch: 0, heartbeat: 1, identify: 2, reconnect: 7, invalid: 9, hello: 10 };
const LONGEST_PAUSE = 4000;

export class Gateway {
  /** `hear(kind, data)` receives every event, `turned(up)` every change of the connection. */
  constructor(address, token, { hear, turned }) {
    this.address = address;
    this.token = token;
    this.hear = hear;
    this.turned = turned;
    this.pause = 250;
    this.connect();
  }

  connect() {
    this.sequence = null;
    this.socket = new WebSocket(this.address);
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  /** Drop the connection as a network failure would; it reconnects by itself. */
  drop() {
    this.socket.close();
  }

  receive({ op, t: kind, d: data, s: sequence }) {
    if (sequence) this.sequence = sequence;
    if (op === OP.hello) this.greet(data.heartbeat_interval);
    else if (op === OP.heartbeat) this.send(OP.heartbeat, this.sequence);
    else if (op === OP.reconnect || op === OP.invalid) this.drop();
    else if (op === OP.dispatch) {
      if (kind === "READY") {
        this.pause = 250;
        this.turned(true);
      }
      this.hear(kind, data);
    }
  }

  greet(interval) {
    clearInterval(this.heart);
    this.heart = setInterval(() => this.send(OP.heartbeat, this.sequence), interval);
    this.send(OP.identify, {
      token: this.token,
      properties: { os: "playground", browser: "playground", device: "" },
      capabilities: 0,
    });
  }

  send(op, data) {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ op, d: data }));
    }
  }

  lost() {
    clearInterval(this.heart);
    this.turned(false);
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
