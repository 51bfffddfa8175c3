// The hints and the solution below a statement. Hints are opened one after the other; each that is opened is remembered.

import { ask } from "./ask.js";

for (const shelf of document.querySelectorAll("#hints, #solution")) shelf.addEventListener("click", open);

async function open(e) {
  const button = e.target.closest("button[data-hint], button[data-solution]");
  if (!button) return;
  const problem = encodeURIComponent(document.getElementById("desk").dataset.problem);
  const answer = await ask(button, "hint" in button.dataset ? `api/hints/${problem}/${button.dataset.hint}` : `api/solution/${problem}`);
  if (!answer) return;
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = button.textContent.replace(/^Open: /, "");
  details.append(summary);
  details.insertAdjacentHTML("beforeend", await answer.text()); // the server writes it from the blocks of the text, as it does the statement
  details.open = true;
  (button.closest("p") ?? button).replaceWith(details);
  summary.focus();
  const next = document.querySelector("button[data-hint]");
  if (next) {
    next.disabled = false;
    next.removeAttribute("title");
  }
}
