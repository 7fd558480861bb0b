// The hall as it is now: the lists come again whenever a table in it changes.
"use strict";
(() => {
  const lists = document.querySelector("[data-hall]");
  if (!lists) return;
  const source = new EventSource(lists.dataset.hall);
  source.onmessage = ({ data }) => {
    const focused = document.activeElement;
    // Nothing is taken from under the fingers of somebody who is filling something in.
    if (lists.contains(focused) && focused.matches("input")) return;
    const holder = document.createElement("template");
    holder.innerHTML = data;
    const now = holder.content.firstElementChild;
    const old = document.getElementById("hall");
    if (!old.isEqualNode(now)) old.replaceWith(now);
  };
  addEventListener("pagehide", () => source.close());
})();
