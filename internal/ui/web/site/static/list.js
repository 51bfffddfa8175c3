// The filter of the list of problems: words, tag:…, status:…, level:N or level:N-M. The address keeps it.

import { typing } from "./keys.js";

const box = document.getElementById("filter");
const rows = [...document.querySelectorAll("#problems tr[data-words]")];

const solved = (status) => status === "alone" || status === "helped";

// parse makes a test of each part of the filter. Quotes hold words together: tag:"dynamic programming".
function parse(text) {
  const tests = [];
  for (const [, key, quoted, plain] of text.toLowerCase().matchAll(/(?:(tag|status|level):)?(?:"([^"]*)"?|(\S+))/g)) {
    const value = quoted ?? plain;
    if (key === "tag") tests.push((row) => row.tags.split("\n").some((tag) => tag.startsWith(value)));
    else if (key === "status") tests.push((row) => row.status.startsWith(value) || (solved(row.status) ? "solved" : "todo").startsWith(value));
    else if (key === "level") {
      const [least, most = least] = value.split("-").map(Number);
      tests.push((row) => row.level >= least && row.level <= most);
    } else tests.push((row) => row.words.includes(value));
  }
  return tests;
}

function apply() {
  const tests = parse(box.value);
  let shown = 0;
  for (const row of rows) {
    const data = { ...row.dataset, level: Number(row.dataset.level) };
    row.hidden = !tests.every((test) => test(data));
    if (row.hidden) row.classList.remove("here");
    else shown++;
  }
  for (const opening of document.querySelectorAll("#problems .opening")) {
    let row = opening.nextElementSibling;
    while (row?.hidden) row = row.nextElementSibling; // an opening that is hidden has no rows left
    opening.hidden = !row || row.className === "opening";
  }
  document.getElementById("matches").textContent = box.value.trim() ? `${shown} of ${rows.length}` : "";
  const nothing = document.getElementById("nothing");
  if (nothing) nothing.hidden = shown > 0 || rows.length === 0;
}

box.addEventListener("input", () => {
  apply();
  const address = new URL(location);
  if (box.value) address.searchParams.set("filter", box.value);
  else address.searchParams.delete("filter");
  history.replaceState(null, "", address);
});
box.addEventListener("keydown", (e) => {
  if (e.key === "Escape") box.blur();
  if (e.key === "Enter") rows.find((row) => !row.hidden)?.querySelector("a")?.click();
});
addEventListener("keydown", (e) => {
  if (e.key === "/" && !typing() && !e.ctrlKey && !e.metaKey && !e.altKey) {
    e.preventDefault();
    box.focus();
  }
});

// A random one is one of those that the filter leaves, if any of them is not solved.
document.getElementById("random")?.addEventListener("click", (e) => {
  const left = rows.filter((row) => !row.hidden && !solved(row.dataset.status) && row.querySelector("a"));
  if (!left.length) return;
  e.preventDefault();
  location.href = left[Math.floor(Math.random() * left.length)].querySelector("a").href;
});

box.value = new URL(location).searchParams.get("filter") ?? "";
apply();
