// The desk beside a statement: the person's own file, saved as it is typed, and its judgement.

import { fault } from "./ask.js";
import { beginIn, tell } from "./keys.js";
import { show } from "./verdict.js";

const desk = document.getElementById("desk");
const area = document.getElementById("source");
const saved = document.getElementById("saved");
const address = `api/files/${encodeURIComponent(desk.dataset.problem)}/${encodeURIComponent(desk.dataset.file)}`;
const draftKey = `draft ${desk.dataset.problem}/${desk.dataset.file}`;
const pause = 800; // milliseconds without a key until it is saved
const glance = 1500; // milliseconds until the disk is looked at again

// The file as it is known: its tag, "" while there is none, and its text there. A file whose lines end as on Windows stays so.
let tag = desk.dataset.tag;
let windows = "windows" in desk.dataset;
let disk = tag ? plain(area.value) : null;
let saving = null;
let theirs = null; // what lies on the disk beside ours: { tag, text }
let timer = 0;

// What edits: the text area, or what takes its place.
let editor = {
  get text() {
    return area.value;
  },
  set text(text) {
    area.value = text;
  },
  focus: () => area.focus(),
};

function plain(text) {
  return text.replaceAll("\r\n", "\n");
}

const dirty = () => editor.text !== (disk ?? "") && !(disk === null && editor.text === plain(area.defaultValue));

function say(text) {
  saved.textContent = text;
}

// A draft outlives the page until what it holds lies on the disk.
function keepDraft() {
  try {
    if (dirty()) localStorage.setItem(draftKey, JSON.stringify({ tag, text: editor.text }));
    else localStorage.removeItem(draftKey);
  } catch {
    // Without a store there is the disk.
  }
}

function storedDraft() {
  try {
    return JSON.parse(localStorage.getItem(draftKey));
  } catch {
    return null;
  }
}

function changed() {
  keepDraft();
  say(dirty() ? "unsaved" : "");
  clearTimeout(timer);
  if (dirty() && !theirs) timer = setTimeout(() => save(), pause);
}

// save puts the text on the disk, once what is on its way there has arrived. It tells whether the disk has it.
async function save() {
  clearTimeout(timer);
  while (saving) await saving;
  if (theirs) return false;
  if (tag && !dirty()) return true;
  saving = put();
  try {
    return await saving;
  } finally {
    saving = null;
    if (!theirs && dirty()) timer = setTimeout(() => save(), pause);
  }
}

async function put() {
  const text = editor.text;
  let answer;
  try {
    answer = await fetch(address, {
      method: "PUT",
      keepalive: text.length < 30000, // and goes on when the page is left; browsers bound what may
      body: windows ? text.replaceAll("\n", "\r\n") : text,
      headers: { "Content-Type": "text/plain; charset=utf-8", ...(tag ? { "If-Match": tag } : { "If-None-Match": "*" }) },
    });
  } catch {
    say("not saved: the server does not answer");
    return false;
  }
  if (answer.status === 409) {
    conflict(answer.headers.get("ETag"), await answer.text());
    return false;
  }
  if (!answer.ok) {
    say(`not saved: ${(await answer.json().catch(() => ({}))).error ?? answer.statusText}`);
    return false;
  }
  tag = answer.headers.get("ETag");
  disk = text;
  keepDraft();
  say(dirty() ? "unsaved" : "saved");
  return true;
}

// conflict shows both versions. Ours stays in the editor, and a draft of it in the browser.
function conflict(otherTag, text) {
  theirs = { tag: otherTag ?? "", text };
  document.getElementById("theirs").textContent = otherTag ? text : "(the file is gone)";
  const section = document.getElementById("conflict");
  if (section.hidden) tell("The file was changed elsewhere, too: below the editor stands what lies on the disk.");
  section.hidden = false;
  say("not saved");
}

function settle() {
  const other = theirs;
  theirs = null;
  document.getElementById("conflict").hidden = true;
  tag = other.tag;
  disk = other.tag ? plain(other.text) : null;
  windows = /\r\n/.test(other.text);
  editor.focus();
  return other;
}

