// Who painted which tile, and who did what when.

const SATURATION = 0.75;

/**
 * All of these are three times as light as the dark page, or the light one three times as they. Hues come close after 5, 8
 * and 13, which are no multiples of how many these are.
 */
const LUMINANCES = [0.16, 0.22, 0.29];

function luminance(hue, lightness) {
  const part = n => {
    const k = (n + hue / 30) % 12;
    const value = lightness - SATURATION * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(8) + 0.0722 * part(4);
}

/** How light a hue has to be, percent, as HSL counts, to look so light. */
function lightnessOf(hue, wanted) {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (luminance(hue, middle) < wanted) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return 100 * low;
}

const lightnesses = [];

/** The colour of a GPU: no few of them come close. */
export function color(gpu, alpha = 1) {
  const hue = Math.round(gpu * 0.618034 % 1 * 360);
  lightnesses[gpu] ??= lightnessOf(hue, LUMINANCES[gpu % LUMINANCES.length]).toFixed(1);
  return `hsl(${hue} ${100 * SATURATION}% ${lightnesses[gpu]}% / ${alpha})`;
}

/** Rendered tiles are tinted by their GPU, kept ones dotted. */
export function drawOwners(canvas, owners, width, height) {
  const { side, columns, runs } = owners;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const gpu = runs[i] >> 1;
    const kept = runs[i] & 1;
    for (let k = 0; k < runs[i + 1]; k++, at++) {
      const x = at % columns * side;
      const y = Math.floor(at / columns) * side;
      context.fillStyle = color(gpu, kept ? 0.14 : 0.32);
      context.fillRect(x, y, side, side);
      if (kept) {
        context.fillStyle = color(gpu, 0.7);
        context.fillRect(x + side / 2 - 2, y + side / 2 - 2, 4, 4);
      }
    }
  }
}

function meaning(background, words) {
  const key = document.createElement("span");
  key.className = "key";
  key.style.background = background;
  const made = document.createElement("span");
  made.className = "meaning";
  made.append(key, words);
  return made;
}

function list(to, meanings) {
  meanings.forEach((one, i) => to.append(i > 0 ? ", " : "", one));
}

export function legend(to, owners) {
  const rendered = new Map();
  let kept = 0;
  let all = 0;
  for (let i = 0; i < owners.runs.length; i += 2) {
    const gpu = owners.runs[i] >> 1;
    const count = owners.runs[i + 1];
    all += count;
    kept += owners.runs[i] & 1 ? count : 0;
    rendered.set(gpu, (rendered.get(gpu) ?? 0) + count);
  }
  to.replaceChildren("Of the picture: ");
  list(to, [...rendered.keys()].sort((a, b) => a - b)
    .map(gpu => meaning(color(gpu), `GPU ${gpu}: ${Math.round(100 * rendered.get(gpu) / all)} %`)));
  to.append(`; dotted tiles kept their pixels (${Math.round(100 * kept / all)} %).`);
}

/**
 * Time of each activity in a row, microseconds: what a span holds inside is the inner one's time,
 * and not its own.
 */
export function ownTimes(spans) {
  const times = new Map();
  const add = (what, time) => times.set(what, (times.get(what) ?? 0) + time);
  const open = [];
  // Those that begin together: the longer one is outside
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    while (open.length && open.at(-1).to <= span.from) {
      open.pop();
    }
    add(span.what, span.to - span.from);
    const outer = open.at(-1);
    if (outer) {
      add(outer.what, -(Math.min(span.to, outer.to) - span.from));
    }
    open.push(span);
  }
  return times;
}

/** Draws a row for each worker, and says under it what it shows. */
export function drawTimeline(canvas, caption, timeline) {
  if (!timeline.rows) {
    caption.textContent = "Nothing was rendered.";
    return;
  }
  const scale = devicePixelRatio;
  const height = 16;
  const left = 62;
  const width = Math.max(200, canvas.clientWidth);
  canvas.width = width * scale;
  canvas.height = (timeline.rows.length * height + 18) * scale;
  canvas.style.height = `${timeline.rows.length * height + 18}px`;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const ink = getComputedStyle(canvas).color;
  const perMicro = (width - left - 8) / Math.max(1, timeline.ms * 1000);
  const times = new Map();
  timeline.rows.forEach((row, r) => {
    context.fillStyle = ink;
    context.fillText(`GPU ${row.gpu}, ${row.worker}`, 4, r * height + height / 2);
    const spans = [];
    for (let i = 0; i < row.spans.length; i += 3) {
      spans.push({ what: row.spans[i], from: row.spans[i + 1], to: row.spans[i + 2] });
    }
    // Longer ones hold shorter ones
    spans.sort((a, b) => b.to - b.from - (a.to - a.from));
    for (const span of spans) {
      context.fillStyle = activityColor(timeline, span.what);
      // Who waits is seen to do nothing
      const inset = isWaiting(timeline, span.what) ? 6 : 2;
      context.fillRect(left + span.from * perMicro, r * height + inset, Math.max(0.6, (span.to - span.from) * perMicro), height - 2 * inset);
    }
    for (const [what, time] of ownTimes(spans)) {
      const name = timeline.activities[what];
      times.set(name, (times.get(name) ?? 0) + time / 1000);
    }
  });
  context.fillStyle = ink;
  context.fillText(`0 to ${timeline.ms.toFixed(1)} ms`, left, timeline.rows.length * height + 9);
  const most = [...times].sort((a, b) => b[1] - a[1]).slice(0, 6);
  caption.replaceChildren(`The last frame took ${timeline.ms.toFixed(1)} ms. Most of the workers' time: `);
  list(caption, most
    .map(([name, ms]) => meaning(activityColor(timeline, timeline.activities.indexOf(name)), `${name} ${ms.toFixed(1)} ms`)));
  caption.append(".");
}

function isWaiting(timeline, what) {
  return timeline.activities[what] === "waiting";
}

function activityColor(timeline, what) {
  return isWaiting(timeline, what) ? "rgb(125 125 125)" : color(what + 1);
}
