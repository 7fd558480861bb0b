// Playing over days: notifications, what happened meanwhile, and clocks that go on.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const live = $("live");
  const base = live && $("clock")?.dataset.url.replace("/clock", "");
  const MINUTE = 60_000;

  // --- Notifications --------------------------------------------------------------------------

  const OFF = "notifications-off";
  const allowed = () => window.Notification?.permission ?? "none";
  const wanted = () => allowed() === "granted" && !localStorage.getItem(OFF);

  function tell(title, body, tag, address) {
    if (!wanted()) return;
    try {
      const shown = new Notification(title, { body, tag });
      shown.onclick = () => {
        window.focus();
        if (location.pathname !== address) location.assign(address);
      };
    } catch {
      showTelling("none");
    }
  }

  function showTelling(state = allowed()) {
    const box = $("tell");
    if (!box) return;
    const [said, button] = box.children;
    const { ask, on, off, stop, denied, none } = box.dataset;
    said.textContent = { denied, none }[state] ?? (wanted() ? on : off);
    button.textContent = wanted() ? stop : ask;
    button.hidden = state === "denied" || state === "none";
    box.hidden = false;
  }

  async function changeTelling() {
    $("tell").classList.add("asked");
    if (wanted()) localStorage.setItem(OFF, "1");
    else {
      localStorage.removeItem(OFF);
      if (allowed() === "default") await Notification.requestPermission();
    }
    showTelling();
  }

  // --- Your games -----------------------------------------------------------------------------

  const list = document.querySelector("[data-games]");
  const waits = () => new Set([...list.querySelectorAll("[data-wait]")].map((at) => at.dataset.wait));

  if (list) {
    const source = new EventSource(list.dataset.games);
    source.onmessage = (event) => {
      const known = waits();
      const focused = document.activeElement?.getAttribute("href");
      list.innerHTML = event.data;
      if (focused) list.querySelector(`a[href="${focused}"]`)?.focus({ preventScroll: true });
      for (const at of list.querySelectorAll("[data-wait]")) {
        const { wait, title, body } = at.dataset;
        if (!known.has(wait)) tell(title, body, wait, at.pathname);
      }
    };
    addEventListener("pagehide", () => source.close());
  }

  // --- At a table -----------------------------------------------------------------------------

  const isMyTurn = () => document.title.startsWith("● ");
  const version = () => live.dataset.base.split(".")[0];
  let wasMyTurn = isMyTurn();
  let left = null;
  let showing = 0;

  async function fetched(what) {
    const answer = await fetch(`${base}/${what}`).catch(() => null);
    return answer?.ok ? answer.text() : "";
  }

  async function lookAtClock() {
    const now = await fetched("clock");
    const open = $("times")?.open;
    if (!now || !$("clock")) return;
    $("clock").outerHTML = now;
    $("times").open = open;
  }

  // Who sits down spends their link: the others stay.
  const seating = () => live.dataset.base.split(".")[1];
  let seated = live && seating();
  async function lookAtInvite() {
    if (!$("invite") || seating() === seated) return;
    seated = seating();
    const now = await fetched("invite");
    if (!now || !$("invite")) return;
    const { open } = $("invite");
    $("invite").outerHTML = now;
    $("invite").open = open;
  }

  let soon = 0;
  function changed() {
    if (showing) return;
    if (isMyTurn() && !wasMyTurn && (document.hidden || !document.hasFocus())) {
      tell(live.dataset.title, live.dataset.body, base, base);
    }
    wasMyTurn = isMyTurn();
    showTelling();
    lookAtInvite();
    clearTimeout(soon);
    soon = setTimeout(lookAtClock, 300);
  }

  const saySeen = (now) => navigator.sendBeacon(`${base}/seen`, new URLSearchParams({ version: now }));

  // Opponents wait until nothing that was opened lies over the board any more.
  let wentOn = 0;
  function goOn() {
    const screen = Number($("said").dataset.screen);
    const lies = [...document.querySelectorAll("[data-screen]:not(#said)")].some(
      (at) => Number(at.dataset.screen) >= screen && at.checkVisibility(),
    );
    if (!(screen > wentOn) || lies || showing || $("since")) return;
    wentOn = screen;
    saySeen(version());
  }

  async function comeBack() {
    if (left === null || left === version() || $("since")) return;
    const mode = location.pathname.endsWith("/text") ? "?mode=text" : "";
    const html = await fetched(`since${mode}`);
    if (!html || $("since")) return;
    live.insertAdjacentHTML("afterend", html);
    showSince();
  }

  // --- Since you were last here ---------------------------------------------------------------

  function showSince() {
    const next = $("since")?.querySelector("[data-next]");
    if (next && !location.pathname.endsWith("/text")) next.hidden = false;
    if (!document.querySelector(":target")) $("since-title")?.focus({ preventScroll: true });
  }

  const show = (detail) => document.dispatchEvent(new CustomEvent("table:show", { detail }));

  // One line after the other on the board itself; then the present.
  function playOn() {
    const lines = [...$("since").querySelectorAll("[data-at]")];
    const now = lines[showing];
    if (!now) return toPresent();
    showing += 1;
    for (const line of lines) line.toggleAttribute("aria-current", line === now);
    now.scrollIntoView({ block: "nearest" });
    const button = $("since").querySelector("[data-next]");
    if (showing === 1) button.replaceChildren(...button.lastElementChild.childNodes);
    $("since").classList.add("playing");
    show({ at: now.dataset.at, path: `${base}/replay` });
  }

  function toPresent() {
    const form = $("since").querySelector("form");
    fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "X-Script": "1" },
      keepalive: true,
    }).catch(() => {});
    $("since").remove();
    if (showing) show(null);
    showing = 0;
    ($("turn-title") ?? $("turn"))?.focus({ preventScroll: true });
  }

  // --------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    if (event.target.closest("#tell button")) changeTelling();
    else if (event.target.closest("#since [data-next]")) playOn();
  });
  showTelling();
  if (!base) return;
  document.addEventListener("submit", (event) => {
    if (!event.target.closest("#since")) return;
    event.preventDefault();
    toPresent();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && $("since")) toPresent();
  });
  document.addEventListener("table:changed", changed);
  document.addEventListener("table:changed", goOn);
  addEventListener("hashchange", goOn);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return comeBack();
    left = version();
    if (!$("since")) saySeen(left);
  });
  setInterval(lookAtClock, MINUTE);
  showSince();
})();
