// The card of a number: its row of the table «Procedencia de las cifras», opened beside the number.
// Without scripts, or where the browser knows no popovers, the number's link leads to that row instead.
(() => {
  if (!HTMLElement.prototype.hasOwnProperty("popover")) return;

  let opener = null;
  let pressed = null;

  const card = document.createElement("div");
  card.id = "ficha";
  card.className = "ficha md-typeset";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-label", "De dónde sale esta cifra");
  card.dataset.extra = "";
  const opened = () => card.matches(":popover-open");

  // Always whole on the screen, beside the number, on the side that has room for it.
  const rest = (top) => (card.style.top = `${Math.max(8, Math.min(top, innerHeight - card.offsetHeight - 8))}px`);
  let apart = 0;

  const place = () => {
    const box = opener.getBoundingClientRect();
    const wide = Math.min(380, innerWidth - 16);
    card.style.width = `${wide}px`;
    card.style.left = `${Math.max(8, Math.min(box.left - 12, innerWidth - wide - 8))}px`;
    const tall = card.scrollHeight + card.offsetHeight - card.clientHeight;
    const [above, below] = [box.top - 16, innerHeight - box.bottom - 16];
    const over = tall > below && above > below;
    const high = Math.min(tall, innerHeight - 16, Math.max(140, over ? above : below));
    card.style.maxHeight = `${high}px`;
    apart = over ? -8 - high : box.height + 8;
    rest(box.top + apart);
  };

  const away = (box) => box.bottom < 0 || box.top > innerHeight;

  const follow = () => {
    if (!opened()) return;
    const box = opener.getBoundingClientRect();
    if (away(box)) card.hidePopover();
    else rest(box.top + apart);
  };

  const fit = () => {
    if (!opened()) return;
    if (away(opener.getBoundingClientRect())) opener.scrollIntoView({ block: "center" });
    place();
  };

  const part = (kind, name, text) => Object.assign(document.createElement(kind), { className: name, textContent: text });
  const copies = (element) => [...element.childNodes].map((node) => node.cloneNode(true));

  const open = (link, row) => {
    const close = part("button", "ficha__cerrar", "Cerrar");
    close.type = "button";
    close.addEventListener("click", () => card.hidePopover());
    const title = part("p", "ficha__cifra", "");
    title.append(...copies(row.querySelector("th")), close);
    const whole = part("a", "", "Ver su renglón en la tabla");
    whole.href = link.hash;
    whole.addEventListener("click", () => {
      opener = null; // the focus goes to the row, not back to the number
      row.tabIndex = -1;
      card.hidePopover();
    });
    const more = part("p", "", "");
    more.append(whole);
    card.replaceChildren(title, ...copies(row.querySelector("td")), more);
    card.querySelectorAll(".procedencia__vuelta").forEach((back) => back.remove());
    opener = link;
    link.focus({ preventScroll: true }); // to which the focus returns
    card.showPopover();
    card.scrollTop = 0;
    place();
    card.focus({ preventScroll: true });
  };

  addEventListener("pointerdown", (event) => (pressed = opened() && event.target.closest?.("a.cifra") === opener), true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.cifra");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    const row = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!row) return;
    event.preventDefault();
    const again = opened() ? link === opener : pressed && event.detail; // a press has closed it already
    if (opened()) card.hidePopover();
    if (!again) open(link, row);
  });

  card.addEventListener("toggle", (event) => {
    const lost = document.activeElement === document.body || card.contains(document.activeElement);
    if (event.newState === "closed" && lost) opener?.focus({ preventScroll: true });
  });

  // Whoever tabs past an end of the card is back at the number.
  card.addEventListener("keydown", (event) => {
    if (event.key !== "Tab") return;
    const stops = [...card.querySelectorAll("a[href], button")];
    const ends = event.shiftKey ? [card, stops[0]] : [stops.at(-1)];
    if (!ends.includes(document.activeElement)) return;
    event.preventDefault();
    card.hidePopover();
    opener.focus({ preventScroll: true });
  });

  addEventListener("scroll", follow, { passive: true });
  addEventListener("resize", fit);
  document.addEventListener("DOMContentLoaded", () => document.body.append(card));
  if (document.readyState !== "loading") document.body.append(card);
})();
