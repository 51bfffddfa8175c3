// The page of the panel. It draws what it is told, and keeps which cases are open and what was typed.
/// <reference lib="dom" />
import type { Case, Ran, TestEvent } from "../protocol";
import type { FromPanel, State, ToPanel } from "./messages";

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void; getState(): Kept | undefined; setState(state: Kept): void };

/** What the page keeps while it is hidden. */
interface Kept {
  uri: string; // of the solution that it belongs to
  open: string[];
  input: string;
  expected: string;
}

const code = acquireVsCodeApi();
let kept: Kept = code.getState() ?? { uri: "", open: [], input: "", expected: "" };
let state: State | undefined;
let ran: Ran | undefined;

// What changes with each event, what was typed and what it led to, and the statement are drawn apart, so that nothing that one uses is replaced.
const result = element("div");
const typed = element("div");
const outcome = element("div");
const text = element("div");
document.getElementById("panel")!.append(result, typed, outcome, text);

/** Makes an element; properties beginning with "on" are listeners. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Record<string, unknown> = {}, ...children: (Node | string | undefined | false)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      made.addEventListener(name.slice(2), value as EventListener);
    } else if (value !== undefined) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== false) as (Node | string)[]);
  return made;
}

function button(label: string, command: string, test?: string): HTMLElement {
  return element("button", { type: "button", onclick: () => code.postMessage({ kind: "command", command, test }) }, label);
}

/** Draws the results. A button keeps the focus. */
function draw(): void {
  const focused = result.contains(document.activeElement) ? document.activeElement?.id : "";
  const parts: (Node | undefined)[] = [];
  const panel = state?.panel;
  if (!state) {
    parts.push(element("p", { class: "faint" }, "Open a solution: its problem and tests appear here."));
  } else if (!panel) {
    parts.push(element("p", { class: "faint" }, `Looking for the problem of ${state.file} …`));
  } else {
    const problem = panel.problem;
    parts.push(element("h2", {}, problem ? problem.name : state.file));
    if (problem) {
      parts.push(limits());
      parts.push(element("div", { class: "buttons", role: "toolbar", "aria-label": "Runs" },
        state.running ? button("Stop", "grundy.stop") : button("Run all", "grundy.run"),
        problem.cases.some((tc) => tc.sample) && button("Samples", "grundy.runSamples"),
        button("Failed", "grundy.runFailed"), button("Why?", "grundy.why"), button("Stress", "grundy.stress"),
        problem.interactive && button("Talk", "grundy.play"), button("Submit", "grundy.submit")));
    } else {
      parts.push(element("p", {}, panel.reason ?? ""), element("p", { class: "faint" }, panel.help ?? ""));
    }
    parts.push(element("p", { class: `summary ${verdictClass(state.summary.split(" ")[0] ?? "")}`, role: "status" }, state.summary));
    if (state.compileLog) {
      parts.push(element("pre", { class: "log" }, state.compileLog));
    }
    if (state.searching) {
      parts.push(element("p", { class: "faint", role: "status" }, state.searching));
    }
    if (state.found) {
      parts.push(smallest(state.found));
    }
    if (problem) {
      parts.push(...problem.cases.map(drawCase));
    }
  }
  result.replaceChildren(...parts.filter((part) => part !== undefined));
  if (focused) {
    document.getElementById(focused)?.focus();
  }
}

/** Draws what belongs to the file: the fields for an input of one's own, and the statement. */
function drawFile(): void {
  const problem = state?.panel?.problem;
  typed.replaceChildren(...(state?.panel ? [ownInput(Boolean(problem?.plain))] : []));
  text.replaceChildren(...(problem?.statement ? [statement(problem.statement)] : []));
}

/** Draws how the file ran on an input of one's own. */
function drawRan(): void {
  const parts = ran
    ? [
        element("p", { class: verdictClass(ran.verdict), role: "status" },
          `${[ran.verdict, ran.reason].filter(Boolean).join(": ") || "ended"} · ${Math.round(ran.cpu_seconds * 1000)} ms`),
        titled("Output", ran.output), ran.errors ? titled("Standard error", ran.errors) : undefined,
      ]
    : [];
  outcome.replaceChildren(...parts.filter((part) => part !== undefined));
}

function limits(): HTMLElement {
  const problem = state!.panel!.problem!;
  const megabytes = Math.round(problem.memory_limit_bytes / (1 << 20));
  return element("p", { class: "faint" }, [
    problem.time_limit_seconds > 0 ? `${problem.time_limit_seconds} s` : "", megabytes > 0 ? `${megabytes} MiB` : "", state!.panel!.language ?? "",
    problem.interactive ? "interactive" : "",
  ].filter(Boolean).join(" · "));
}

function verdictClass(verdict: string): string {
  return verdict === "AC" ? "good" : ["WA", "TLE", "MLE", "RTE", "OLE", "ILE", "CE", "JE"].includes(verdict) ? "bad" : "";
}

function titled(title: string, content: string | undefined): HTMLElement | undefined {
  return content === undefined ? undefined : element("section", {}, element("h3", {}, title), element("pre", { tabindex: 0, "aria-label": title }, content));
}

