// Draws a judgement as it happens.

import { follow } from "./stream.js";

const svg = "http://www.w3.org/2000/svg";
const words = { AC: "✓ Accepted", WA: "✗ Wrong answer", TLE: "◷ Time limit exceeded", MLE: "✗ Memory limit exceeded", RTE: "✗ Run-time error", OLE: "✗ Output limit exceeded", IE: "◷ Idleness limit exceeded", CE: "✗ Compile error", JE: "✗ The judge failed" };

export const milliseconds = (s) => (s >= 10 ? `${s.toFixed(1)} s` : s > 0 && s < 0.001 ? `${(s * 1000).toFixed(1)} ms` : `${Math.round(s * 1000)} ms`);

// place puts a piece that the server has drawn into the page.
function place(parent, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  parent.append(holder.content);
}

// Strip has a bar for each case: its height is its time as a part of the limit.
class Strip {
  constructor(parent, cases) {
    this.cases = cases;
    this.bars = new Map();
    this.root = document.createElementNS(svg, "svg");
    this.root.setAttribute("viewBox", `0 0 ${cases * 10} 100`);
    this.root.setAttribute("preserveAspectRatio", "none");
    this.root.setAttribute("role", "img");
    const limit = document.createElementNS(svg, "line");
    for (const [name, value] of Object.entries({ x1: 0, x2: cases * 10, y1: 20, y2: 20, class: "limit" })) limit.setAttribute(name, value);
    this.root.append(limit);
    this.drawn = 0;
    parent.replaceChildren(this.root);
    this.label();
  }

  label() {
    this.root.setAttribute("aria-label", `${this.drawn} of ${this.cases} tests have run`);
  }

  // add draws a test at its place in judging order. The limit is at four fifths of the height.
  add(test) {
    const bar = this.bars.get(test.index) ?? document.createElementNS(svg, "rect");
    const part = test.time_limit_seconds > 0 ? test.cpu_seconds / test.time_limit_seconds : 0;
    const height = Math.max(4, Math.min(part * 80, 100));
    const kind = test.verdict === "AC" ? "" : test.verdict === "TLE" || test.verdict === "IE" ? " timeout" : test.unjudged ? " waiting" : " failed";
    const shape = { x: (test.index - 1) * 10 + 1, width: 8, y: 100 - (kind.trim() === "failed" ? Math.max(height, 30) : height), height: kind.trim() === "failed" ? Math.max(height, 30) : height, class: "case" + kind };
    for (const [name, value] of Object.entries(shape)) bar.setAttribute(name, value);
    const title = document.createElementNS(svg, "title");
    title.textContent = `${test.test}: ${test.verdict || "not judged"}, ${milliseconds(test.cpu_seconds)}`;
    bar.replaceChildren(title);
    if (!this.bars.has(test.index)) {
      this.bars.set(test.index, bar);
      this.root.append(bar);
      this.drawn++;
      this.label();
    }
  }
}

// show follows a stream and draws it. Idle is called when nothing more comes.
export function show(number, idle) {
  const at = (id) => document.getElementById(id);
  const say = (text, kind = "") => {
    at("headline").textContent = text;
    at("headline").className = `headline ${kind}`;
  };
  let strip = null;
  let plan = null;
  let passed = 0;
  let failed = 0;
  let decided = false;
  const facts = [];
  const fact = (node) => {
    if (facts.length) at("facts").append(" · ");
    facts.push(node);
    at("facts").append(node);
  };
  const wait = (text) => {
    if (!decided) say(text);
  };
  for (const id of ["strip", "facts", "why", "failures"]) at(id).replaceChildren();
  at("log").hidden = true;
  say("Waiting …");
  return follow(number, {
    preparing: (p) => wait(p.text),
    plan: (p) => {
      plan = p;
      strip = new Strip(at("strip"), p.tests);
      wait("Compiling …");
    },
    compile: (c) => {
      if (c.log) {
        at("log").textContent = c.log;
        at("log").hidden = false;
      }
      if (c.help) fact(c.help);
      wait("Running …");
    },
    test: (t) => {
      strip?.add(t);
      if (t.verdict === "AC") passed++;
      else if (!t.unjudged) failed++;
      wait(`${passed + failed} of ${plan.tests}` + (failed ? `, ${failed} failed` : ""));
    },
    failure: (f) => place(at("failures"), f.html),
    growth: (g) => fact(`≈ ${g.function} in ${g.measure}`),
    done: (d) => {
      decided = true;
      const kind = d.verdict === "AC" ? "good" : d.verdict === "TLE" || d.verdict === "IE" ? "late" : d.verdict ? "bad" : "";
      const head = d.interrupted ? "Stopped" : d.skipped ? "Not judged" : (words[d.verdict] ?? "Not judged");
      const score = d.score != null ? `, score ${d.score}` : "";
      say(head + (d.first && !d.interrupted ? ` on ${d.first}` : "") + (d.tests ? ` · ${d.passed}/${d.tests}` : "") + score, kind);
      if (!d.tests || d.interrupted) fact(d.reason);
      else if (d.cpu_seconds > 0) fact(`slowest ${milliseconds(d.cpu_seconds)}` + (d.time_limit_seconds ? ` (${Math.round((100 * d.cpu_seconds) / d.time_limit_seconds)} % of the limit)` : ""));
    },
    kept: (k) => {
      const link = document.createElement("a");
      link.href = `/s/${k.run}`;
      link.textContent = `run ${k.run}`;
      fact(link);
    },
    asking: () => (at("why").textContent = "Looking for the smallest input on which it fails …"),
    searching: (p) => (at("why").textContent = `Looking for the smallest input on which it fails: ${p.text} …`),
    why: (w) => {
      at("why").replaceChildren();
      place(at("why"), w.html);
    },
    unknown: (u) => (at("why").textContent = `No smaller input was looked for: ${u.error}`),
    fault: (f) => {
      decided = true;
      say(f.error, "bad");
      if (f.hint) fact(f.hint);
    },
    lost: () => {
      wait("The server has no more of this judgement.");
      idle?.();
    },
    end: () => {
      wait("Stopped");
      if (at("why").textContent.endsWith("…")) at("why").textContent = "";
      idle?.();
    },
  });
}
