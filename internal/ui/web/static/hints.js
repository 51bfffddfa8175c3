// The hints below a statement, opened one after the other. Each that is opened is remembered.

import { tell } from "./keys.js";

const shelf = document.getElementById("hints");

shelf?.addEventListener("click", async (e) => {
  const button = e.target.closest("button[data-hint]");
  if (!button) return;
  button.disabled = true;
  const problem = document.getElementById("desk").dataset.problem;
  const answer = await fetch(`api/hints/${encodeURIComponent(problem)}/${button.dataset.hint}`, { method: "POST" }).catch(() => null);
  if (!answer?.ok) {
    button.disabled = false;
    const fault = document.createElement("span");
    fault.className = "bad";
    fault.textContent = (await answer?.json().catch(() => null))?.error ?? "The server does not answer.";
    button.parentElement.querySelector(".bad")?.remove();
    button.after(" ", fault);
    button.focus();
    tell(fault.textContent);
    return;
  }
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const text = document.createElement("div");
  summary.textContent = button.textContent.replace(/^Open: /, "");
  text.className = "text";
  text.innerHTML = await answer.text(); // the server writes it from the blocks of the text, as it does the statement
  details.append(summary, text);
  details.open = true;
  button.parentElement.querySelector(".bad")?.remove();
  button.replaceWith(details);
  summary.focus();
  const next = shelf.querySelector("button[data-hint]");
  if (next) {
    next.disabled = false;
    next.removeAttribute("title");
  }
});
