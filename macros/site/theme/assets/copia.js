// What is copied of a text with mathematics: the line that is read (7 × 10⁹ × 2), not a sign in each line.
(() => {
  const RAISED = [..."⁰¹²³⁴⁵⁶⁷⁸⁹"];
  const raised = (text) => text.replace(/[-−]/, "⁻").replace(/\d/g, (digit) => RAISED[digit]);
  const held = (text) => (/[\s+−×/·]/.test(text.trim()) ? `(${text})` : text);

  const line = (node) => {
    const [first = "", second = ""] = [...node.children].map(line);
    switch (node.localName) {
      case "semantics":
        return first;
      case "msup":
        return held(first) + (/^[-−]?\d+$/.test(second) ? raised(second) : `^${held(second)}`);
      case "msub":
        return `${first}_${second}`;
      case "mfrac":
        return `${held(first)}/${held(second)}`;
      case "mo":
        return /^[=+−×·<>≤≥≈]$/.test(node.textContent) ? ` ${node.textContent} ` : node.textContent;
      default:
        return node.children.length ? [...node.children].map(line).join("") : node.textContent;
    }
  };

  // A selection that begins or ends within a formula takes the whole of it.
  const formula = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("math");
  const whole = (selected) => {
    const range = selected.cloneRange();
    const [first, last] = [formula(selected.startContainer), formula(selected.endContainer)];
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    return range;
  };

  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    const typed = document.activeElement?.matches("input:not([type=radio]), textarea");
    if (typed || !selection.rangeCount) return;
    const holder = document.createElement("div");
    holder.style.cssText = "position: fixed; top: 0; opacity: 0; pointer-events: none";
    holder.append(whole(selection.getRangeAt(0)).cloneContents());
    const formulas = holder.querySelectorAll("math");
    if (!formulas.length) return;
    for (const formula of formulas) formula.replaceWith(line(formula).replace(/\s+/g, " ").trim());
    document.body.append(holder);
    event.clipboardData.setData("text/plain", holder.innerText.replaceAll("\u00a0", " "));
    event.clipboardData.setData("text/html", holder.innerHTML);
    holder.remove();
    event.preventDefault();
  });
})();
