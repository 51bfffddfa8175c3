// Judges an earlier run again, and opens the new one when it is there.

import { ask } from "./ask.js";
import { follow } from "./stream.js";

const button = document.getElementById("again");
const headline = document.getElementById("headline");

function watch(stream) {
  let done = 0;
  button.disabled = true;
  const say = (text) => (headline.textContent = text);
  const idle = () => (button.disabled = false);
  say("Waiting …");
  follow(stream, {
    preparing: (p) => say(p.text),
    test: () => say(`${++done} tests have run`),
    done: (d) => say(d.score == null ? `${d.verdict} ${d.reason}` : d.reason),
    kept: (k) => {
      const link = document.createElement("a");
      link.href = `s/${k.run}?with=${button.dataset.run}`;
      link.textContent = `run ${k.run}`;
      headline.append(" · ", link);
    },
    fault: (f) => say(f.error),
    lost: idle,
    end: idle,
  });
}

button?.addEventListener("click", async () => {
  const answer = await ask(button, `api/again/${button.dataset.run}`);
  if (answer) watch((await answer.json()).stream);
});
if (button?.dataset.stream) watch(Number(button.dataset.stream));
