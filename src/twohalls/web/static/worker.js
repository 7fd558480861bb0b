// Shows what is pushed to this device, and leads to the table when it is clicked.
"use strict";
addEventListener("push", (event) => {
  const { title, body, link } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag: link, data: { link }, icon: "/static/icon.svg" }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = event.notification.data;
  const led = async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find((page) => new URL(page.url).pathname === new URL(link, location).pathname);
    return there ? there.focus() : clients.openWindow(link);
  };
  event.waitUntil(led());
});
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
