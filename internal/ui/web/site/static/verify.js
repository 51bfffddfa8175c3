// A package as its author sees it: what each submission does on each case, what is wrong with it, and the statement, which is drawn
// anew when something of the package is saved.

import { arrows, beside, visit } from "./grid.js";
import { typing } from "./keys.js";
import { follow } from "./stream.js";

const page = document.getElementById("verify");
const table = document.getElementById("table");
const findings = document.getElementById("findings");
const onSave = document.getElementById("onsave");
const stop = document.getElementById("stop");
const glance = 1000; // milliseconds until the package is looked at again
const storeKey = "verify on save";

let stamp = page.dataset.stamp; // of the files that the statement is drawn of
let proved = ""; // of those that were verified
let unfollow = null;

const rows = () => [...table.querySelectorAll("tbody tr")];
const cellsOf = (row) => [...row.querySelectorAll("td[tabindex]")];
const columns = () => [...table.querySelectorAll("th[data-case]")];
// left is how many cells of a row stand before those of the cases.
const left = 4;

function say(text, kind = "") {
  const line = document.getElementById("headline");
  line.textContent = text;
  line.className = `headline ${kind}`;
}

function place(parent, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  parent.append(holder.content);
}

// fill shows what a submission does on a case.
function fill(told) {
  const td = rows()[told.row]?.cells[left + told.column];
  if (!td) return;
  td.className = `cell ${told.verdict}`;
  td.textContent = told.sign;
  td.dataset.words = told.verdict ? `${told.verdict}, ${told.time}` : "not judged";
  td.setAttribute("aria-label", td.dataset.words);
}

function judged(told) {
  const row = rows()[told.row];
  if (!row) return;
  row.className = told.state;
  const [expected, got, slowest] = [...row.cells].slice(1, left);
  expected.textContent = told.expected;
  got.textContent = `${told.sign} ${told.verdict}`;
  got.className = `cell ${told.state === "skipped" ? "" : told.verdict}`;
  slowest.textContent = told.slowest ?? "";
  for (const cell of told.cells ?? []) fill(cell);
  if (told.state === "unmet" && told.decisive >= 0) row.cells[left + told.decisive].classList.add("decisive");
}

// kills adds a line below the submissions: how many that are meant to fail each case kills. What kills one that no other case does
// is framed, what kills none is faint.
function kills(told) {
  const matrix = document.getElementById("matrix");
  if (!matrix || columns().length !== told.cases.length) return;
  matrix.tFoot?.remove();
  const row = matrix.createTFoot().insertRow();
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = "catches";
  row.append(head);
  for (let i = 1; i < left; i++) row.insertCell();
  for (const deed of told.cases) {
    const td = row.insertCell();
    td.textContent = deed.kills;
    td.className = deed.kills ? (deed.alone.length ? "alone" : "") : "faint";
    const only = deed.alone.length ? `; only this one catches ${deed.alone.join(", ")}` : "";
    td.dataset.words = `catches ${deed.kills}${only}`;
    td.title = td.dataset.words;
  }
}

function watch(stream) {
  unfollow?.();
  findings.replaceChildren();
  stop.hidden = false;
  say("Waiting …");
  const over = () => {
    if (document.activeElement === stop) document.getElementById("prove").focus();
    stop.hidden = true;
  };
  unfollow = follow(stream, {
    stamp: (s) => {
      proved = s.text;
      compare();
    },
    preparing: (p) => say(p.text),
    matrix: (m) => {
      table.replaceChildren();
      place(table, m.html);
      enter();
    },
    cell: fill,
    row: judged,
    kills,
    finding: (f) => place(findings, f.html),
    proved: (p) => say(`${p.ok ? "✓" : "✗"} ${p.text}`, p.ok ? "good" : "bad"),
    fault: (f) => say(f.error + (f.hint ? ` (${f.hint})` : ""), "bad"),
    lost: () => {
      say("The server has no more of this verification.");
      over();
    },
    end: () => {
      if (document.getElementById("headline").textContent.endsWith("…")) say("Stopped");
      over();
    },
  });
}

async function prove(again) {
  const answer = await fetch(page.dataset.calls + (again ? "?again" : ""), { method: "POST" }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok) say(told?.error ?? "The server does not answer.", "bad");
  else watch(told.stream);
}

// compare says whether what was verified is what lies on the disk.
function compare() {
  document.getElementById("stale").hidden = !proved || proved === stamp;
}

// look draws the statement anew when something was saved, and has the package verified again where that is wished.
let looking = false;
async function look() {
  if (document.hidden || looking) return;
  looking = true;
  try {
    const query = new URLSearchParams({ stamp, language: page.dataset.language });
    const answer = await fetch(`${page.dataset.calls}/sheet?${query}`);
    if (answer.status !== 200) return;
    const told = await answer.json();
    stamp = told.stamp;
    const sheet = document.getElementById("sheet");
    sheet.replaceChildren();
    place(sheet, told.html);
    if (onSave.checked) prove(false);
    else compare();
  } catch {
    // The server may come back.
  } finally {
    looking = false;
  }
}

// enter makes the first cell the one that Tab leads to.
function enter() {
  const first = table.querySelector("td[tabindex]");
  if (first) first.tabIndex = 0;
}

function show(td) {
  const column = columns()[td.cellIndex - left];
  const row = td.closest("tr");
  if (!column || !row) return;
  const what = row.parentElement.tagName === "TFOOT" ? "" : `${row.cells[0].textContent} `;
  document.getElementById("place").textContent = `${what}on ${column.dataset.case}: ${td.dataset.words ?? "not judged yet"}`;
}

// onward is the next submission in some steps that does not do what is expected of it, at the case that shows it.
function onward(step) {
  const all = rows().filter((row) => row.classList.contains("unmet"));
  if (!all.length) return false;
  const at = all.indexOf(document.activeElement?.closest("tr"));
  const row = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
  const td = row.querySelector(".decisive") ?? cellsOf(row)[0];
  if (td) visit(td);
}

addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || typing() || document.querySelector("dialog[open]")) return;
  const here = document.activeElement?.closest("#matrix td[tabindex]");
  if (here && arrows[e.key]) visit(beside(here, arrows[e.key]));
  else if (e.key === "v" && !e.defaultPrevented) prove(false);
  else if (e.key !== "[" && e.key !== "]") return;
  else if (onward(e.key === "]" ? 1 : -1) === false) return;
  e.preventDefault();
});
for (const kind of ["focusin", "mouseover"]) {
  table.addEventListener(kind, (e) => {
    const td = e.target.closest("td");
    if (td && td.cellIndex >= left) show(td);
  });
}
table.addEventListener("click", (e) => {
  const td = e.target.closest("td[tabindex]");
  if (td) visit(td);
});
document.getElementById("prove").addEventListener("click", () => prove(false));
document.getElementById("anew").addEventListener("click", () => prove(true));
stop.addEventListener("click", () => fetch(`${page.dataset.calls}/stop`, { method: "POST" }).catch(() => say("The server does not answer.", "bad")));
try {
  onSave.checked = localStorage.getItem(storeKey) === "yes";
} catch {
  // Without a store nothing is remembered.
}
onSave.addEventListener("change", () => {
  try {
    localStorage.setItem(storeKey, onSave.checked ? "yes" : "no");
  } catch {
    // It holds for this page.
  }
});

enter();
setInterval(look, glance);
addEventListener("visibilitychange", look);
if (page.dataset.stream) watch(Number(page.dataset.stream));
