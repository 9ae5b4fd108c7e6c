// What keys do in the frame of a page: menu and search open by buttons, Escape closes them and gives the focus back.
(() => {
  const shown = (element) => element.getClientRects().length > 0;

  // A button that opens what `panel` holds; the state is Material's checkbox, which its styles and its bundle read.
  // One that covers the page gives the focus back to its button also when it is left: what follows may be out of sight.
  const opens = (name, panel, first, covers) => {
    const button = document.querySelector(`[data-abre="${name}"]`);
    const state = document.getElementById(`__${name}`);
    if (!button || !state || !panel) return null;
    let inside = false;
    const close = () => state.checked && state.click();
    button.addEventListener("click", () => state.click());
    state.addEventListener("change", () => {
      button.setAttribute("aria-expanded", String(state.checked));
      if (state.checked) first()?.focus({ preventScroll: true });
      else if (inside && shown(button)) button.focus({ preventScroll: true });
    });
    panel.addEventListener("focusin", () => (inside = true));
    panel.addEventListener("focusout", (event) => {
      inside = false;
      const to = event.relatedTarget;
      if (to && to !== button && !panel.contains(to)) {
        if (state.checked && covers && shown(button)) setTimeout(() => button.focus({ preventScroll: true }));
        close();
      }
      if (!to) inside = panel.contains(document.activeElement);
    });
    return { state, panel, close };
  };

  const menu = document.getElementById("menu");
  const drawer = opens("drawer", menu, () => [...menu.querySelectorAll("a[href]")].find(shown));
  const box = document.getElementById("buscador");
  const search = opens("search", box, () => box.querySelector("input"), true);

  // Material asks when a key goes up; what is dictated, pasted or swiped comes without one.
  box?.querySelector("input").addEventListener("input", ({ target }) => target.dispatchEvent(new KeyboardEvent("keyup")));

  // Material leaves what it found to the arrows alone; Tab goes there too.
  const found = box?.querySelector(".md-search-result__list");
  const reach = () => found.querySelectorAll('a[tabindex="-1"]').forEach((link) => link.removeAttribute("tabindex"));
  if (found) new MutationObserver(reach).observe(found, { childList: true, subtree: true });

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drawer?.state.checked) {
      drawer.close();
      document.querySelector('[data-abre="drawer"]').focus({ preventScroll: true });
    }
  });

  // Material's single-key shortcuts (f s / p n , .) would act on whoever reads with keys: WCAG 2.1.4. In the search it
  // would close at Tab, and leave the results at Shift: there it is left the keys that it needs.
  addEventListener(
    "keydown",
    (event) => {
      const typing = event.target.closest?.("input:not([type=radio]), textarea, select, [contenteditable]");
      const single = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const own = single || ["Enter", "Escape", "ArrowUp", "ArrowDown"].includes(event.key);
      if ((!typing && single && "fs/pn,.".includes(event.key)) || (search?.state.checked && !own)) {
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );

  // A class of the body says what alone goes to paper.
  for (const button of document.querySelectorAll("[data-imprime]")) {
    button.addEventListener("click", () => {
      document.body.classList.add(button.dataset.imprime);
      addEventListener("afterprint", () => document.body.classList.remove(button.dataset.imprime), { once: true });
      print();
    });
  }
})();
