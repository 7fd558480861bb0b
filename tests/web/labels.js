() => {
  const shown = (at) => at.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const hides = (style) => /hidden|clip/.test(style.overflowX + style.overflowY);
  const cuts = (style) => hides(style) || style.clipPath.startsWith("polygon");
  const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
  const said = (text) => text.data.trim().replace(/\s+/g, " ");
  const boxes = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
  };
  // Of a map a picture may show a part; what lies beyond its edge is not drawn.
  const inPicture = (at, found) => {
    let picture = at.ownerSVGElement;
    while (picture.ownerSVGElement) picture = picture.ownerSVGElement;
    if (!hides(getComputedStyle(picture))) return found;
    const edge = picture.getBoundingClientRect();
    const drawn = found.map((box) => {
      const [x, y] = [Math.max(box.x, edge.x), Math.max(box.y, edge.y)];
      return new DOMRect(x, y, Math.min(box.right, edge.right) - x, Math.min(box.bottom, edge.bottom) - y);
    });
    return drawn.filter((box) => box.width > 1 && box.height > 1);
  };
  const lines = (found) => new Set(found.map((box) => Math.round(box.y / 4))).size;
  const isAside = (at) => {
    if (at.closest("defs,symbol,title,desc,option,noscript,script,style,.skip")) return true;
    for (let box = at; box; box = box.parentElement) {
      if (getComputedStyle(box).clipPath.startsWith("inset(50%")) return true;
    }
    return false;
  };
  const isTurned = (at) => {
    const frame = at.getScreenCTM?.();
    return frame && Math.abs(frame.b) > 0.01;
  };

  const troubles = [];
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const at = text.parentElement;
    if (!said(text) || isAside(at) || !shown(at) || !at.getBoundingClientRect().width) continue;
    const isSvg = at instanceof SVGElement;
    const found = isSvg ? inPicture(at, boxes(text)) : boxes(text);
    if (!found.length) continue;
    // In the board in words a choice is a sentence in a list: on a phone it may take two lines.
    const isRow = at.matches(".choices button") && getComputedStyle(at).textAlign === "left";
    const button = isRow ? null : at.closest("button,.btn,.button,.tok,a.go,.permit");
    if (button && lines(found) > 1) troubles.push(`wraps: ${said(text)}`);
    const rim = button?.getBoundingClientRect();
    const isCut = getComputedStyle(button ?? at).textOverflow === "ellipsis" && button?.title;
    if (rim && !isCut && found.some((box) => box.left < rim.left - 1 || box.right > rim.right + 1)) {
      troubles.push(`beyond its button: ${said(text)}`);
    }
    let scrolled = false;
    let seen = found;
    for (let box = at; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      scrolled ||= scrolls(style);
      const edge = box.getBoundingClientRect();
      // A long name may be cut, if it says so and can be read in full.
      if (style.textOverflow === "ellipsis" && box.title) {
        seen = seen.map(({ x, y, right, height }) => new DOMRect(x, y, Math.min(right, edge.right) - x, height));
      }
      if (scrolled || isSvg || !cuts(style)) continue;
      const out = seen.some(
        (one) =>
          one.right > edge.right + 1.5 || one.left < edge.left - 1.5 || one.bottom > edge.bottom + 3 || one.top < edge.top - 3,
      );
      if (out) troubles.push(`clipped: ${said(text)}`);
    }
    if (!scrolled && !isSvg && seen.some((box) => box.right > innerWidth + 1 || box.left < -1)) {
      troubles.push(`beside the page: ${said(text)}`);
    }
    if (!scrolled && !isTurned(at)) texts.push([text, at, seen]);
  }

  // In a key, no word reaches the picture after it.
  for (const word of document.querySelectorAll(".key text")) {
    const picture = word.nextElementSibling;
    if (!shown(word) || picture?.localName !== "use") continue;
    const over = word.getBoundingClientRect().right - picture.getBoundingClientRect().left;
    if (over > 0.5) troubles.push(`over a picture: ${word.textContent}`);
  }

  const layer = (at) => {
    for (let box = at; box; box = box.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return box;
    }
    return null;
  };
  const isOnTop = (at, x, y) => {
    const top = document.elementFromPoint(x, y);
    return !top || top === at || top.contains(at) || at.contains(top);
  };
  const flat = texts.flatMap(([text, at, found]) => found.map((box) => [text, at, box]));
  flat.sort((one, other) => one[2].y - other[2].y);
  flat.forEach(([text, at, box], number) => {
    for (const [other, next, under] of flat.slice(number + 1)) {
      if (under.y > box.bottom) break;
      if (other === text || at.contains(next) || next.contains(at) || layer(at) !== layer(next)) continue;
      const wide = Math.min(box.right, under.right) - Math.max(box.left, under.left);
      const high = Math.min(box.bottom, under.bottom) - Math.max(box.top, under.top);
      if (wide < 3 || high < 0.5 * Math.min(box.height, under.height)) continue;
      const x = Math.max(box.left, under.left) + wide / 2;
      const y = Math.max(box.top, under.top) + high / 2;
      if (isOnTop(at, x, y) || isOnTop(next, x, y)) troubles.push(`overlap: ${said(text)} | ${said(other)}`);
    }
  });
  return [...new Set(troubles)];
}
