// A game: moves are pressed on the board, and the page is changed in place. Without this its forms and links do the same.

import { joinPart } from "./board.js";
import { arrows } from "./grid.js";
import { tell, typing } from "./keys.js";

const game = () => document.getElementById("game");
let asked = 0; // the newest request: what older ones bring comes too late

// go puts the game that an address shows into the page.
async function go(address, options = {}, focus = "board", keep = true) {
  const number = ++asked;
  let answer;
  game().setAttribute("aria-busy", "true"); // what replaces it is not
  try {
    answer = await fetch(address, options);
  } catch {
    say("The server does not answer: press again when it runs.");
    return;
  }
  const text = await answer.text();
  if (number !== asked) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("game");
  if (!fresh) {
    say("The server knows nothing of this game.");
    return;
  }
  if (waits(fresh) && waits(game())) {
    const line = document.getElementById("waiting");
    const words = fresh.querySelector("#waiting").textContent;
    if (line.textContent !== words) tell((line.textContent = words));
    game().removeAttribute("aria-busy");
    comeBack(focus);
    return;
  }
  const at = game().contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...game().querySelectorAll("details[open]")].map((d) => d.querySelector("summary").textContent);
  game().replaceWith(document.adoptNode(fresh));
  for (const details of game().querySelectorAll("details")) if (open.includes(details.querySelector("summary").textContent)) details.open = true;
  if (keep && answer.url !== location.href) history.pushState(null, "", answer.url);
  prepare(focus || at);
  tell(["waiting", "fault", "headline", "told"].map((id) => document.getElementById(id)?.innerText.trim()).filter(Boolean).join("; "));
}

const waits = (shown) => "waiting" in shown.dataset;

// comeBack asks again for a game that is being prepared.
function comeBack(focus) {
  setTimeout(() => go(location.href, {}, focus, false), 700);
}

function say(text) {
  game().removeAttribute("aria-busy");
  tell(text);
  const line = document.getElementById("headline");
  if (line) line.textContent = text;
}

const parts = () => [...document.querySelectorAll("#board [data-move]")];
const joined = () => "joined" in (document.getElementById("board")?.dataset ?? {});

// prepare makes one part of the board the one that Tab leads to; the arrows lead on from there.
function prepare(focus) {
  if (waits(game())) {
    comeBack(focus);
    return;
  }
  const all = parts();
  all.forEach((part, i) => {
    part.setAttribute("tabindex", i ? "-1" : "0");
    if (joined()) part.setAttribute("aria-pressed", "false");
  });
  const typed = document.getElementById("typed");
  if (typed && joined()) typed.required = false;
  if (focus === "board") (all[0] ?? document.querySelector("#choices button") ?? document.getElementById("undo"))?.focus();
  else if (focus) document.getElementById(focus)?.focus();
}

const post = (move) => go(document.getElementById("say").getAttribute("action"), { method: "POST", body: new URLSearchParams({ move }) });

// press makes a move, or on a board where several things move at once has one of them in it or not.
function press(part) {
  if (!joined()) {
    post(part.dataset.move);
    return;
  }
  document.getElementById("typed").value = joinPart(parts(), part);
}

// beside finds the part that is nearest in a direction.
function beside(part, dx, dy) {
  const middle = (p) => {
    const box = p.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(part);
  let best = null;
  let least = Infinity;
  for (const other of parts()) {
    if (other === part) continue;
    const [ox, oy] = middle(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    const distance = along + 2 * across;
    if (along > 1 && distance < least) [best, least] = [other, distance];
  }
  return best;
}

addEventListener("click", (e) => {
  const part = e.target.closest?.("#board [data-move]");
  if (part) {
    press(part);
    return;
  }
  const link = e.target.closest?.("#game a[href^='play/']");
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
  e.preventDefault();
  go(link.href, {}, link.id || "board");
});

addEventListener("submit", (e) => {
  if (e.target.method !== "post" || !e.target.closest("#game")) return;
  e.preventDefault();
  post(e.submitter?.value || e.target.querySelector("#typed")?.value || "");
});

const letters = { u: "undo", h: "hint", w: "why", m: "mistake", r: "again" };

addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || typing() || document.querySelector("dialog[open]")) return;
  const part = document.activeElement?.closest("#board [data-move]");
  if (part && (e.key === "Enter" || e.key === " ")) {
    e.preventDefault();
    press(part);
  } else if (part && arrows[e.key]) {
    const next = beside(part, ...arrows[e.key]);
    e.preventDefault();
    if (!next) return;
    part.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  } else if (e.key === "ArrowLeft" || e.key === "ArrowRight") {
    document.getElementById(e.key === "ArrowLeft" ? "earlier" : "later")?.click();
  } else if (letters[e.key]) {
    document.getElementById(letters[e.key])?.click();
  }
});

addEventListener("popstate", () => go(location.href, {}, "", false));
prepare("");