document.getElementById("keep").addEventListener("click", () => {
  settle();
  save();
});
document.getElementById("take").addEventListener("click", () => {
  const other = settle();
  editor.text = plain(other.text);
  changed();
});

// look takes over what the person's own editor has saved, if nothing is typed here. Beside what is typed it shows what lies there by now.
async function look() {
  if (document.hidden || saving) return;
  const beside = theirs;
  const known = beside ? beside.tag : tag;
  const stale = () => saving || theirs !== beside || (!beside && known !== tag);
  let answer;
  try {
    answer = await fetch(address, { headers: known ? { "If-None-Match": known } : {}, cache: "no-store" });
  } catch {
    return;
  }
  if (stale()) return;
  if (answer.status === 204 && known) {
    conflict(null, "");
    return;
  }
  if (answer.status !== 200) return;
  const now = answer.headers.get("ETag");
  const text = await answer.text();
  if (stale() || now === known) return;
  if (beside || (dirty() && plain(text) !== editor.text)) {
    conflict(now, text);
    return;
  }
  tag = now;
  windows = /\r\n/.test(text);
  disk = plain(text);
  if (editor.text !== disk) {
    editor.text = disk;
    say("changed on the disk");
  }
  keepDraft();
}

// begin saves, and has something done with the file on the disk.
async function begin(button, work, body) {
  fault(button, "");
  if (area.readOnly === false && !(await save())) {
    fault(button, saved.textContent);
    return;
  }
  const answer = await fetch(work, { method: "POST", body }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (answer?.ok) {
    watch(said.stream);
    tab("result");
    return;
  }
  fault(button, [said?.error ?? "the server does not answer", said?.hint].filter(Boolean).join("; "));
}

// On a narrow window one part of the page is seen at a time; on a wide one all are.
const tabs = document.getElementById("tabs");
function tab(name) {
  document.getElementById("split").dataset.shown = name;
  for (const button of tabs.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.tab === name));
}
tabs.addEventListener("click", (e) => e.target.dataset.tab && tab(e.target.dataset.tab));
tabs.hidden = false;
tab("statement");

const to = (work) => address.replace("/files/", `/${work}/`);
const judge = (samples) => begin(document.getElementById(samples ? "samples" : "submit"), to("judge") + (samples ? "?samples" : ""));

// One's own input, kept in the browser while it differs from the sample that it begins with. Some problems have none.
const own = document.getElementById("own");
const input = document.getElementById("input");
const inputKey = `input ${desk.dataset.problem}`;
function runOwn() {
  own.open = true;
  begin(document.getElementById("run"), to("run"), input.value);
}
if (own) {
  try {
    input.value = localStorage.getItem(inputKey) ?? input.value;
  } catch {
    // Without a store it is the sample.
  }
  input.addEventListener("input", () => {
    try {
      if (input.value === input.defaultValue) localStorage.removeItem(inputKey);
      else localStorage.setItem(inputKey, input.value);
    } catch {
      // It holds for this page.
    }
  });
  document.getElementById("run").addEventListener("click", runOwn);
  document.getElementById("keep-test")?.addEventListener("click", async () => {
    const test = { input: input.value, answer: document.getElementById("expected").value };
    const answer = await fetch(to("tests"), { method: "POST", body: JSON.stringify(test), headers: { "Content-Type": "application/json" } }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    document.getElementById("kept").textContent = answer?.ok ? `kept as ${said.kept}` : `not kept: ${said?.error ?? "the server does not answer"}`;
  });
}

// A site takes the code by its own form: here it is copied, and said that nothing is sent yet.
const site = document.getElementById("site");
site?.addEventListener("click", async () => {
  const sent = document.getElementById("sent");
  const { site: name, page } = site.dataset;
  if (area.readOnly === false && !(await save())) return;
  const answer = await fetch(to("onefile")).catch(() => null);
  if (!answer?.ok) {
    sent.textContent = `Nothing is copied, and nothing was sent: ${(await answer?.json().catch(() => null))?.error ?? "the server does not answer"}.`;
    return;
  }
  const link = document.createElement("a");
  Object.assign(link, { href: page, target: "_blank", rel: "noopener noreferrer", textContent: `the form of ${name}` });
  try {
    await navigator.clipboard.writeText(await answer.text());
    sent.replaceChildren("Nothing is sent yet: the code is copied. Paste it into ", link, ".");
  } catch {
    sent.replaceChildren("Nothing is sent yet, and the browser does not let the code be copied. Copy it from the editor into ", link, ".");
  }
});

let unfollow = null;
const stop = document.getElementById("stop");
function watch(stream) {
  unfollow?.();
  stop.disabled = false;
  unfollow = show(stream, () => {
    if (document.activeElement === stop) document.getElementById("submit").focus();
    stop.disabled = true;
  });
}

stop.addEventListener("click", () => fetch(to("stop"), { method: "POST" }).then(() => fault(stop, ""), () => fault(stop, "the server does not answer")));
document.getElementById("samples").addEventListener("click", () => judge(true));
document.getElementById("submit").addEventListener("click", () => judge(false));
addEventListener(
  "keydown",
  (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey) return;
    if (e.key === "Enter" || e.key === "'") {
      e.preventDefault();
      e.stopPropagation();
      if (e.key === "'") judge(true);
      else if (!e.shiftKey) judge(false);
      else if (own) runOwn();
    } else if (e.key === "s") {
      e.preventDefault();
      save();
    }
  },
  true,
);

