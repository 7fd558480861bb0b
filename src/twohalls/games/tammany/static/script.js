// What a person sees of the stage without asking the server: the sum of a bid, the way there and back.
"use strict";
(() => {
  // The votes of a bid are added up while it is being made; the server counts again.
  const plural = new Intl.PluralRules(document.documentElement.lang || "en");

  function tell(ballot, name, count) {
    const number = ballot.querySelector(`[data-${name}]`);
    const word = number.nextElementSibling;
    number.textContent = count;
    word.textContent = plural.select(count) === "one" ? word.dataset.one : word.dataset.other;
  }

  function add() {
    for (const ballot of document.querySelectorAll("[data-sum]")) {
      let chips = 0;
      for (const field of ballot.querySelectorAll("input[type=number]")) chips += Number(field.value) || 0;
      tell(ballot, "chips", chips);
      tell(ballot, "total", chips + Number(ballot.querySelector("[data-base]").textContent));
    }
  }

  // What was dismissed is remembered by the address: no other jump within the page may change it.
  const aim = (hash) => document.getElementById(decodeURIComponent(hash.slice(1)));
  const dismisses = (at) => at?.matches(".seen,#fast");

  function jump(event) {
    const link = event.target.closest?.("a[href^='#']");
    if (!link || dismisses(aim(link.hash)) || !dismisses(aim(location.hash))) return;
    const at = aim(link.hash);
    if (!at || at.matches(".over")) return;
    event.preventDefault();
    at.focus();
    at.scrollIntoView({ block: "nearest" });
  }

  const isSeen = (at) => at.checkVisibility({ visibilityProperty: true });
  const ways = () => [...document.querySelectorAll("[data-escape]")].filter(isSeen);

  // Escape goes on from what lies on top: from the bid to the map and back, from a result onward.
  function escape(event) {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    ways().pop()?.click();
  }

  // In a low window the sheet opens for whoever touches it. It shuts when it is touched once more, and
  // when a piece was chosen for the board under it; with the keyboard the focus is left where it is.
  const low = matchMedia("(max-width: 820px) and (max-height: 600px)");
  const isOpen = () => low.matches && document.activeElement.closest("#turn");

  function shut(event) {
    if (!isOpen() || !event.target.closest?.("#turn") || event.target.closest("a,button")) return;
    event.preventDefault();
    document.activeElement.blur();
  }

  function choose(event) {
    if (event.detail && isOpen() && event.target.closest?.("#turn .tok[data-pick]")) document.activeElement.blur();
  }

  // Who goes on with the keyboard is not left behind on what is no longer there.
  let byKey = false;

  function follow() {
    const at = document.activeElement;
    if (!byKey || (at && at !== document.body && isSeen(at))) return;
    (ways().pop() ?? document.getElementById("turn")).focus({ preventScroll: true });
  }

  document.addEventListener("input", add);
  document.addEventListener("table:changed", add);
  document.addEventListener("click", jump);
  document.addEventListener("mousedown", shut);
  document.addEventListener("click", choose);
  addEventListener("keydown", () => (byKey = true), true);
  addEventListener("pointerdown", () => (byKey = false), true);
  addEventListener("keydown", escape);
  // A browser takes the focus away for the new address only when it draws the next frame.
  addEventListener("hashchange", () => requestAnimationFrame(() => setTimeout(follow)));
})();
