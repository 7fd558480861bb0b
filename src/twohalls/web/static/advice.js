// Hints and analyses come when they are ready: what says `data-again` is asked for again.
"use strict";
(() => {
  const PAUSE = 1000;
  const asked = { headers: { "X-Script": "1" } };
  let next = 0;

  // Only what is inside changes: the element stays, so that what comes is also heard.
  function put(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const now = holder.content.firstElementChild;
    const old = now && document.getElementById(now.id);
    if (!old) return;
    for (const name of ["data-again", "data-places", "aria-busy"]) {
      now.hasAttribute(name) ? old.setAttribute(name, now.getAttribute(name)) : old.removeAttribute(name);
    }
    if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
  }

  async function look() {
    for (const at of document.querySelectorAll("[data-again]")) {
      const answer = await fetch(at.dataset.again, asked).catch(() => null);
      if (answer?.status === 204) at.removeAttribute("data-again");
      else if (answer?.ok) put(await answer.text());
    }
    point();
  }

  // What a hint names on the board is outlined, as long as the hint stands there.
  function point() {
    const named = document.querySelector("[data-places]")?.dataset.places.split(" ") ?? [];
    for (const old of document.querySelectorAll(".hinted")) {
      if (!named.includes(old.id)) old.classList.remove("hinted");
    }
    for (const id of named) document.getElementById(id)?.classList.add("hinted");
    clearTimeout(next);
    if (document.querySelector("[data-again]")) next = setTimeout(look, PAUSE);
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("[data-advice]")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { ...asked, method: "POST", body }).catch(() => null);
    const notice = document.getElementById("notice");
    if (answer?.ok) put(await answer.text());
    else if (notice) notice.textContent = answer ? await answer.text() : document.getElementById("live").dataset.failed;
    point();
  });
  document.addEventListener("table:changed", point);
  point();
})();
