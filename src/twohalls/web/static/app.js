// The page without reloads: changes arrive on a stream and are merged into what stands there.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let source = null;

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

  // Where pieces come from and go: `boss-2-1` at `home-boss-2`, or else at `home-boss`.
  function home(id) {
    const parts = id.split("-");
    while (parts.pop()) {
      const kept = $(`home-${parts.join("-")}`);
      if (kept) return middle(kept);
    }
    return null;
  }

  function glide(piece, was, time) {
    const to = middle(piece);
    if (!to) return;
    const from = was ?? home(piece.id);
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

  // A likeness of a piece that was taken off the board, on its way home; it is no part of the page.
  function goHome({ piece, id, box, view }) {
    const to = home(id);
    if (!to) return;
    const likeness = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    likeness.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    likeness.setAttribute("aria-hidden", "true");
    likeness.classList.add("leaving");
    Object.assign(likeness.style, {
      left: `${box.x}px`,
      top: `${box.y}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    piece.removeAttribute("id");
    likeness.append(piece);
    document.body.append(likeness);
    const way = `${to[0] - box.x - box.width / 2}px ${to[1] - box.y - box.height / 2}px`;
    likeness.animate(
      { translate: ["0px 0px", way], opacity: [1, 1, 0] },
      { duration: 800, easing: "cubic-bezier(.4,0,.3,1)" },
    ).onfinish = () => likeness.remove();
  }

  // What may go home, with where it stands and how it is drawn, as long as it is drawn.
  function atHand() {
    const all = document.querySelectorAll("svg [data-piece][id]");
    const measured = [...all].map((piece) => ({
      piece,
      id: piece.id,
      box: piece.getBoundingClientRect(),
      view: piece.getBBox(),
    }));
    return measured.filter(({ box }) => box.width);
  }

  // Change the page; then let pieces glide from where they were, and put the focus back.
  function change(work) {
    const before = new Map();
    const leaving = still.matches ? [] : atHand();
    if (!still.matches) for (const piece of pieces()) before.set(piece.id, middle(piece));
    const focused = document.activeElement?.id;
    work();
    if (focused && document.activeElement === document.body) $(focused)?.focus({ preventScroll: true });
    if (still.matches || !before.size) return;
    for (const piece of pieces()) {
      const time = Number(piece.closest("[data-glide]")?.dataset.glide ?? 550);
      glide(piece, before.get(piece.id), time);
    }
    for (const one of leaving) if (!one.piece.isConnected && !$(one.id)) goHome(one);
  }

  // `players/2/0`: from the nearest id down through the children. Not every page shows every part.
  function find(name) {
    const [id, ...numbers] = name.split("/");
    return numbers.reduce((at, number) => at && at.children[number], $(id));
  }

  function step(line) {
    const end = line.indexOf(" ");
    const name = line.slice(1, end < 0 ? line.length : end);
    const html = line.slice(end + 1);
    const cut = line[0] === "+" ? name.lastIndexOf("/") : name.length;
    const at = find(name.slice(0, cut));
    if (at === null) return;
    const isSvg = at.namespaceURI.endsWith("svg");
    if (line[0] === "-") at.remove();
    else if (line[0] === "+") {
      const comes = html[0] === "#" ? $(html.slice(1)).cloneNode(true) : parsed(html, isSvg);
      at.insertBefore(comes, at.children[name.slice(cut + 1)] ?? null);
    } else {
      const now = parsed(html, isSvg && at.localName !== "svg");
      if (at.nodeName !== now.nodeName) at.replaceWith(now);
      else (line[0] === "*" ? mergeAttributes : merge)(at, now);
    }
  }

  // How a part is built, by which positions are counted: a short name of it.
  function outline(at) {
    if (at.nodeType !== 1) return /[^ \t\n\r\f]/.test(at.data) ? "." : "";
    const inside = [...at.childNodes].map(outline).join("").replace(/\.+/g, ".");
    return `<${at.localName}#${at.id}${inside}>`;
  }

  function shape(part) {
    let [low, high] = [1, 0];
    for (const letter of outline(part).toLowerCase()) {
      low = (low + letter.charCodeAt(0)) % 65521;
      high = (high + low) % 65521;
    }
    return (high * 65536 + low).toString(36);
  }

  // Steps lead on from one base, named in their first line, and from parts of one shape.
  function patch(text) {
    const [head, ...steps] = text.split("\n");
    const [base, ...parts] = head.slice(1).split(" ");
    const fits = (part) => {
      const [id, had] = part.split(":");
      return !$(id) || shape($(id)) === had;
    };
    if (base && (base !== $("live").dataset.base || !parts.every(fits))) throw new Error(`not ${head}`);
    steps.forEach(step);
  }

  // Which base stands here now, and with it the version that all forms answer.
  function stand(base) {
    $("live").dataset.base = base;
    const [version] = base.split(".");
    for (const field of document.querySelectorAll("#forms [name=version]")) field.value = version;
  }

  // What a pick is drawn over, to be put back before the stream's next change, which is one of it.
  const unpicked = new Map();

  function putBack() {
    for (const [id, element] of unpicked) if (element) merge($(id), element);
    unpicked.clear();
  }

  function apply(work) {
    change(work);
    const title = $("said")?.dataset.title;
    if (title) document.title = title;
    document.dispatchEvent(new Event("table:changed"));
  }

  // Nothing moves under a button that is held down: what comes meanwhile waits for the click.
  const LONGEST_PRESS = 1500;
  const CLICK_FOLLOWS = 40;
  let pressed = null;
  let lift = () => {};

  function press(event) {
    if (!event.target.closest?.("a,button")) return;
    lift();
    pressed = new Promise((resolve) => (lift = resolve));
    setTimeout(lift, LONGEST_PRESS);
  }

  const lifted = () => setTimeout(lift, CLICK_FOLLOWS);

  // Whether the last thing that was touched has acted: then it need not explain itself any more.
  const acted = (has) => document.documentElement.classList.toggle("acted", has);

  // --- The stream ---------------------------------------------------------------------------

  function connect() {
    const live = $("live");
    source?.close();
    source = null;
    if (!live?.dataset.stream) return;
    const stream = (source = new EventSource(`${live.dataset.stream}&base=${live.dataset.base}`));
    stream.addEventListener("talk", ({ data }) => {
      document.dispatchEvent(new CustomEvent("table:talk", { detail: data }));
    });
    stream.onopen = () => said() === live.dataset.lost && say("");
    stream.onmessage = async (event) => {
      await pressed;
      if (stream !== source) return;
      if (event.data === "!") return refresh();
      try {
        apply(() => {
          putBack();
          patch(event.data);
          stand(event.lastEventId);
        });
        drawPick();
      } catch (misfit) {
        console.warn(misfit);
        refresh();
      }
    };
    stream.onerror = () => {
      say(live.dataset.lost);
      if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
    };
  }

  // The whole page again, where a step does not lead on from what stands here.
  async function refresh() {
    source?.close();
    source = null;
    let answer;
    try {
      answer = await fetch(location.pathname);
    } catch {
      say($("live").dataset.lost);
      return setTimeout(refresh, 3000);
    }
    if (!answer.ok || answer.redirected) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await pressed;
    apply(() => {
      document.body.className = page.body.className;
      unpicked.clear();
      merge($("live"), page.getElementById("live"));
    });
    $("handover")?.querySelector("button").focus();
    connect();
    drawPick();
  }

  const said = () => $("notice")?.textContent;
  const say = (text) => {
    if (said() !== text) $("notice").textContent = text;
  };

  // --- What a person does -------------------------------------------------------------------

  const shown = () => Number($("move").elements.version.value);
  let saying = Promise.resolve();
  let underway = 0;
  let lastSaid = "";
  let reached = 0;

  // One thing at a time: the next waits for the last, and answers the table as that leaves it.
  function post(form, data) {
    const version = shown();
    data.delete("version");
    const text = `${form.id} ${new URLSearchParams(data)}`;
    if (text === lastSaid && (underway || version < reached)) return say($("live").dataset.once);
    lastSaid = text;
    underway += 1;
    say("");
    history.replaceState(null, "", location.pathname + location.hash);
    saying = saying.then(async () => {
      data.set("version", Math.max(version, reached));
      await send(form, data);
      underway -= 1;
    });
  }

  async function send(form, data) {
    const { failed } = $("live").dataset;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(data),
        headers: { "X-Script": "1" },
      });
      if (answer.ok) {
        reached = Number(answer.headers.get("X-Version"));
        if (source?.readyState !== EventSource.OPEN) await refresh();
        else setTimeout(() => shown() < reached && refresh(), 3000);
        return;
      }
      const reason = await answer.text();
      if (answer.headers.get("X-Refused") === "Stale") await refresh();
      say(reason);
    } catch {
      say(failed);
    }
  }

  // What is drawn for a pick is not on the stream: after every change it is drawn anew.
  let drawing = null;
  const isPicked = () => new URLSearchParams(location.search).has("pick");

  function draw(search, path = location.pathname) {
    const mine = (drawing = fetch(`${path}/parts${search}`).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      const steps = (await answer.text()).split("\n");
      await pressed;
      if (drawing !== mine) return;
      apply(() => {
        for (const line of steps) {
          const id = line.slice(1, line.indexOf(" "));
          if (!unpicked.has(id)) unpicked.set(id, $(id)?.cloneNode(true));
          step(line);
        }
      });
    }));
    return mine;
  }

  const drawPick = () => {
    drawing = null;
    if (isPicked()) draw(location.search).catch(() => {});
  };

  function pick(link) {
    acted(true);
    const address = new URL(link.getAttribute("href"), location);
    address.hash = location.hash;
    history.replaceState(null, "", address);
    draw(address.search).catch(() => location.assign(address));
  }

  // A place on a board says its line by itself: no form has buttons there.
  async function sayAt(link) {
    acted(true);
    const drawn = await drawing?.catch(() => false);
    const line = link.isConnected && drawn !== false && link.dataset.say;
    if (!line) return say($("live").dataset.gone);
    const data = new FormData($("move"));
    data.set("line", line);
    post($("move"), data);
  }

  // A page that came without HTTPS, as from a machine in the same house, has no clipboard.
  async function copy(field) {
    if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
    const box = field.closest("details");
    if (box) box.open = true;
    field.select();
    document.execCommand("copy");
  }

  const clicks = {
    "a[data-pick]": pick,
    "a[data-say]": sayAt,
    "[data-step]": (at) => {
      const field = $(at.dataset.for);
      at.dataset.step < 0 ? field.stepDown() : field.stepUp();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    "[data-copy]": async (at) => {
      await copy($(at.dataset.copy));
      at.classList.add("done");
      (at.querySelector("span") ?? at).textContent = at.dataset.done;
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
    if (event.detail > 1 && event.target.closest?.("[form=move],[form=compose],[data-say]")) {
      event.preventDefault();
      say($("live").dataset.once);
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
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("#move,#compose,#undo")) return;
    event.preventDefault();
    // Clicked while a pick is being drawn, a button means what it will say then.
    const drawn = await drawing?.catch(() => false);
    const stays = submitter?.isConnected && submitter.form === form && drawn !== false;
    if (stays) post(form, new FormData(form, submitter));
    else say($("live").dataset.gone);
  });
  addEventListener("pointerdown", press, true);
  addEventListener("pointerdown", () => acted(false), true);
  addEventListener("pointerup", lifted, true);
  addEventListener("pointercancel", lifted, true);
  addEventListener("keydown", (event) => event.key === " " && !event.repeat && press(event), true);
  addEventListener("keyup", lifted, true);
  // Another script shows a moment of the past, or with nothing the present again.
  document.addEventListener("table:show", ({ detail }) => {
    if (detail) return draw(`?at=${detail.at}`, detail.path).catch(() => {});
    drawing = null;
    apply(putBack);
  });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && $("live") && refresh());
  if (isPicked() && $("live")) refresh();
  else connect();
})();
