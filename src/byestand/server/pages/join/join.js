// A link that was scanned has its code behind the #, which browsers send to nobody. It is taken out of the address
// before anything else happens, so that it stands in no history, and sent as if it had been typed.
(() => {
  "use strict";
  const form = document.getElementById("join");

  function enter() {
    const code = location.hash.slice(1);
    if (!code) return;
    history.replaceState(null, "", location.pathname);
    form.elements.code.value = code;
    form.requestSubmit();
  }

  addEventListener("hashchange", enter);
  enter();
})();
