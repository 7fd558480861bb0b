// Steps through a replay by keys, slider and clock. Each step is a link that app.js follows.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const slider = $("at");
  const play = $("play");
  const last = Number(slider.max);
  const now = () => Number($("moment").dataset.at);
  let wanted = now();
  let under = false;
  let timer = 0;

  // While one moment is on its way only the latest wish is kept.
  function go(moment) {
    wanted = Math.max(0, Math.min(last, moment));
    slider.value = wanted;
    if (under || wanted === now()) return;
    under = true;
    const link = $("there");
    link.href = `?at=${wanted}`;
    link.click();
  }

  function mark() {
    for (const old of document.querySelectorAll(".told-all [aria-current],.chapters [aria-current]")) {
      old.removeAttribute("aria-current");
    }
    const event = $(`event-${now()}`);
    if (event) {
      event.setAttribute("aria-current", "true");
      const box = event.closest(".scroll");
      const row = event.getBoundingClientRect();
      const frame = box.getBoundingClientRect();
      if (row.top < frame.top || row.bottom > frame.bottom) box.scrollTop += row.top - frame.top - 40;
    }
    let here = null;
    for (const link of document.querySelectorAll(".chapters a")) if (link.dataset.at <= now()) here = link;
    here?.setAttribute("aria-current", "true");
    for (const link of document.querySelectorAll(".keeps")) link.href = link.dataset.at + now();
  }

  // The neighbours are asked for before they are needed; the browser keeps them for a while.
  function fetchAhead() {
    for (const moment of [now() + 1, now() - 1]) {
      if (moment >= 0 && moment <= last) {
        fetch(`${location.pathname}/parts?at=${moment}`, { priority: "low" }).catch(() => {});
      }
    }
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.play;
  }

  function playOn() {
    if (now() >= last) return pause();
    play.textContent = play.dataset.pause;
    timer = setTimeout(() => go(now() + 1), Number($("speed").value));
  }

  document.addEventListener("table:changed", () => {
    under = false;
    mark();
    if (wanted !== now()) return go(wanted);
    slider.value = now();
    if (timer) playOn();
    fetchAhead();
  });

  slider.addEventListener("input", () => {
    pause();
    go(Number(slider.value));
  });
  slider.form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(slider.value));
  });
  play.addEventListener("click", () => {
    if (timer) return pause();
    if (now() < last) return playOn();
    timer = 1;
    go(0);
  });

  // A link to another moment is followed by app.js; what was wished for before is forgotten.
  addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.("a[data-pick]:not(#there)");
      if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      pause();
      wanted = Number(new URLSearchParams(link.search).get("at"));
      under = true;
    },
    true,
  );

  const chapter = (way) => {
    const places = [...document.querySelectorAll(".chapters a")].map((link) => Number(link.dataset.at));
    if (way < 0) places.reverse();
    return places.find((at) => (way < 0 ? at < now() : at > now())) ?? now();
  };
  const keys = {
    ArrowLeft: () => go(wanted - 1),
    ArrowRight: () => go(wanted + 1),
    Home: () => go(0),
    End: () => go(last),
    PageUp: () => go(chapter(-1)),
    PageDown: () => go(chapter(1)),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.matches("input,select,textarea") || !(event.key in keys)) return;
    event.preventDefault();
    pause();
    keys[event.key]();
  });
  mark();
  fetchAhead();
})();
