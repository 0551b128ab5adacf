// Prepares the page for textual.js, which draws the terminal: where to connect, keys before the
// terminal is there, and what to say when the connection ends.
"use strict";

const LOST = "The connection is lost. What you have played is saved.";
const KEYS = ["keydown", "keypress"];
let earlyKeys = [];

function keepEarlyKey(event) {
  earlyKeys.push(new KeyboardEvent(event.type, event));
}

function focusTerminal() {
  document.querySelector(".xterm-helper-textarea")?.focus();
}

function startTerminal(start) {
  start();
  focusTerminal();
  KEYS.forEach((type) => document.removeEventListener(type, keepEarlyKey, true));
  const terminal = document.querySelector(".xterm-helper-textarea");
  earlyKeys.forEach((event) => terminal.dispatchEvent(event));
  earlyKeys = [];
  window.addEventListener("focus", focusTerminal);
}

function showEnd(sentence) {
  const again = document.querySelector("#again");
  window.removeEventListener("focus", focusTerminal);
  document.querySelector("#why").textContent = sentence || LOST;
  document.querySelector("#end").hidden = false;
  again.addEventListener("click", () => window.location.reload());
  again.focus();
}

window.WebSocket = class extends WebSocket {
  #early = [];

  constructor(url) {
    super(url);
    this.addEventListener("open", () => {
      this.#early.forEach((message) => super.send(message));
      this.#early = [];
    });
    this.addEventListener("close", (event) => showEnd(event.reason));
  }

  send(message) {
    if (this.readyState === WebSocket.CONNECTING) {
      this.#early.push(message);
    } else {
      super.send(message);
    }
  }
};

KEYS.forEach((type) => document.addEventListener(type, keepEarlyKey, true));
document.addEventListener("DOMContentLoaded", () => {
  const url = new URL("ws", window.location.href);
  url.protocol = "ws:";
  document.querySelector("#terminal").dataset.sessionWebsocketUrl = url.href;
  // The terminal measures the font once, so the font has to be there.
  const start = window.onload;
  window.onload = null;
  document.fonts.load("16px 'Roboto Mono'").finally(() => startTerminal(start));
});
