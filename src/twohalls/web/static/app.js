// The page without reloads: changes arrive on a stream and are merged into what stands there.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let source = null;
  let waiting = false;
  let picked = location.search !== "";
  let asking = 0;

  // --- Merging ------------------------------------------------------------------------------

  function parsed(html, inSvg) {
    const holder = document.createElement("template");
    holder.innerHTML = inSvg ? `<svg>${html}</svg>` : html;
    return (inSvg ? holder.content.firstChild : holder.content).firstElementChild;
  }

  // What a person opened, typed or ticked stays unless the server says something new.
  function mergeAttributes(old, now) {
    for (const { name, value } of now.attributes) {
      if (old.getAttribute(name) === value) continue;
      old.setAttribute(name, value);
      if (name === "value" && "value" in old && old !== document.activeElement) old.value = value;
      if (name === "checked") old.checked = true;
      if (name === "selected") old.selected = true;
    }
    for (const { name } of [...old.attributes]) {
      if (now.hasAttribute(name) || (name === "open" && old.matches("details,dialog"))) continue;
      old.removeAttribute(name);
      if (name === "checked") old.checked = false;
    }
  }

  function merge(old, now) {
    if (old.isEqualNode(now)) return;
    if (old.nodeType !== 1) {
      old.data = now.data;
      return;
    }
    mergeAttributes(old, now);
    const kept = new Map([...old.children].filter((c) => c.id).map((c) => [c.id, c]));
    const coming = new Set([...now.children].map((c) => c.id));
    const leaves = (node) => node && node.id && !coming.has(node.id);
    let at = old.firstChild;
    for (const next of [...now.childNodes]) {
      while (leaves(at)) {
        const gone = at;
        at = at.nextSibling;
        gone.remove();
      }
      let match = next.id ? kept.get(next.id) : at && !at.id && at.nodeName === next.nodeName ? at : null;
      if (match && match.nodeName !== next.nodeName) match = null;
      if (!match) old.insertBefore(next, at);
      else {
        if (match === at) at = at.nextSibling;
        else if (old.moveBefore) old.moveBefore(match, at);
        else old.insertBefore(match, at);
        merge(match, next);
      }
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  }

  // --- Gliding ------------------------------------------------------------------------------

  const pieces = () => document.querySelectorAll("[data-piece][id]");
  const middle = (piece) => {
    const box = piece.getBoundingClientRect();
    return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  };

  function glide(piece, from, time) {
    const to = middle(piece);
    if (!to) return;
    if (!from) {
      piece.animate({ opacity: [0, 1] }, { duration: time, easing: "ease-out" });
      return;
    }
    let x = from[0] - to[0];
    let y = from[1] - to[1];
    if (Math.hypot(x, y) < 2) return;
    const frame = piece.parentNode.getScreenCTM?.();
    if (frame) {
      const unit = frame.a * frame.d - frame.b * frame.c;
      [x, y] = [(frame.d * x - frame.c * y) / unit, (frame.a * y - frame.b * x) / unit];
    }
    piece.animate(
      { translate: [`${x}px ${y}px`, "0px 0px"] },
      { duration: time, easing: "cubic-bezier(.3,.1,.2,1)" },
    );
  }

  // Change the page; then let pieces glide from where they were, and put the focus back.
  function change(work) {
    const before = new Map();
    if (!still.matches) for (const piece of pieces()) before.set(piece.id, middle(piece));
    const focused = document.activeElement?.id;
    work();
    if (focused && document.activeElement === document.body) $(focused)?.focus({ preventScroll: true });
    if (still.matches || !before.size) return;
    for (const piece of pieces()) {
      const time = Number(piece.closest("[data-glide]")?.dataset.glide ?? 550);
      glide(piece, before.get(piece.id), time);
    }
  }

  // `players/2/0`: from the nearest id down through the children.
  function find(name) {
    const [id, ...numbers] = name.split("/");
    return numbers.reduce((at, number) => at?.children[number], $(id));
  }

  function step(line) {
    const end = line.indexOf(" ");
    const name = line.slice(1, end < 0 ? line.length : end);
    const html = line.slice(end + 1);
    if (line[0] === "+") {
      const cut = name.lastIndexOf("/");
      const parent = find(name.slice(0, cut));
      const svg = parent?.namespaceURI.endsWith("svg");
      parent?.insertBefore(parsed(html, svg), parent.children[name.slice(cut + 1)] ?? null);
      return;
    }
    const old = find(name);
    if (line[0] === "-") old?.remove();
    else if (old) {
      const inSvg = old.namespaceURI.endsWith("svg") && old.localName !== "svg";
      (line[0] === "*" ? mergeAttributes : merge)(old, parsed(html, inSvg));
    }
  }

  function apply(steps) {
    change(() => steps.forEach(step));
    const title = $("said")?.dataset.title;
    if (title) document.title = title;
    document.dispatchEvent(new Event("table:changed"));
  }

  // --- The stream ---------------------------------------------------------------------------

  function connect() {
    const live = $("live");
    source?.close();
    source = null;
    if (!live?.dataset.stream) return;
    const stream = (source = new EventSource(`${live.dataset.stream}&stamp=${live.dataset.stamp}`));
    let lost = false;
    stream.onopen = () => {
      if (lost) say("");
      lost = false;
    };
    stream.onmessage = (event) => {
      live.dataset.stamp = event.lastEventId;
      waiting = false;
      if (event.data === "!") {
        stream.close();
        refresh();
        return;
      }
      say("");
      apply(event.data.split("\n"));
      if (picked) parts(location.search);
      picked = location.search !== "";
    };
    stream.onerror = () => {
      lost = true;
      say(live.dataset.lost);
      if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
    };
  }

  async function refresh() {
    const answer = await fetch(location.pathname);
    if (!answer.ok || answer.redirected) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    change(() => {
      document.body.className = page.body.className;
      document.title = page.title;
      merge($("live"), page.getElementById("live"));
    });
    $("handover")?.querySelector("button").focus();
    connect();
  }

  const say = (text) => {
    const notice = $("notice");
    if (notice && notice.textContent !== text) notice.textContent = text;
  };

  // --- What a person does -------------------------------------------------------------------

  // One thing at a time: what is clicked while the last is on its way is not meant.
  async function post(form, data) {
    if (waiting) return;
    waiting = true;
    history.replaceState(null, "", location.pathname);
    const { failed } = $("live").dataset;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(data),
        headers: { "X-Script": "1" },
      });
      if (!answer.ok) {
        const reason = await answer.text();
        if (answer.headers.get("X-Refused") === "Stale") await refresh();
        say(reason);
        waiting = false;
      } else if (source?.readyState !== EventSource.OPEN) {
        await refresh();
        waiting = false;
      } else setTimeout(() => (waiting = false), 3000);
    } catch {
      waiting = false;
      say(failed);
    }
  }

  // What is drawn for a pick is not on the stream: after every change it is drawn anew.
  async function parts(search) {
    const asked = ++asking;
    const answer = await fetch(`${location.pathname}/parts${search}`);
    const steps = answer.ok ? (await answer.text()).split("\n") : null;
    if (steps && asked === asking) apply(steps);
    return answer.ok;
  }

  async function pick(link) {
    const address = new URL(link.getAttribute("href"), location);
    history.replaceState(null, "", address);
    picked = true;
    if (!(await parts(address.search))) location.assign(address);
  }

  const clicks = {
    "[data-line]": (at) => {
      const form = $("move");
      const data = new FormData(form);
      data.set("line", at.dataset.line);
      post(form, data);
    },
    "a[data-pick]": pick,
    "[data-step]": (at) => {
      const field = $(at.dataset.for);
      at.dataset.step < 0 ? field.stepDown() : field.stepUp();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    "[data-copy]": async (at) => {
      const field = $(at.dataset.copy);
      field.select();
      await navigator.clipboard?.writeText(field.value);
      at.textContent = at.dataset.done;
    },
    "[data-opens]": (at) => {
      const box = $(at.dataset.opens);
      box.open = true;
      box.querySelector("summary").focus();
      box.scrollIntoView({ block: "nearest" });
    },
  };

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The second half of a double click may meet a button that has only just come there.
    if (event.detail > 1 && event.target.closest?.("[data-line],[form=move],[form=compose]")) {
      event.preventDefault();
      return;
    }
    for (const [selector, act] of Object.entries(clicks)) {
      const at = event.target.closest?.(selector);
      if (!at) continue;
      event.preventDefault();
      act(at);
      return;
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#move,#compose,#undo")) return;
    event.preventDefault();
    post(form, new FormData(form, event.submitter));
  });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && refresh());
  connect();
})();
