// <script src="http://127.0.0.1:7860/embed.js" data-scene="0" data-height="480"></script> puts the picture where it stands.
(() => {
  const script = document.currentScript;
  const frame = document.createElement("iframe");
  const place = new URL("./", script.src);
  place.search = "bare";
  if (/^\d{1,3}$/.test(script.dataset.scene ?? "")) {
    place.search += `&scene=${script.dataset.scene}`;
  }
  if (script.dataset.token) {
    place.hash = `token=${encodeURIComponent(script.dataset.token)}`;
  }
  frame.src = place;
  frame.title = script.dataset.title ?? "A 3D scene";
  frame.style.cssText = "border:0;width:100%;display:block";
  frame.height = script.dataset.height ?? "480";
  script.replaceWith(frame);
})();
