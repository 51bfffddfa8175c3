// The exercises of a chapter: the server checks each answer by the model of the game.

import { joinPart } from "./board.js";

const again = 700; // milliseconds until a server that computes is asked again

// check sends the answers of a form and shows what is said of them.
async function check(form) {
  const said = form.querySelector(".said");
  const say = (text, kind = "") => {
    if (said.textContent !== text) said.textContent = text;
    said.className = `said ${kind}`;
  };
  const number = (form.asked = (form.asked ?? 0) + 1);
  const answers = [...form.querySelectorAll("[name=answer]")];
  const body = new URLSearchParams(answers.map((input) => ["answer", input.value]));
  for (;;) {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (number !== form.asked) return; // a newer answer was sent
    if (answer?.status === 202) {
      say(told.waiting);
      await new Promise((done) => setTimeout(done, again));
      continue;
    }
    answers.forEach((input, i) => {
      if (told?.wrong?.[i]) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    });
    if (!answer?.ok) say([told?.error ?? "The server does not answer", told?.hint].filter(Boolean).join("; ") + ".", "late");
    else if (told.right) say("✓ Right", "good");
    else say(["✗ Not right", told.says].filter(Boolean).join(": ") + ".", "bad");
    return;
  }
}

// press takes a move of the board; on a board where several things move at once it is a part of one.
function press(part) {
  const board = part.closest(".position");
  const input = board.closest("form").querySelector("[name=answer]");
  if (!("joined" in board.dataset)) {
    input.value = part.dataset.move;
    check(board.closest("form"));
    return;
  }
  input.value = joinPart([...board.querySelectorAll("[data-move]")], part);
}

for (const form of document.querySelectorAll(".exercise")) {
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    check(form);
  });
  form.addEventListener("click", (e) => {
    const part = e.target.closest("[data-move]");
    if (part) press(part);
    const choice = e.target.closest("[data-say]");
    if (!choice) return;
    form.querySelector("[name=answer]").value = choice.dataset.say;
    check(form);
  });
  form.addEventListener("keydown", (e) => {
    const part = e.target.closest?.("[data-move]");
    if (!part || (e.key !== "Enter" && e.key !== " ")) return;
    e.preventDefault();
    press(part);
  });
}
