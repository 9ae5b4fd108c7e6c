// Material's search with the ears of a Spanish reader (workers/curso.js), also in a folder opened without a server.
// Material starts its worker while its script loads: this one comes before.
(() => {
  const local = location.protocol === "file:";

  // A browser starts no worker from a file: a hidden frame runs the same scripts instead.
  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = (...urls) => {
        this.imported = urls.reduce((before, each) => before.then(() => this.load(each)), Promise.resolve());
        return this.imported;
      };
      this.ready = this.load(url).then(() => this.imported);
      window.IFrameWorker = FrameWorker; // tells Material's script that it runs in a frame
    }

    load(url) {
      return new Promise((resolve, reject) => {
        const script = this.inside.document.createElement("script");
        script.onload = resolve;
        script.onerror = reject;
        script.src = url;
        this.inside.document.head.append(script);
      });
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  }

  const Native = window.Worker;
  window.Worker = function (address, options) {
    const url = new URL(address, document.baseURI).href;
    if (!url.includes("/workers/search.")) return new Native(address, options);
    const ours = `${new URL("curso.js", url)}#${url}`;
    return local ? new FrameWorker(ours) : new Native(ours);
  };

  // Without a server nobody finds the page of a folder.
  const whole = (event) => {
    const link = event.target.closest?.("a[href]");
    if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  };
  if (local) for (const kind of ["click", "auxclick", "contextmenu"]) addEventListener(kind, whole, { capture: true });
})();