function drawCase(tc: Case): HTMLElement {
  const result = state!.results[tc.name];
  const test = result === "running" ? undefined : result;
  const sign = result === "running" ? "…" : test ? (test.unjudged ? "ran" : test.verdict) : "";
  const measured = test ? `${Math.round(test.cpu_seconds * 1000)} ms${test.peak_bytes ? ` · ${(test.peak_bytes / (1 << 20)).toFixed(1)} MiB` : ""}` : "";
  const details = element("details", { id: `case-${tc.name}` },
    element("summary", {}, element("span", { class: `sign ${verdictClass(sign)}` }, sign || "–"), " ", tc.name, " ", element("span", { class: "faint" }, measured)),
    test && verdictClass(test.verdict) === "bad" ? element("p", { class: "bad" }, failure(test)) : undefined,
    titled("Input", tc.input), titled("Expected", tc.answer), test && titled("Output", test.output), test?.stderr ? titled("Standard error", test.stderr) : undefined,
    test?.transcript ? titled("Conversation", test.transcript.map((part) => `${part.from === "submission" ? ">" : "<"} ${part.text}`).join("")) : undefined,
    tc.cut ? element("p", { class: "faint" }, "Only the beginning is shown.") : undefined,
    element("div", { class: "buttons" }, button("Run", "grundy.runTest", tc.name), button("Debug", "grundy.debug", tc.name),
      tc.input_path ? opener("Open input", tc.input_path) : undefined, tc.answer_path ? opener("Open answer", tc.answer_path) : undefined,
      state!.panel!.problem!.plain ? poster("Remove", () => ({ kind: "remove-case", test: tc.name })) : undefined));
  details.open = kept.open.includes(tc.name);
  details.addEventListener("toggle", () => {
    kept.open = details.open ? [...kept.open.filter((name) => name !== tc.name), tc.name] : kept.open.filter((name) => name !== tc.name);
    code.setState(kept);
  });
  return details;
}

function failure(test: TestEvent): string {
  return [test.reason, test.message, test.fault].filter(Boolean).join("\n");
}

/** A button that sends a message. */
function poster(label: string, message: () => FromPanel, id?: string): HTMLElement {
  return element("button", { type: "button", id, onclick: () => code.postMessage(message()) }, label);
}

function opener(label: string, path: string): HTMLElement {
  return poster(label, () => ({ kind: "open", path }));
}

function smallest(found: NonNullable<State["found"]>): HTMLElement {
  return element("section", { class: "found", "aria-label": "Smallest failing input" }, element("h3", {}, "Smallest failing input"),
    element("pre", { tabindex: 0 }, found.input), titled("Expected", found.answer), titled("Output", found.output), element("p", { class: "bad" }, found.reason),
    found.why ? element("pre", {}, found.why) : undefined,
    state!.panel?.problem?.plain ? element("div", { class: "buttons" }, button("Add as a test", "grundy.addFound")) : undefined);
}

/** A field whose text is kept while the page is hidden. */
function field(id: string, label: string, name: "input" | "expected"): HTMLTextAreaElement {
  const made = element("textarea", {
    id, rows: 3, spellcheck: "false", "aria-label": label, placeholder: label,
    oninput: () => {
      kept[name] = made.value;
      code.setState(kept);
    },
  });
  made.value = kept[name];
  return made;
}

/** A text as files have it: with a line break at the end. */
function line(typed: string): string {
  return typed === "" || typed.endsWith("\n") ? typed : typed + "\n";
}

function ownInput(plain: boolean): HTMLElement {
  return element("section", {}, element("h3", {}, "Your own input"), field("own-input", "Input", "input"),
    plain && field("own-expected", "Expected output, for a test", "expected"),
    element("div", { class: "buttons" },
      poster("Run", () => {
        ran = undefined;
        drawRan();
        return { kind: "run-input", input: line(kept.input) };
      }, "run-own"),
      plain && poster("Add as a test", () => ({ kind: "add-case", input: line(kept.input), answer: line(kept.expected) }), "add-own")));
}

/** The statement, which the server made safe; scripts would not run here anyway. */
function statement(html: string): HTMLElement {
  const body = element("div", { class: "statement" });
  body.innerHTML = html;
  return element("details", { id: "statement" }, element("summary", {}, "Statement"), body);
}

window.addEventListener("message", (event: MessageEvent<ToPanel>) => {
  if (event.data.kind === "ran") {
    ran = event.data.ran;
    drawRan();
    return;
  }
  const before = state;
  state = event.data.state;
  if (state && state.uri !== kept.uri) {
    kept = { uri: state.uri, open: [], input: "", expected: "" };
    code.setState(kept);
  }
  draw();
  if (state?.uri !== before?.uri || state?.panel?.problem?.id !== before?.panel?.problem?.id || Boolean(state?.panel) !== Boolean(before?.panel)) {
    ran = undefined;
    drawFile();
    drawRan();
  }
});
code.postMessage({ kind: "ready" });
draw();
