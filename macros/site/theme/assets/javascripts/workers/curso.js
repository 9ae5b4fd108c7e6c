// What Material's search worker hears as the same: «cuantización» and «cuantizacion», 1,792 and 1792, «32 GB» and 32GB.
// The index and the results stay as the course writes them; only the words that are compared are folded.
(() => {
  const NUMBER = /^\d[\d.]*$/;
  const UNIT = "(?:[nuµμmkgtpe]i?)?(?:b|bytes?|bits?|flops?|wh?|hz|j|s)(?:/s)?";
  const unit = new RegExp(`^${UNIT}$`);
  const spaced = new RegExp(`(\\d)\\s+(?=${UNIT}(?![\\p{L}\\p{N}]))`, "giu");

  const plain = (text) =>
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/(\d),(?=\d{3}(?!\d))/g, "$1") // thousands
      .replace(/(\d),(?=\d)/g, "$1."); // decimals as they are written in Spain
  const word = (token) => plain(token?.toString() ?? "").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

  // A step of lunr's pipeline: the plain word and, where a number meets its unit, both as one.
  const heard = (token, at, tokens) => {
    const [before, here, after] = [at - 1, at, at + 1].map((place) => word(tokens[place]));
    const words = [here];
    if (NUMBER.test(here) && unit.test(after)) words.push(here + after);
    if (NUMBER.test(before) && unit.test(here)) words.push(before + here);
    return words.filter(Boolean).map((text) => token.clone(() => text));
  };

  // What is found by two of its words is marked once.
  const once = (result) => {
    const seen = new Set();
    for (const fields of Object.values(result.matchData.metadata)) {
      for (const [name, found] of Object.entries(fields)) {
        const fresh = (place) => !seen.has(`${name} ${place}`) && seen.add(`${name} ${place}`);
        fields[name] = { ...found, position: found.position.filter(fresh) }; // the index keeps its own
      }
    }
    return result;
  };

  // A page that is opened from a result marks the words as it writes them, not as they were typed.
  const asWritten = (item) => {
    const written = [...`${item.title} ${item.text}`.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => [text, true]);
    const missing = Object.entries(item.terms).filter(([, found]) => !found);
    return { ...item, terms: Object.fromEntries([...missing, ...written]) };
  };

  // The beginning that a word shares with its kin: entrenar and entrenamiento, latencias and latencia, GPUs and GPU.
  const kin = (each) => {
    if (!/^\p{L}{4,}$/u.test(each)) return each;
    const stem = lunr.es ? lunr.es.stemmer(new lunr.Token(each.toLowerCase().replace(/ion$/, "ión"))).toString() : "";
    const whole = plain(each).toLowerCase();
    return stem.length >= 4 && stem !== whole && whole.startsWith(plain(stem)) ? stem : each.replace(/s$/i, "");
  };

  // A question without the words that the index leaves out («de», «la»), unless it is made of them.
  const asked = (query) => {
    const words = query.trim().split(/\s+/);
    const telling = words.filter((each) => !lunr.es || lunr.es.stopWordFilter(each.toLowerCase()));
    return plain((telling.length ? telling.map(kin) : words).join(" ")).replace(spaced, "$1");
  };

  const QUERY = 2;
  const RESULT = 3;
  addEventListener("message", ({ data: message }) => {
    if (message.type === QUERY) message.data = asked(message.data);
  });

  const send = self.postMessage.bind(self);
  self.postMessage = (message) => {
    if (message.type === RESULT) message.data.items = message.data.items.map((page) => page.map(asWritten));
    send(message);
  };

  const teach = () => {
    const { use } = lunr.Builder.prototype;
    const { search } = lunr.Index.prototype;
    lunr.Pipeline.registerFunction(heard, "heard");
    lunr.Builder.prototype.use = function (...plugin) {
      use.apply(this, plugin);
      this.pipeline.add(heard);
    };
    lunr.Index.prototype.search = function (query) {
      return search.call(this, query).map(once);
    };
  };

  // Material's script stands after the # of this one's address; in a frame it takes a while to come.
  const address = self.document?.currentScript.src ?? location.href;
  Promise.resolve(importScripts(address.slice(address.indexOf("#") + 1))).then(teach);
})();
