// What a page says to the server, and what pictures come as; the server's ClientCodec and FrameEncoder say the same.

export const VERSION = 1;

/** In the order of the server's Setting. */
const SETTINGS = ["SCENE", "CAMERA", "ANIMATION", "PLAYING", "VARIANT", "ENVIRONMENT", "EXPOSURE", "SAMPLES", "SHADOWS", "GPUS",
  "SPLIT", "REGIONS", "PRETEST", "BINS", "EARLY_Z", "REUSE", "THROTTLE", "ALL"];

export const WHOLE = 1;
export const KEEP = 2;
export const EXACT = 4;
export const FILL = 0;
export const KEPT = 1;
export const JPEG = 2;

function message(kind, bytes, write) {
  const view = new DataView(new ArrayBuffer(2 + bytes));
  view.setUint8(0, VERSION);
  view.setUint8(1, kind);
  if (write) {
    write(view);
  }
  return view.buffer;
}

export function hello(session, width, height, token) {
  const name = new TextEncoder().encode(token);
  return message(1, 20 + name.length, view => {
    for (let i = 0; i < 16; i++) {
      view.setUint8(2 + i, parseInt(session.slice(2 * i, 2 * i + 2) || "0", 16));
    }
    view.setUint16(18, width);
    view.setUint16(20, height);
    name.forEach((byte, i) => view.setUint8(22 + i, byte));
  });
}

export const drag = (input, pans, x, y) => message(2, 13, view => {
  view.setInt32(2, input);
  view.setUint8(6, pans ? 1 : 0);
  view.setFloat32(7, Math.max(-10, Math.min(10, x)));
  view.setFloat32(11, Math.max(-10, Math.min(10, y)));
});

export const zoom = (input, factor) => message(3, 8, view => {
  view.setInt32(2, input);
  view.setFloat32(6, Math.max(0.11, Math.min(9.9, factor)));
});

const part = value => Math.max(0, Math.min(1, value));

export const focus = (input, x, y) => message(4, 12, view => {
  view.setInt32(2, input);
  view.setFloat32(6, part(x));
  view.setFloat32(10, part(y));
});

export const pointer = (input, over, x, y) => message(5, 13, view => {
  view.setInt32(2, input);
  view.setUint8(6, over ? 1 : 0);
  view.setFloat32(7, part(x));
  view.setFloat32(11, part(y));
});

export const resize = (width, height) => message(6, 4, view => {
  view.setUint16(2, width);
  view.setUint16(4, height);
});

export const set = (input, what, value) => message(7, 9, view => {
  view.setInt32(2, input);
  view.setUint8(6, SETTINGS.indexOf(what));
  view.setInt32(7, value);
});

export const shown = (frame, micros) => message(8, 8, view => {
  view.setInt32(2, frame);
  view.setInt32(6, Math.min(0x7fffffff, Math.max(0, Math.round(micros))));
});

export const watch = (owners, timeline) => message(9, 2, view => {
  view.setUint8(2, owners ? 1 : 0);
  view.setUint8(3, timeline ? 1 : 0);
});

export const exportSession = () => message(10, 0);

export const importSession = state => message(11, state.length, view => state.forEach((byte, i) => view.setUint8(2 + i, byte)));

export const alive = () => message(12, 0);

export const sight = seen => message(13, 1, view => view.setUint8(2, seen ? 1 : 0));

/** Reads a picture: its blocks, each with runs of tiles. */
export function readFrame(buffer) {
  const view = new DataView(buffer);
  if (view.getUint8(0) !== VERSION || view.getUint8(1) !== 1) {
    throw new Error("a picture of another version: reload the page");
  }
  const frame = {
    number: view.getInt32(2),
    input: view.getInt32(6),
    width: view.getUint16(10),
    height: view.getUint16(12),
    side: view.getUint8(14),
    flags: view.getUint8(15),
    serverMicros: view.getInt32(16),
    blocks: [],
  };
  let at = 22;
  for (let left = view.getUint16(20); left > 0; left--) {
    const block = { kind: view.getUint8(at), runs: [] };
    const runs = view.getUint16(at + 1);
    at += 3;
    for (let i = 0; i < runs; i++) {
      const run = { first: view.getUint16(at), count: view.getUint16(at + 2) };
      at += 4;
      if (block.kind === FILL) {
        run.color = `rgb(${view.getUint8(at)},${view.getUint8(at + 1)},${view.getUint8(at + 2)})`;
        at += 3;
      }
      block.runs.push(run);
    }
    if (block.kind >= JPEG) {
      block.columns = view.getUint8(at);
      const length = view.getUint32(at + 1);
      block.file = new Blob([new Uint8Array(buffer, at + 5, length)], { type: block.kind === JPEG ? "image/jpeg" : "image/png" });
      at += 5 + length;
    }
    frame.blocks.push(block);
  }
  return frame;
}
