// The grid of small positions: what the package's model answers, what the person's program does, and what is conjectured.

import { arrows, beside, visit } from "./grid.js";
import { painted, typing } from "./keys.js";
import { follow } from "./stream.js";

const lab = document.getElementById("laboratory");
const box = document.getElementById("claim");
const setting = document.getElementById("setting");
const cells = [...document.querySelectorAll("#grid [data-cell]")];
const numbers = new Map(cells.map((cell, i) => [Number(cell.dataset.cell), i]));
const columns = document.querySelectorAll("#grid thead [scope='col']").length - 1;
const known = { model: [], program: [] }; // what is told of each cell
let claim = null; // what comes of the conjecture: { about, cells }, or { error, hint }
let over = false;

const ask = (path, query = "") => fetch(`${lab.dataset.address}${path}?${lab.dataset.query}${query}`).then((answer) => answer.json());

// In a cell: whether the program says something else than the model, and what comes of the conjecture.
const differs = (i) => known.program[i] && known.model[i] && (known.program[i].fault || known.program[i].answer !== known.model[i].answer);
const predicted = (i) => claim?.cells?.[i];
const holds = (i) => (predicted(i).answer === known.model[i].answer) !== (predicted(i).not ?? false);
const refuted = (i) => predicted(i) && known.model[i] && !holds(i);

// said is what a conjecture says of a cell, in words.
function said(i) {
  const p = predicted(i);
  if (claim.about) return p.not ? `not ${claim.about}` : claim.about;
  return p.answer;
}

function draw(i) {
  const model = known.model[i];
  const kinds = [model?.look ?? ""];
  if (predicted(i) && model) kinds.push(holds(i) ? "agrees" : "refuted");
  if (differs(i)) kinds.push("differs");
  cells[i].className = kinds.join(" ");
  cells[i].textContent = model?.sign ?? "";
  cells[i].setAttribute("aria-label", words(i));
}

// words are what is known of a cell.
function words(i) {
  const parts = [cells[i].dataset.place + ": " + (known.model[i]?.fault || known.model[i]?.called || "not known yet")];
  const mine = known.program[i];
  if (mine) parts.push(`${lab.dataset.by}: ${[mine.called, mine.fault].filter(Boolean).join(", ")}`);
  if (predicted(i)) parts.push(`conjecture: ${said(i)}`);
  return parts.join("; ");
}

// nearest is the smallest of some positions: the one that is the fewest steps away from the first.
function nearest(wanted) {
  const far = (i) => {
    const at = Number(cells[i].dataset.cell);
    return Math.floor(at / columns) + (at % columns);
  };
  return cells.map((_, i) => i).filter(wanted).sort((a, b) => far(a) - far(b))[0];
}

const glance = 1500; // milliseconds until the program's file is looked at again

const count = (wanted) => cells.filter((_, i) => wanted(i)).length;

// link leads to a cell.
function link(i) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = cells[i].dataset.place;
  button.addEventListener("click", () => visit(cells[i]));
  return button;
}

function say(id, kind, ...parts) {
  const line = document.getElementById(id);
  line.className = `${id === "headline" ? "headline " : ""}${kind}`;
  line.replaceChildren(...parts);
}

// waiting tells whether nothing is known yet of the program, or without one of the model.
const waiting = () => document.getElementById("headline").classList.contains("faint");

// conclude says how far the conjecture and the program are right.
function conclude() {
  const done = count((i) => known.model[i]);
  if (claim?.error) say("said", "bad", claim.error, ...(claim.hint ? [` (${claim.hint})`] : []));
  else if (!claim) say("said", "faint", "");
  else if (done) {
    const wrong = count(refuted);
    if (wrong) say("said", "bad", `✗ right for ${done - wrong} of ${done}; the smallest where it is wrong: `, link(nearest(refuted)));
    else say("said", "good", `✓ right for ${over ? "all " : ""}${done}${over ? " that are shown" : " so far"}`);
  }
  const tried = count((i) => known.program[i] && known.model[i]);
  if (!tried) return;
  const wrong = count(differs);
  if (wrong) say("headline", "bad", `${lab.dataset.by} is wrong for ${wrong} of ${tried}, first: `, link(nearest(differs)));
  else say("headline", "good", `${lab.dataset.by} is right for ${tried}`);
}

// look shows what is known of the cell that has the focus, and its input.
let looked = -1;
async function look(i) {
  looked = i;
  document.getElementById("place").textContent = words(i);
  const figure = document.getElementById("input");
  const { input, board } = await ask("/cell", `&cell=${cells[i].dataset.cell}`).catch(() => ({}));
  if (looked !== i || input === undefined) return;
  figure.hidden = false;
  figure.querySelector("pre").textContent = input;
  const drawn = document.createElement("div");
  drawn.innerHTML = board ?? ""; // the server has drawn it
  const pictures = [...drawn.querySelectorAll("img")];
  for (const picture of pictures) picture.loading = "eager";
  // The picture before stays until this one is there: the page would jump in between.
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  if (looked === i) document.getElementById("drawn").replaceChildren(...drawn.childNodes);
}

