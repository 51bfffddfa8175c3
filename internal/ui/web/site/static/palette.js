// Ctrl-K: a problem, a page or an action of this page, by typing. Problems are asked for when the palette is first opened.

const dialog = document.getElementById("palette");
const box = document.getElementById("goal");
const list = document.getElementById("goals");
const most = 12;
let problems = null;
let shown = [];
let at = 0;

const link = (kind) => (a) => ({ kind, name: a.textContent.trim(), words: "", go: () => (location.href = a.href) });
const pages = () => [...document.querySelectorAll(".bar nav a")].map(link("page"));

// Actions are what on the page names itself so and can be pressed now.
const actions = () =>
  [...document.querySelectorAll("[data-action]")]
    .filter((e) => !e.disabled && e.checkVisibility())
    .map((e) => ({ kind: "action", name: e.dataset.action, words: "", go: () => e.click() }));

async function load() {
  const answer = await fetch("api/palette").catch(() => null);
  if (!answer?.ok) return;
  problems = (await answer.json()).map((p) => ({ kind: "problem", name: p.name, words: p.id, go: () => (location.href = p.page) }));
  draw();
}

// rank is how well a goal fits what is typed: all words must be in it; -1 when one is not. Whatever begins so comes first.
function rank(goal, typed) {
  const text = `${goal.name} ${goal.words} ${goal.kind}`.toLowerCase();
  if (!typed.every((word) => text.includes(word))) return -1;
  const name = goal.name.toLowerCase();
  return typed.length === 0 || name.startsWith(typed[0]) ? 0 : name.includes(` ${typed[0]}`) ? 1 : 2;
}

function draw() {
  const typed = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  shown = [...actions(), ...pages(), ...(problems ?? [])]
    .map((goal) => ({ goal, rank: rank(goal, typed) }))
    .filter((found) => found.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map((found) => found.goal);
  at = 0;
  list.replaceChildren(
    ...shown.map((goal, i) => {
      const item = document.createElement("li");
      const kind = document.createElement("span");
      item.id = `goal-${i}`;
      item.setAttribute("role", "option");
      item.append(goal.name, " ", kind);
      kind.className = "faint";
      kind.textContent = goal.kind;
      item.addEventListener("click", () => choose(i));
      return item;
    }),
  );
  document.getElementById("no-goal").textContent = shown.length ? "" : "Nothing is called so.";
  mark();
}

function mark() {
  [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
  if (shown.length) box.setAttribute("aria-activedescendant", `goal-${at}`);
  else box.removeAttribute("aria-activedescendant");
  list.children[at]?.scrollIntoView({ block: "nearest" });
}

function choose(i) {
  const goal = shown[i];
  dialog.close();
  goal?.go();
}

function open() {
  if (dialog.open) {
    dialog.close();
    return;
  }
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  box.value = "";
  draw();
  dialog.showModal();
  box.focus();
  if (!problems) load();
}

box.addEventListener("input", draw);
box.addEventListener("keydown", (e) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step && shown.length) {
    e.preventDefault();
    at = (at + step + shown.length) % shown.length;
    mark();
  } else if (e.key === "Enter") {
    e.preventDefault();
    choose(at);
  }
});
document.getElementById("go").addEventListener("click", open);
// Before the editor sees it.
addEventListener(
  "keydown",
  (e) => {
    if (e.key.toLowerCase() !== "k" || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return;
    e.preventDefault();
    e.stopPropagation();
    open();
  },
  true,
);
