// A connection to the server that comes back by itself, and the picture that it brings.

import * as protocol from "./protocol.js";

const AS_IT_IS = { colorSpaceConversion: "none", premultiplyAlpha: "none" };

/** Where a window keeps what its session is called: a page that is loaded again goes on. */
const PLACE = "azulejo.session";
const ELSEWHERE = "the session goes on elsewhere";
const WRONG_TOKEN = "another token expected";

/** Frames share what their window keeps: each is a session of its own, and begins anew when it is loaded again. */
const FRAMED = self !== top;

function recall() {
  if (FRAMED) {
    return "";
  }
  try {
    const session = sessionStorage.getItem(PLACE) ?? "";
    return /^[0-9a-f]{32}$/.test(session) ? session : "";
  } catch {
    // It may be forbidden, in a frame above all
    return "";
  }
}

function remember(session) {
  if (FRAMED) {
    return;
  }
  try {
    sessionStorage.setItem(PLACE, session);
  } catch {
    // Then it begins anew
  }
}

export class Stream {
  /** listener: told(object), drawn(frame), connection(text). */
  constructor(canvas, token, listener) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.kept = document.createElement("canvas");
    this.token = token;
    this.listener = listener;
    this.session = recall();
    this.gone = false;
    this.input = 0;
    this.sentAt = new Map();
    this.chain = Promise.resolve();
    this.wait = 250;
    this.width = 640;
    this.height = 360;
    this.bytes = 0;
    this.connect();
    setInterval(() => this.send(protocol.alive()), 10000);
    // Nobody sees what is painted for a page in the background
    document.addEventListener("visibilitychange", () => this.send(protocol.sight(!document.hidden)));
    addEventListener("pagehide", () => {
      this.gone = true;
      this.socket.close(1000, "goodbye");
    });
    addEventListener("pageshow", () => {
      if (this.gone) {
        this.gone = false;
        this.connect();
      }
    });
  }

  connect() {
    const url = new URL("stream", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    url.search = "";
    const socket = new WebSocket(url, "azulejo.1");
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      socket.send(protocol.hello(this.session, this.width, this.height, this.token));
      if (document.hidden) {
        socket.send(protocol.sight(false));
      }
    };
    socket.onmessage = event => this.take(socket, event.data);
    socket.onclose = event => {
      if (this.socket !== socket) {
        return;
      }
      if (this.gone) {
        return;
      }
      if (event.reason === ELSEWHERE || event.reason === WRONG_TOKEN) {
        // Trying again would go on for ever
        remember("");
        this.listener.connection(`ended: ${event.reason}; load the page again to try again`);
        return;
      }
      this.listener.connection(event.reason ? `ended: ${event.reason}; trying again …` : "connection lost; trying again …");
      setTimeout(() => {
        // Unless the page has gone, or has come back and connected
        if (!this.gone && this.socket === socket) {
          this.connect();
        }
      }, this.wait);
      this.wait = Math.min(8000, this.wait * 2);
    };
  }

  get connected() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(bytes) {
    if (this.connected) {
      this.socket.send(bytes);
    }
  }

  /** Sends what the next picture shall show; write gets the number of the input. */
  act(write) {
    this.input++;
    if (this.connected) {
      this.sentAt.set(this.input, performance.now());
      this.socket.send(write(this.input));
    }
  }

  resize(width, height) {
    if (width !== this.width || height !== this.height) {
      this.width = width;
      this.height = height;
      this.send(protocol.resize(width, height));
    }
  }

  take(socket, data) {
    if (socket !== this.socket) {
      return;
    }
    if (typeof data === "string") {
      const told = JSON.parse(data);
      if (told.type === "welcome") {
        this.session = told.session;
        remember(told.session);
        this.wait = 250;
        this.sentAt.clear();
        this.listener.connection("connected");
      }
      this.bytes += data.length;
      this.listener.told(told, data.length);
      return;
    }
    this.bytes += data.byteLength;
    const arrived = performance.now();
    const frame = protocol.readFrame(data);
    frame.bytes = data.byteLength;
    // Decoded at once, and drawn in turn
    const sheets = Promise.all(frame.blocks.map(block => block.file ? createImageBitmap(block.file, AS_IT_IS) : null));
    this.chain = this.chain.then(() => sheets).then(images => {
      if (socket !== this.socket) {
        return;
      }
      this.draw(frame, images);
      const now = performance.now();
      // Which may have been lost while it was decoded
      this.send(protocol.shown(frame.number, (now - arrived) * 1000));
      frame.latencies = [];
      for (const [input, at] of this.sentAt) {
        if (input <= frame.input) {
          frame.latencies.push(now - at);
          this.sentAt.delete(input);
        }
      }
      this.listener.drawn(frame);
    }).catch(error => {
      this.listener.connection(String(error));
      socket.close();
    });
  }

  draw(frame, images) {
    const context = this.context;
    if (this.canvas.width !== frame.width || this.canvas.height !== frame.height) {
      this.canvas.width = frame.width;
      this.canvas.height = frame.height;
    }
    const side = frame.side;
    const columns = Math.ceil(frame.width / side);
    frame.blocks.forEach((block, b) => {
      let place = 0;
      for (const run of block.runs) {
        if (block.kind === protocol.FILL) {
          context.fillStyle = run.color;
        }
        for (let tile = run.first; tile < run.first + run.count; tile++, place++) {
          const x = tile % columns * side;
          const y = Math.floor(tile / columns) * side;
          if (block.kind === protocol.FILL) {
            context.fillRect(x, y, side, side);
          } else if (block.kind === protocol.KEPT) {
            context.drawImage(this.kept, x, y, side, side, x, y, side, side);
          } else {
            const fromX = place % block.columns * side;
            const fromY = Math.floor(place / block.columns) * side;
            context.drawImage(images[b], fromX, fromY, side, side, x, y, side, side);
          }
        }
      }
      images[b]?.close();
    });
    if (frame.flags & protocol.KEEP) {
      this.kept.width = frame.width;
      this.kept.height = frame.height;
      this.kept.getContext("2d", { alpha: false }).drawImage(this.canvas, 0, 0);
    }
  }
}
