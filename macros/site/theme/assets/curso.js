// The card of a number: its row of the table «Procedencia de las cifras», opened beside the number.
// Without scripts, or where the browser knows no popovers, the number's link leads to that row instead.
(() => {
  if (!HTMLElement.prototype.hasOwnProperty("popover")) return;

  let opener = null;

  const card = document.createElement("div");
  card.id = "ficha";
  card.className = "ficha md-typeset";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-label", "De dónde sale esta cifra");
  card.dataset.extra = "";

  const place = (link) => {
    const box = link.getBoundingClientRect();
    const wide = Math.min(380, innerWidth - 16);
    card.style.width = `${wide}px`;
    card.style.left = `${Math.max(8, Math.min(box.left - 12, innerWidth - wide - 8))}px`;
    const below = box.bottom + 8;
    const room = innerHeight - below - 8;
    const above = card.offsetHeight > room && box.top > room;
    card.style.maxHeight = `${Math.max(160, above ? box.top - 16 : room)}px`;
    card.style.top = above ? `${Math.max(8, box.top - 8 - Math.min(card.offsetHeight, box.top - 16))}px` : `${below}px`;
  };

  const open = (link, row) => {
    const head = row.querySelector("th");
    const body = row.querySelector("td");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "ficha__cerrar";
    close.textContent = "Cerrar";
    close.addEventListener("click", () => card.hidePopover());
    const title = document.createElement("p");
    title.className = "ficha__cifra";
    title.append(...[...head.childNodes].map((node) => node.cloneNode(true)), close);
    const more = document.createElement("p");
    const whole = document.createElement("a");
    whole.href = link.hash;
    whole.textContent = "Ver su renglón en la tabla";
    whole.addEventListener("click", () => card.hidePopover());
    more.append(whole);
    card.replaceChildren(title, ...[...body.childNodes].map((node) => node.cloneNode(true)), more);
    opener = link;
    card.showPopover();
    place(link);
    card.focus({ preventScroll: true });
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.cifra");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    const row = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!row) return;
    event.preventDefault();
    open(link, row);
  });

  card.addEventListener("toggle", (event) => {
    if (event.newState === "closed" && opener && (document.activeElement === document.body || card.contains(document.activeElement))) {
      opener.focus({ preventScroll: true });
    }
  });

  addEventListener("scroll", () => card.matches(":popover-open") && opener && place(opener), { passive: true });
  document.addEventListener("DOMContentLoaded", () => document.body.append(card));
  if (document.readyState !== "loading") document.body.append(card);
})();