// The editor takes the place of the text area when it is there. Where it cannot be loaded the text area stays.
import(new URL(desk.dataset.editor, document.baseURI)).then(({ mount }) => {
  const vim = document.getElementById("vim");
  const place = document.createElement("div");
  const focused = document.activeElement === area;
  place.className = "code";
  try {
    vim.checked = localStorage.getItem("vim") === "yes";
  } catch {
    // Without a store nothing is remembered.
  }
  const text = editor.text;
  area.parentElement.replaceChildren(place);
  editor = mount(place, {
    text,
    language: desk.dataset.language,
    nonce: document.body.dataset.nonce,
    label: "Source",
    readOnly: area.readOnly,
    vim: vim.checked,
    onChange: changed,
    onWrite: () => save(),
  });
  if (focused) editor.focus();
  document.getElementById("vim-choice").hidden = false;
  vim.addEventListener("change", () => {
    editor.setVim(vim.checked);
    try {
      localStorage.setItem("vim", vim.checked ? "yes" : "no");
    } catch {
      // It holds for this page.
    }
  });
}, () => {});

// The next solution begins in the language of this one.
beginIn(desk.dataset.file.split(".").at(-1));

const choice = document.getElementById("file");
choice.addEventListener("change", async () => {
  if (!dirty() || (await save())) location.href = `${location.pathname}?file=${encodeURIComponent(choice.value)}#file`;
  else choice.value = desk.dataset.file;
});

area.addEventListener("input", changed);
// Tab indents; Escape gives it back its usual meaning until the area is entered again.
let leaving = false;
area.addEventListener("focus", () => (leaving = false));
area.addEventListener("keydown", (e) => {
  if (e.key === "Escape") leaving = true;
  if (e.key !== "Tab" || e.shiftKey || e.ctrlKey || e.altKey || leaving || area.readOnly) return;
  e.preventDefault();
  area.setRangeText("    ", area.selectionStart, area.selectionEnd, "end");
  changed();
});
addEventListener("visibilitychange", () => {
  if (document.hidden) {
    if (dirty()) save();
  } else look();
});
addEventListener("pagehide", () => dirty() && save());

// A draft of an earlier visit is what was typed and not saved then.
const draft = storedDraft();
if (draft && draft.text !== editor.text && !area.readOnly) {
  const there = { tag, text: area.value };
  editor.text = draft.text;
  if (draft.tag === tag) changed();
  else conflict(there.tag || null, there.text);
} else keepDraft();

if (!area.readOnly) setInterval(look, glance);
if (desk.dataset.stream) watch(Number(desk.dataset.stream));
