// A scanned link has its code after the #, which browsers do not send. The code is removed from the URL first, so that
// it does not stay in the history, and then sent as if it had been typed.

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
export {}; // a module, so that its names are not global
