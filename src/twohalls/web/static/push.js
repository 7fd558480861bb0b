// This device asks to be told even when its browser is closed.
"use strict";
(() => {
  const box = document.getElementById("push");
  if (!box || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const [said, button] = [box.querySelector("p"), box.querySelector("button")];
  box.hidden = false;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

  async function show() {
    const worker = await navigator.serviceWorker.getRegistration("/");
    const known = await worker?.pushManager.getSubscription();
    said.textContent = known ? box.dataset.on : box.dataset.off;
    button.hidden = !!known;
  }

  button.addEventListener("click", async () => {
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
      await navigator.serviceWorker.register("/worker.js");
      const worker = await navigator.serviceWorker.ready;
      const device = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) });
      const body = new URLSearchParams({ device: JSON.stringify(device) });
      const answer = await fetch("/games/push", { method: "POST", headers: { "X-Script": "1" }, body });
      if (!answer.ok) throw new Error(await answer.text());
      location.reload();
    } catch {
      said.textContent = box.dataset.failed;
    }
  });
  show();
})();
