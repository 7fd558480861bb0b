// Talk beside the board: it opens in place, what is said arrives on the table's stream.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const panel = $("talk");
  if (!panel) return;
  const list = () => $("talk-said");
  const isBeside = !!panel.querySelector("[data-talk-close]");
  const asked = { method: "POST", headers: { "X-Script": "1" } };
  let heard = 0;

  // Times are the reader's own; of another day the day is said, too.
  function localise() {
    for (const time of panel.querySelectorAll("time")) {
      const at = new Date(time.dateTime);
      const day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
      time.textContent = at.toLocaleString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", ...day });
    }
  }

  function toEnd() {
    list().scrollTop = list().scrollHeight;
  }

  const isRead = () => !panel.hidden && document.visibilityState === "visible" && (isBeside || inSight());
  const inSight = () => {
    const box = list().getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  };

  function count() {
    const last = Number(list().dataset.last);
    const unread = isRead() || last <= heard ? 0 : Number(list().dataset.unread);
    if (isRead() && last > heard) {
      heard = last;
      fetch(`${panel.dataset.url}/heard`, { ...asked, body: new URLSearchParams({ up_to: last }) }).catch(() => {});
    }
    const mark = $("unread");
    if (!mark) return;
    mark.hidden = !unread;
    mark.lastElementChild.textContent = unread;
  }

  function show(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const now = holder.content.firstElementChild;
    const old = list();
    const atEnd = old.scrollTop + old.clientHeight >= old.scrollHeight - 40;
    Object.assign(old.dataset, now.dataset);
    const there = new Set([...now.querySelectorAll("li[id]")].map((one) => one.id));
    for (const one of old.querySelectorAll("li[id]")) if (!there.has(one.id)) one.remove();
    old.querySelector(".hint")?.remove();
    if (!there.size) old.prepend(...now.querySelectorAll(".hint"));
    for (const one of now.querySelectorAll("li[id]")) if (!$(one.id)) old.querySelector("ol").append(one);
    localise();
    if (atEnd) toEnd();
    count();
  }

  function open(yes) {
    panel.hidden = !yes;
    if (yes) {
      toEnd();
      $("say-text").focus();
      count();
    } else $("talk-link")?.focus();
  }

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("[data-talk],[data-talk-close],.place");
    if (!link || (!isBeside && link.matches("[data-talk]"))) return;
    event.preventDefault();
    if (link.matches(".place")) light(link, true);
    else open(panel.hidden);
  });
  addEventListener("keydown", (event) => event.key === "Escape" && isBeside && panel.contains(document.activeElement) && open(false));

  // What a message names is outlined as long as it is pointed at.
  function light(link, on) {
    for (const id of link.dataset.places.split(" ")) $(id)?.classList.toggle("lit", on);
  }
  for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
    panel.addEventListener(name, ({ target }) => target.closest?.(".place") && light(target.closest(".place"), on));
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.id !== "say") return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    if (!body.get("text").trim() && !body.has("sign")) return $("say-text").focus();
    const answer = await fetch(form.action, { ...asked, body }).catch(() => null);
    $("say-refused").textContent = answer?.ok ? "" : answer ? await answer.text() : panel.dataset.failed;
    if (!answer?.ok) return;
    form.elements.key.value = answer.headers.get("X-Key");
    if (!body.has("sign")) $("say-text").value = "";
    show(await answer.text());
    toEnd();
  });

  document.addEventListener("table:talk", ({ detail }) => show(detail));
  document.addEventListener("visibilitychange", count);
  addEventListener("scroll", count, { passive: true });
  localise();
  toEnd();
  count();
  if (location.hash === "#talk" && isBeside) open(true);
  if (panel.dataset.stream) {
    const stream = new EventSource(panel.dataset.stream);
    stream.addEventListener("talk", ({ data }) => show(data));
    addEventListener("pagehide", () => stream.close());
  }
})();
