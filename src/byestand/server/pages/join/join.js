// A link that was scanned has its code behind the #, which browsers send to nobody. It is taken out of the address
// before anything else happens, so that it stands in no history, and sent as if it had been typed.

const field = document.getElementById("code");

function enter() {
  const code = location.hash.slice(1);
  if (!code || !(field instanceof HTMLInputElement)) return;
  history.replaceState(null, "", location.pathname);
  field.value = code;
  field.form?.requestSubmit();
}

addEventListener("hashchange", enter);
enter();
export {}; // a module: names stay in this file
