"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const LABEL = 104, ROW = 17, GAP = 3, AXIS = 22;
  // How wide plots are drawn for print, which scales them to its page
  const PAPER = 1000;
  const tip = document.getElementById("tip");
  const range = document.getElementById("range");
  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const decode = Object.fromEntries([...CODE].map((c, i) => [c, i]));
  for (const row of data.rows) {
    row.busy = new Float32Array(data.slices);
    row.wait = new Uint8Array(data.slices);
    for (let i = 0; i < data.slices; i++) {
      row.busy[i] = decode[row.spans[2 * i]] / 63;
      row.wait[i] = decode[row.spans[2 * i + 1]];
    }
  }
  let from = 0, to = data.end, printing = false;
  const plots = [];

  // Shares of a row between two cycles: busy, and each wait.
  const sum = (row, a, b) => {
    let busy = 0, length = 0;
    const waits = new Float64Array(data.states.length);
    const last = Math.min(data.slices - 1, Math.floor((b - 1e-9) / data.width));
    for (let i = Math.max(0, Math.floor(a / data.width)); i <= last; i++) {
      const part = Math.min(b, (i + 1) * data.width) - Math.max(a, i * data.width);
      if (part <= 0) continue;
      length += part;
      busy += part * row.busy[i];
      waits[row.wait[i]] += part * (1 - row.busy[i]);
    }
    if (length === 0) return {busy: 0, waits, most: 0};
    let most = 0;
    for (let s = 1; s < waits.length; s++) if (waits[s] > waits[most]) most = s;
    return {busy: busy / length, waits: waits.map(w => w / length), most};
  };

  const cycles = c => Math.round(c).toLocaleString("en");
  const time = c => (c / data.clock * 1e3).toPrecision(4) + " ms";

  const axis = (g, width, y) => {
    g.fillStyle = g.strokeStyle = style("--soft");
    g.font = "11px system-ui, sans-serif";
    g.textBaseline = "top";
    const rough = (to - from) / Math.max(2, width / 130);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, power * [1, 2, 5, 10].find(d => d * power >= rough));
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const x = LABEL + (at - from) / (to - from) * width;
      g.fillRect(Math.round(x), y, 1, 4);
      const text = cycles(at);
      const half = g.measureText(text).width / 2;
      g.fillText(text, Math.max(LABEL, Math.min(x, LABEL + width - half) - half), y + 6);
    }
    g.textAlign = "left";
    g.fillText("cycles", 0, y + 6);
  };

  const draw = plot => {
    const canvas = plot.canvas;
    if (!canvas.clientWidth) return;
    const wide = printing ? PAPER : canvas.clientWidth;
    const high = plot.rows.length * (ROW + GAP) + AXIS;
    const scale = Math.max(2, window.devicePixelRatio || 1);
    canvas.width = wide * scale;
    canvas.height = high * scale;
    canvas.style.height = high + "px";
    const g = canvas.getContext("2d");
    g.scale(scale, scale);
    const width = wide - LABEL;
    const colours = data.states.map(s => style(s.colour));
    plot.rows.forEach((row, r) => {
      const y = r * (ROW + GAP);
      g.fillStyle = style("--ink");
      g.font = "12px system-ui, sans-serif";
      g.textBaseline = "middle";
      g.fillText(plot.label(row), 0, y + ROW / 2);
      for (let x = 0; x < width; x++) {
        const a = from + x / width * (to - from), b = from + (x + 1) / width * (to - from);
        plot.column(g, row, a, b, LABEL + x, y, colours);
      }
    });
    axis(g, width, plot.rows.length * (ROW + GAP));
  };

  const drawAll = () => {
    plots.forEach(draw);
    range.textContent = `cycles ${cycles(from)} to ${cycles(to)} of ${cycles(data.end)}: ${time(to - from)}`;
  };

  const zoom = (a, b) => {
    const least = Math.min(data.end, Math.max(8, 4 * data.width));
    if (b - a < least) {
      const middle = (a + b) / 2;
      a = middle - least / 2;
      b = middle + least / 2;
    }
    if (a < 0) { b -= a; a = 0; }
    if (b > data.end) { a -= b - data.end; b = data.end; }
    from = Math.max(0, a);
    to = Math.min(data.end, b);
    drawAll();
  };

  const place = (plot, event) => {
    const box = plot.canvas.getBoundingClientRect();
    const width = box.width - LABEL;
    const x = Math.min(width, Math.max(0, event.clientX - box.left - LABEL));
    return {cycle: from + x / width * (to - from), row: plot.rows[Math.floor((event.clientY - box.top) / (ROW + GAP))],
      step: (to - from) / width};
  };

  const listen = plot => {
    let start = null;
    plot.canvas.addEventListener("pointerdown", e => { start = place(plot, e).cycle; plot.canvas.setPointerCapture(e.pointerId); });
    plot.canvas.addEventListener("pointermove", e => {
      const at = place(plot, e);
      if (!at.row) { tip.style.display = "none"; return; }
      tip.textContent = plot.tip(at.row, at.cycle, at.step) +
        (start === null ? "" : `\nzoom to ${cycles(Math.min(start, at.cycle))} ... ${cycles(Math.max(start, at.cycle))}`);
      tip.style.display = "block";
      tip.style.left = Math.min(window.innerWidth - tip.offsetWidth - 8, e.clientX + 14) + "px";
      tip.style.top = Math.min(window.innerHeight - tip.offsetHeight - 8, e.clientY + 14) + "px";
    });
    plot.canvas.addEventListener("pointerup", e => {
      const end = place(plot, e).cycle;
      if (start !== null && Math.abs(end - start) > (to - from) / 200) zoom(Math.min(start, end), Math.max(start, end));
      start = null;
    });
    plot.canvas.addEventListener("pointerleave", () => { tip.style.display = "none"; });
    plot.canvas.addEventListener("dblclick", () => zoom(0, data.end));
    plot.canvas.addEventListener("wheel", e => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      const at = place(plot, e).cycle, factor = e.deltaY < 0 ? 0.7 : 1 / 0.7;
      zoom(at - (at - from) * factor, at + (to - at) * factor);
    }, {passive: false});
  };

  const percent = share => (100 * share).toFixed(share < 0.1 ? 1 : 0) + " %";
  const owners = [...new Set(data.rows.filter(r => r.gpu >= 0).map(r => r.gpu))];
  const rowsOf = gpu => data.rows.filter(r => r.gpu === gpu);

  // Of each GPU, the busiest unit of each moment; of several the first, as the words have it.
  const busiest = (rows, a, b) => {
    let most = null, share = -1;
    for (const row of rows) {
      const busy = sum(row, a, b).busy;
      if (busy > share) { most = row; share = busy; }
    }
    return {most, share};
  };
  const overview = {canvas: document.getElementById("overview"), rows: owners.map(gpu => ({gpu, rows: rowsOf(gpu).sort((a, b) => a.order - b.order)})),
    label: row => "GPU " + row.gpu,
    column: (g, row, a, b, x, y) => {
      const {most, share} = busiest(row.rows, a, b);
      g.fillStyle = style("--nothing");
      g.fillRect(x, y, 1, ROW);
      g.fillStyle = style(data.kinds[most.kind].colour);
      g.fillRect(x, y + ROW * (1 - share), 1, ROW * share);
    },
    tip: (row, cycle, step) => {
      const {most, share} = busiest(row.rows, cycle, cycle + step);
      return `GPU ${row.gpu}, cycle ${cycles(cycle)}\nbusiest: ${data.kinds[most.kind].words}, ${percent(share)}`;
    }};
  plots.push(overview);

  const unitPlot = (canvas, rows) => ({canvas, rows,
    label: row => row.kind + (row.units > 1 ? " x" + row.units : ""),
    column: (g, row, a, b, x, y, colours) => {
      const {busy, most} = sum(row, a, b);
      g.fillStyle = colours[most];
      g.fillRect(x, y, 1, ROW);
      g.fillStyle = colours[0];
      g.fillRect(x, y + ROW * (1 - busy), 1, ROW * busy);
    },
    tip: (row, cycle, step) => {
      const {busy, waits} = sum(row, cycle, cycle + step);
      const parts = [`busy ${percent(busy)}`];
      waits.forEach((w, s) => { if (w > 0.005) parts.push(`${data.states[s].words} ${percent(w)}`); });
      return `${row.gpu < 0 ? "" : `GPU ${row.gpu}: `}${row.kind}, cycle ${cycles(cycle)}\n${parts.join("\n")}`;
    }});
  const host = document.getElementById("gpus");
  owners.forEach((gpu, index) => {
    const details = document.createElement("details");
    details.open = index < 2;
    const summary = document.createElement("summary");
    summary.textContent = "GPU " + gpu;
    const canvas = document.createElement("canvas");
    details.append(summary, canvas);
    host.append(details);
    const plot = unitPlot(canvas, rowsOf(gpu).concat(index === 0 ? rowsOf(-1) : []));
    plots.push(plot);
    details.addEventListener("toggle", () => draw(plot));
  });
  document.getElementById("kinds").innerHTML = Object.entries(data.kinds)
    .filter(([name]) => data.rows.some(row => row.gpu >= 0 && row.kind === name && row.busy.some(b => b > 0)))
    .map(([, k]) => `<span><i style="background:var(${k.colour})"></i>${k.words}</span>`).join("");
  plots.forEach(listen);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => {
      const factor = Number(button.dataset.zoom), middle = (from + to) / 2, half = (to - from) / 2 * factor;
      zoom(factor ? middle - half : 0, factor ? middle + half : data.end);
    });
  }
  window.addEventListener("resize", drawAll);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  // Paper cannot be clicked on: all GPUs are printed.
  let opened = [];
  for (const name of ["beforeprint", "afterprint"]) {
    window.addEventListener(name, () => {
      printing = name === "beforeprint";
      for (const details of opened) details.open = false;
      opened = printing ? [...host.querySelectorAll("details:not([open])")] : [];
      for (const details of opened) details.open = true;
      drawAll();
    });
  }
  drawAll();
})();
