// The hints below a statement, opened one after the other. Each that is opened is remembered.

const shelf = document.getElementById("hints");

shelf?.addEventListener("click", async (e) => {
  const button = e.target.closest("button[data-hint]");
  if (!button) return;
  button.disabled = true;
  const problem = document.getElementById("desk").dataset.problem;
  const answer = await fetch(`/api/hints/${encodeURIComponent(problem)}/${button.dataset.hint}`, { method: "POST" }).catch(() => null);
  if (!answer?.ok) {
    button.disabled = false;
    button.title = (await answer?.json().catch(() => null))?.error ?? "The server does not answer.";
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
  button.replaceWith(details);
  summary.focus();
  const next = shelf.querySelector("button[data-hint]");
  if (next) {
    next.disabled = false;
    next.removeAttribute("title");
  }
});
