// Asks the server for what a button stands for, and says beside the button what it cannot do.

import { tell } from "./keys.js";

// ask posts, and returns the answer, or null when the button says why there is none.
export async function ask(button, address) {
  button.disabled = true;
  const answer = await fetch(address, { method: "POST" }).catch(() => null);
  fault(button, "");
  if (answer?.ok) return answer;
  button.disabled = false;
  const said = await answer?.json().catch(() => null);
  fault(button, [said?.error ?? "the server does not answer", said?.hint].filter(Boolean).join("; "));
  button.focus();
  return null;
}

// fault says at a button why it does nothing; "" says nothing any more.
export function fault(button, text) {
  const shown = button.querySelector(".beside");
  if (!text) {
    shown?.remove();
    return;
  }
  const line = shown ?? document.createElement("span");
  line.className = "bad beside";
  line.textContent = text;
  if (!shown) button.append(line); // it hangs below the button and moves nothing
  tell(text);
}

// What the theory says of a position in a game takes the place of the position.
addEventListener("click", async (e) => {
  const button = e.target.closest?.("button[data-theory]");
  const answer = button && (await ask(button, button.dataset.theory));
  if (!answer) return;
  const whole = document.createElement("template");
  whole.innerHTML = await answer.text(); // the server draws it as it draws failures
  const lost = whole.content.firstElementChild;
  button.closest(".lost").replaceWith(lost);
  lost.tabIndex = -1;
  lost.focus();
});
