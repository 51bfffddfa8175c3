// Keys of every page. Letters alone do nothing while somebody types.

const help = document.getElementById("keys");
let leader = 0; // when g was pressed

export const typing = () =>
  document.activeElement?.closest("input, textarea, select, [contenteditable]:not([contenteditable='false'])") != null;

// tell says something to who listens to the page and does not see it.
export function tell(text) {
  const line = document.getElementById("news");
  line.textContent = ""; // what is said twice is news twice
  setTimeout(() => (line.textContent = text), 50);
}

// beginIn remembers the language in which the next solution begins, by the ending of its files.
export function beginIn(ending) {
  document.cookie = `grundy-language=${encodeURIComponent(ending)}; path=${new URL(document.baseURI).pathname}; max-age=31536000; samesite=strict`;
}

// painted is when the page has been seen: what is asked for before that is drawn before that, too.
export const painted = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

document.getElementById("help").addEventListener("click", () => help.showModal());

// Addresses are relative to the base and not to the page, which a script may have given another address meanwhile.
document.querySelector(".skip").addEventListener("click", (e) => {
  e.preventDefault();
  document.getElementById("main").focus();
});

// The pages that each page leads to, by the key behind g.
const goals = Object.fromEntries([...document.querySelectorAll(".bar nav [data-key]")].map((link) => [link.dataset.key, link.href]));

addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || typing() || document.querySelector("dialog[open]")) return;
  if (leader > Date.now() - 1500 && goals[e.key]) {
    leader = 0;
    e.preventDefault();
    location.href = goals[e.key];
    return;
  }
  leader = e.key === "g" ? Date.now() : 0;
  const act = { "?": () => help.showModal(), j: () => row(1), k: () => row(-1), Enter: open, "[": () => failure(-1), "]": () => failure(1) }[e.key];
  if (act && act() !== false) e.preventDefault();
});

// Where a choice leads to another page the keys open the list: otherwise each step of them would lead away.
addEventListener("keydown", (e) => {
  const choice = e.target.closest?.("select[data-leads]");
  if (!choice || e.ctrlKey || e.metaKey || e.altKey || !/^(Arrow.*|Home|End|Page.*|\S)$/.test(e.key)) return;
  e.preventDefault();
  choice.showPicker();
});

const rows = () => [...document.querySelectorAll(".rows tbody tr")].filter((tr) => !tr.hidden && tr.querySelector("a"));

// row goes some rows on in the list of the page.
function row(step) {
  const all = rows();
  if (!all.length) return false;
  const at = all.findIndex((tr) => tr.classList.contains("here"));
  const next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
  document.querySelector("tr.here")?.classList.remove("here");
  next.classList.add("here");
  next.querySelector("a").focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

// open opens the chosen row. A link or a button that has the focus does what it always does.
function open() {
  if (document.activeElement?.closest("a, button, summary")) return false;
  const link = document.querySelector("tr.here a");
  if (!link) return false;
  link.click();
}

// failure goes some failures on.
function failure(step) {
  const all = [...document.querySelectorAll("#failures .failure, .run .failure")];
  if (!all.length) return false;
  const at = all.indexOf(document.activeElement?.closest(".failure"));
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
  next.open = true;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

// Buttons that copy what stands in their figure, also in what comes later.
addEventListener("click", async (e) => {
  const button = e.target.closest?.("button.copy");
  if (!button) return;
  const text = button.parentElement.closest("figure, div").querySelector("pre").textContent;
  button.dataset.word ??= button.textContent;
  button.textContent = await navigator.clipboard.writeText(text.endsWith("\n") ? text : text + "\n").then(() => "copied", () => "not allowed");
  tell(button.textContent);
  setTimeout(() => (button.textContent = button.dataset.word), 1500);
});
// They are hidden where no script could make them work.
for (const button of document.querySelectorAll("button.copy")) button.hidden = false;
