// At hand beside the board: keys, what others moved, the rules in a tab of their own, sounds.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const live = $("live");
  if (!live) return;

  // --- What others moved stays marked until one acts ------------------------------------------

  function mark(name, ids) {
    for (const old of document.querySelectorAll(`.${name}`)) {
      if (!ids.includes(old.id)) old.classList.remove(name);
    }
    for (const id of ids) $(id)?.classList.add(name);
  }

  const placesOf = (line) => line.dataset.at.split(" ");
  const isMyTurn = () => document.title.startsWith("● ");

  // The log is told the newest first: above one's own last line stands what others did since.
  function markMoved() {
    const lines = [...document.querySelectorAll("#log li")];
    const mine = lines.findIndex((line) => line.matches(".me"));
    const since = !isMyTurn() || !document.querySelector("li.me") ? 0 : mine < 0 ? lines.length : mine;
    lines.forEach((line, number) => line.classList.toggle("unseen", number < since));
    mark("moved", [...document.querySelectorAll("#log .unseen[data-at]")].flatMap(placesOf));
    mark("last", [...document.querySelectorAll("#log [data-at]")].slice(0, 1).flatMap(placesOf));
  }

  // A line of the log shows where it happened: by pointer, or by arrow keys in the log.
  const light = (line, on) => {
    for (const id of placesOf(line)) $(id)?.classList.toggle("lit", on);
  };
  for (const [name, on] of Object.entries({ mouseover: true, mouseout: false, focusin: true, focusout: false })) {
    document.addEventListener(name, ({ target }) => {
      const line = target.closest?.("#log [data-at]");
      if (line) light(line, on);
    });
  }

  function walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const box = event.target.closest?.("[role=region],[role=group],[data-at]")?.closest("[tabindex='0']");
    if (!step || !box?.querySelector("#log [data-at]")) return;
    const lines = [...box.querySelectorAll("#log [data-at]")].filter((line) => line.checkVisibility());
    const next = lines[lines.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.tabIndex = -1;
    next.focus();
  }

  // --- Keys -----------------------------------------------------------------------------------

  const click = (selector) => {
    const found = [...document.querySelectorAll(selector)].find((at) => at.checkVisibility() && !at.disabled);
    found?.click();
  };
  // What can be answered in words, else on the board, else whatever stands there.
  const CHOICES = ":is(a[data-pick],a[data-say],[form=move]:enabled,[form=compose]:enabled)";
  const ANSWERS = [`#turn ${CHOICES}`, `main ${CHOICES}`, "#turn :is(a,button)"];
  const keys = {
    "?": () => $("keys").showModal(),
    e: () => click("#turn .prim, #turn .end[form], #bidding .prim, #give .prim, .reveal .prim, #outcome .prim"),
    u: () => click("#undo-step, #turn [form=undo]"),
    h: () => click("#ask-hint"),
    g: () => ANSWERS.map((at) => document.querySelector(at)).find(Boolean)?.focus(),
    l: () => document.querySelector("[tabindex='0']:has(#log)")?.focus(),
    i: () => click("[data-holdings]"),
    t: () => click("[data-talk]"),
    w: () => click("[data-words]"),
    r: () => click("[data-rules]"),
    p: () => click("[data-replay]"),
    n: () => click("[data-next-game]"),
    s: () => click("#sound"),
  };
  const isTyping = (at) => at.closest?.("input:not([type=checkbox],[type=radio]),textarea,select,dialog,[contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    walk(event);
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : ""];
    if (!act || event.repeat) return;
    event.preventDefault();
    act();
  });

  // --- What everybody has ---------------------------------------------------------------------

  async function showHoldings(link) {
    const answer = await fetch(link.href).catch(() => null);
    const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
    const table = page.getElementById("held");
    if (!table) return location.assign(link.href);
    $("holdings").firstElementChild.replaceChildren(table);
    $("holdings").showModal();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-holdings]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showHoldings(link);
  });

  // --- The rules open beside the table --------------------------------------------------------

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/rules']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link.href, "rules");
  });

  // --- Sounds, off until asked for ------------------------------------------------------------

  const ON = "sounds";
  let audio = null;
  const tones = { turn: [660, 880], move: [330], over: [523, 659, 784, 1047] };

  function play(what) {
    if (!localStorage.getItem(ON)) return;
    audio ??= new AudioContext();
    tones[what].forEach((pitch, number) => {
      const [tone, loud, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + number * 0.14];
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(what === "move" ? 0.05 : 0.14, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    });
    live.dataset.played = what;
  }

  const showSound = () => $("sound")?.setAttribute("aria-pressed", String(Boolean(localStorage.getItem(ON))));
  const state = () => {
    if (!$("after")?.hidden) return "over";
    return isMyTurn() ? "turn" : "move";
  };
  const newest = () => document.querySelector("#log li")?.textContent;
  let was = [state(), newest()];

  function changed() {
    markMoved();
    showSound();
    const now = [state(), newest()];
    if (now[0] !== was[0] && now[0] !== "move") play(now[0]);
    else if (now[1] !== was[1]) play("move");
    was = now;
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-keys]")) $("keys").showModal();
    if (!target.closest?.("#sound")) return;
    localStorage.getItem(ON) ? localStorage.removeItem(ON) : localStorage.setItem(ON, "1");
    showSound();
    play("turn");
  });
  document.addEventListener("table:changed", changed);
  markMoved();
  showSound();
})();
