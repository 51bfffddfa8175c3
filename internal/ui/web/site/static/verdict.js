// Draws a judgement as it happens.

import { tell } from "./keys.js";
import { follow } from "./stream.js";

const words = { AC: "✓ Accepted", WA: "✗ Wrong answer", TLE: "◷ Time limit exceeded", MLE: "✗ Memory limit exceeded", RTE: "✗ Run-time error", OLE: "✗ Output limit exceeded", ILE: "◷ Idleness limit exceeded", CE: "✗ Compile error", JE: "✗ The judge failed" };

export const milliseconds = (s) => (s >= 10 ? `${s.toFixed(1)} s` : s > 0 && s < 0.001 ? `${(s * 1000).toFixed(1)} ms` : `${Math.round(s * 1000)} ms`);

const kindOf = (verdict) => (verdict === "AC" ? "good" : verdict === "TLE" || verdict === "ILE" ? "late" : verdict ? "bad" : "");

// points writes the score of a submission or of a group out of the maximum; "" without one.
const points = (of) => (of.score == null ? "" : [of.score, of.max_score].filter((x) => x != null).map((x) => +x.toFixed(6)).join("/"));

// headOf says how a judgement came out, and with which kind of mark: a tick means full credit.
function headOf(d) {
  if (d.interrupted) return ["Stopped", ""];
  if (d.skipped || !d.verdict) return ["Not judged", ""];
  if (d.score == null) return [words[d.verdict], kindOf(d.verdict)];
  const [mark, kind] = { full: ["✓", "good"], partial: ["±", "part"] }[d.credit] ?? ["✗", "bad"];
  const why = d.credit === "none" && d.verdict !== "AC" ? ` · ${words[d.verdict].slice(2)}` : "";
  return [`${mark} ${points(d)} points${why}`, kind];
}

// place puts a piece that the server has drawn into the page.
function place(parent, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  parent.append(holder.content);
}

// draw changes the bar of a test in the strip that the server has drawn. The limit is at four fifths of the height.
function draw(strip, test) {
  const bar = strip.querySelector(`[data-case="${CSS.escape(test.test)}"]`);
  if (!bar) return;
  bar.setAttribute("class", `case ${test.verdict || "none"}`);
  bar.querySelector("title").textContent = `${test.test}: ${test.verdict || "not judged"}, ${milliseconds(test.cpu_seconds)}`;
  const full = strip.querySelector("svg").viewBox.baseVal.height;
  const part = test.time_limit_seconds > 0 ? Math.min(test.cpu_seconds / test.time_limit_seconds, 1.25) / 1.25 : 0;
  const shape = bar.querySelector(".bar");
  const height = Math.max(Number(shape.getAttribute("height")), part * full);
  shape.setAttribute("height", height);
  shape.setAttribute("y", full - height);
}

// show follows a stream and draws it. Idle is called when nothing more comes.
export function show(number, idle) {
  const at = (id) => document.getElementById(id);
  const say = (text, kind = "") => {
    at("headline").textContent = text;
    at("headline").className = `headline ${kind}`;
  };
  let plan = null;
  let passed = 0;
  let failed = 0;
  let decided = false;
  const facts = [];
  const fact = (node) => {
    if (!node) return;
    if (facts.length) at("facts").append(" · ");
    facts.push(node);
    at("facts").append(node);
  };
  const ahead = at("ahead");
  if (ahead) ahead.hidden = true;
  const wait = (text) => {
    if (!decided) say(text);
  };
  for (const id of ["strip", "facts", "why", "failures"]) at(id).replaceChildren();
  at("log").hidden = true;
  for (const id of ["output", "errors"]) {
    at(id).hidden = true;
    for (const part of at(id).querySelectorAll("pre, p")) part.textContent = "";
  }
  say("Waiting …");
  return follow(number, {
    preparing: (p) => wait(p.text),
    warning: (w) => fact(w.text),
    plan: (p) => {
      plan = p;
      wait("Compiling …");
    },
    strip: (s) => {
      at("strip").replaceChildren();
      place(at("strip"), s.html);
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
      draw(at("strip"), t);
      if (t.verdict === "AC") passed++;
      else if (!t.unjudged) failed++;
      wait(`${passed + failed} of ${plan.tests}` + (failed ? `, ${failed} failed` : ""));
    },
    printed: (p) => {
      const shown = at(p.stream);
      shown.querySelector("pre").append(p.text);
      shown.querySelector("p").textContent = p.note ?? "";
      shown.hidden = false;
    },
    ran: (r) => {
      decided = true;
      say((words[r.verdict] ?? "Ended") + (r.reason ? ` · ${r.reason}` : ""), kindOf(r.verdict));
      if (r.wall_seconds > 0) fact(`${milliseconds(r.cpu_seconds)} of CPU time · ${milliseconds(r.wall_seconds)} in all · ${r.memory}`);
    },
    failure: (f) => place(at("failures"), f.html),
    group: (g) => {
      if (g.verdict && g.max_score != null) fact(`${g.group} ${points(g)}`);
    },
    growth: (g) => fact(`≈ ${g.function} in ${g.measure}`),
    done: (d) => {
      decided = true;
      const [head, kind] = headOf(d);
      const first = d.first && !d.interrupted && d.credit !== "partial" ? ` on ${d.first}` : "";
      say(head + first + (d.tests ? ` · ${d.passed}/${d.tests}` : ""), kind);
      if (ahead) ahead.hidden = !(kind === "good" && d.tests === Number(ahead.dataset.tests));
      if (!d.tests || d.interrupted) fact(d.reason);
      else if (d.cpu_seconds > 0) fact(`slowest ${milliseconds(d.cpu_seconds)}` + (d.time_limit_seconds ? ` (${Math.round((100 * d.cpu_seconds) / d.time_limit_seconds)} % of the limit)` : ""));
      if (d.profile) fact(`judged as by ${d.profile}`);
    },
    kept: (k) => {
      const link = document.createElement("a");
      link.href = `s/${k.run}`;
      link.textContent = `run ${k.run}`;
      fact(link);
    },
    asking: () => (at("why").textContent = "Looking for the smallest input on which it fails …"),
    searching: (p) => (at("why").textContent = `Looking for the smallest input on which it fails: ${p.text} …`),
    why: (w) => {
      at("why").replaceChildren();
      place(at("why"), w.html);
      tell(at("why").querySelector("p")?.textContent ?? "");
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
