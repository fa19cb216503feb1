// Many clients that turn a scene and show nothing: node --experimental-websocket load.mjs ADDRESS COUNT SECONDS
const [address, count, seconds] = process.argv.slice(2);
const url = new URL("stream", address);
url.protocol = "ws:";

function message(kind, bytes, write) {
  const view = new DataView(new ArrayBuffer(2 + bytes));
  view.setUint8(0, 1);
  view.setUint8(1, kind);
  write(view);
  return view.buffer;
}

class Client {
  frames = 0;
  bytes = 0;
  pixels = 0;
  latencies = [];
  sentAt = new Map();
  input = 0;

  constructor() {
    this.socket = new WebSocket(url, "azulejo.1");
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.socket.send(message(1, 20, view => {
      view.setUint16(18, 1280);
      view.setUint16(20, 720);
    }));
    this.socket.onclose = event => { this.end = event.reason || "closed"; };
    this.socket.onmessage = event => {
      if (typeof event.data === "string") {
        return;
      }
      const view = new DataView(event.data);
      this.frames++;
      this.bytes += event.data.byteLength;
      this.pixels = view.getUint16(10) * view.getUint16(12);
      this.socket.send(message(8, 8, to => to.setInt32(2, view.getInt32(2))));
      for (const [input, at] of this.sentAt) {
        if (input <= view.getInt32(6)) {
          this.latencies.push(performance.now() - at);
          this.sentAt.delete(input);
        }
      }
    };
    this.timer = setInterval(() => {
      if (this.socket.readyState === WebSocket.OPEN && this.frames > 0) {
        this.sentAt.set(++this.input, performance.now());
        this.socket.send(message(2, 13, view => {
          view.setInt32(2, this.input);
          view.setFloat32(7, 0.01);
        }));
      }
    }, 33);
  }

  reset() {
    this.frames = 0;
    this.bytes = 0;
    this.latencies = [];
  }

  close() {
    clearInterval(this.timer);
    this.socket.close();
  }
}

const sleep = ms => new Promise(done => setTimeout(done, ms));
const clients = Array.from({ length: count }, () => new Client());
await sleep(8000);
clients.forEach(client => client.reset());
await sleep(1000 * seconds);
const all = clients.flatMap(client => client.latencies).sort((a, b) => a - b);
const at = part => all[Math.min(all.length - 1, Math.floor(part * all.length))]?.toFixed(0);
const rates = clients.map(client => client.frames / seconds).sort((a, b) => a - b);
const sides = clients.map(client => Math.sqrt(client.pixels / (1280 * 720))).sort((a, b) => a - b);
const ended = clients.filter(client => client.end).map(client => client.end);
console.log(`${count} sessions: input to picture median ${at(0.5)} ms, p99 ${at(0.99)}; pictures a second ${rates[0].toFixed(1)} to ${rates.at(-1).toFixed(1)};`
  + ` sides ${sides[0].toFixed(2)} to ${sides.at(-1).toFixed(2)}; ${(clients.reduce((sum, client) => sum + client.bytes, 0) / seconds / 1000).toFixed(0)} KB/s`
  + `${ended.length ? `; ${ended.length} ended: ${ended[0]}` : ""}`);
clients.forEach(client => client.close());
await sleep(300);
process.exit(0);