function redraw() {
  cells.forEach((_, i) => draw(i));
  conclude();
  if (looked >= 0) document.getElementById("place").textContent = words(looked);
}

// conjecture asks what the typed text says of each cell. The address keeps it.
let asked = 0;
async function conjecture() {
  const number = ++asked;
  const text = box.value.trim();
  const address = new URL(location);
  const kept = setting.elements.claim;
  kept.value = text;
  kept.disabled = !text;
  if (text) address.searchParams.set("claim", text);
  else address.searchParams.delete("claim");
  history.replaceState(null, "", address);
  const told = text ? await ask("/claim", `&claim=${encodeURIComponent(text)}`).catch(() => ({ error: "The server does not answer." })) : null;
  if (number !== asked) return;
  claim = told;
  redraw();
}

let unfollow = null;
async function explore() {
  unfollow?.();
  known.program = [];
  document.getElementById("log").hidden = true;
  redraw();
  say("headline", "faint", "Waiting …");
  const answer = await fetch(`${lab.dataset.address}?${lab.dataset.query}`, { method: "POST" }).catch(() => null);
  const begun = await answer?.json().catch(() => null);
  if (!answer?.ok) {
    say("headline", "bad", begun?.error ?? "The server does not answer.");
    return;
  }
  unfollow = follow(begun.stream, {
    preparing: (p) => waiting() && say("headline", "faint", p.text),
    cells: (told) => {
      if (waiting() && (told.who === "program" || !lab.dataset.by)) say("headline", "");
      for (const cell of told.cells) {
        const i = numbers.get(cell.cell);
        known[told.who][i] = cell;
        draw(i);
      }
      conclude();
    },
    periods: (p) => {
      over = true;
      const rows = [...document.querySelectorAll("#grid .period")];
      p.rows.forEach((words, i) => (rows[i].textContent = words));
      conclude();
    },
    log: (l) => {
      document.getElementById("log").textContent = l.text;
      document.getElementById("log").hidden = false;
    },
    failed: (f) => say("headline", "bad", f.error, ...(f.hint ? [` (${f.hint})`] : [])),
    fault: (f) => say("headline", "bad", f.error, ...(f.hint ? [` (${f.hint})`] : [])),
    lost: () => say("headline", "bad", "The server has no more of this: load the page again."),
    end: () => waiting() && say("headline", ""),
  });
}

// reread has the program answer again when its file was saved.
let tag = null;
async function reread() {
  if (document.hidden || !lab.dataset.by) return;
  const file = `api/files/${encodeURIComponent(lab.dataset.problem)}/${encodeURIComponent(lab.dataset.by)}`;
  const answer = await fetch(file, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" }).catch(() => null);
  const now = answer?.headers.get("ETag");
  if (answer?.status !== 200 || now === tag) return;
  const known = tag;
  tag = now;
  if (known) explore();
}

// onward is the next cell in some steps where something is wrong.
function onward(step) {
  const wrong = cells.map((_, i) => i).filter((i) => differs(i) || refuted(i));
  if (!wrong.length) return;
  const here = cells.indexOf(document.activeElement);
  visit(cells[step > 0 ? (wrong.find((i) => i > here) ?? wrong[0]) : (wrong.findLast((i) => i < here && here >= 0) ?? wrong.at(-1))]);
}

addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
  const here = cells.indexOf(document.activeElement);
  if (e.key === "Escape" && document.activeElement === box) visit(cells.find((cell) => cell.tabIndex === 0) ?? cells[0]);
  else if (typing()) return;
  else if (here >= 0 && arrows[e.key]) visit(beside(cells[here], arrows[e.key]));
  else if (e.key === "c") box.focus();
  else if (e.key === "r") explore();
  else if (e.key === "[" || e.key === "]") onward(e.key === "]" ? 1 : -1);
  else return;
  e.preventDefault();
});

document.getElementById("grid").addEventListener("focusin", (e) => {
  const i = cells.indexOf(e.target);
  if (i >= 0) look(i);
});
document.getElementById("grid").addEventListener("click", (e) => {
  const i = cells.indexOf(e.target.closest("td"));
  if (i >= 0) visit(cells[i]);
});
box.addEventListener("input", conjecture);
setting.addEventListener("change", (e) => {
  setting.action = `${location.pathname}#${e.target.id}`; // where the focus is then
  setting.requestSubmit();
});
document.getElementById("set").hidden = true;
document.getElementById("rerun").hidden = false;
document.getElementById("rerun").addEventListener("click", explore);

if (cells.length) cells[0].tabIndex = 0;
painted.then(async () => {
  conjecture();
  await reread();
  explore();
  setInterval(reread, glance);
  addEventListener("visibilitychange", reread);
});
