import * as vscode from "vscode";
import type { Case, Panel, RunEvent, RunSelection, TestEvent } from "./protocol";
import type { Server } from "./server";

/** What is known of a solution: its problem, and the results of its last run. */
export interface Solution {
  uri: vscode.Uri;
  panel?: Panel;
  running: boolean;
  command: string;
  summary: string;
  compileLog: string;
  results: Map<string, TestEvent | "running">;
  /** The smallest failing input, when it was looked for. */
  found?: { input: string; answer: string; output: string; reason: string; why: string };
  searching: string;
}

/** Runs keeps what is known of each solution, and shows runs in the test explorer. */
export class Runs implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController("grundy", "grundy");
  private readonly solutions = new Map<string, Solution>();
  private readonly changed = new vscode.EventEmitter<Solution>();
  /** A solution of which more is known. */
  readonly onChange = this.changed.event;
  private readonly shown = new Map<number, vscode.TestRun>();
  private readonly requested = new Map<string, vscode.TestRunRequest>();
  private readonly waiting = new Map<number, () => void>();
  private readonly over = new Set<number>(); // the runs that have ended

  constructor(private readonly server: Server) {
    server.onEvent(({ uri, run, event }) => this.take(this.solution(vscode.Uri.parse(uri)), run, event));
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, token) => this.runItems(request, token), true);
    this.controller.createRunProfile("Debug", vscode.TestRunProfileKind.Debug, async (request) => {
      const item = request.include?.[0];
      if (item?.uri) {
        await vscode.commands.executeCommand("grundy.debug", item.uri, item.parent ? item.label : undefined);
      }
    });
    this.controller.refreshHandler = async () => {
      await Promise.all([...this.solutions.values()].map((solution) => this.look(solution.uri)));
    };
  }

  solution(uri: vscode.Uri): Solution {
    const key = uri.toString();
    let known = this.solutions.get(key);
    if (!known) {
      known = { uri, running: false, command: "", summary: "", compileLog: "", results: new Map(), searching: "" };
      this.solutions.set(key, known);
    }
    return known;
  }

  /** Reads the problem of a file again. */
  async look(uri: vscode.Uri): Promise<Solution> {
    const solution = this.solution(uri);
    solution.panel = await this.server.request<Panel>("grundy/open", { uri: uri.toString() });
    this.list(solution);
    this.changed.fire(solution);
    return solution;
  }

  forget(uri: vscode.Uri): void {
    this.solutions.delete(uri.toString());
    this.controller.items.delete(uri.toString());
  }

  /** Lists the test cases of a solution in the test explorer. */
  private list(solution: Solution): void {
    const key = solution.uri.toString();
    const problem = solution.panel?.problem;
    if (!problem) {
      this.controller.items.delete(key);
      return;
    }
    let item = this.controller.items.get(key);
    if (!item) {
      item = this.controller.createTestItem(key, vscode.workspace.asRelativePath(solution.uri), solution.uri);
      item.range = new vscode.Range(0, 0, 0, 0);
      this.controller.items.add(item);
    }
    item.description = problem.name;
    item.children.replace(problem.cases.map((tc) => this.controller.createTestItem(key + "#" + tc.name, tc.name, solution.uri)));
  }

  /** Runs what the user chose in the test explorer. */
  private async runItems(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const chosen = new Map<string, string[] | undefined>(); // the tests by file; undefined for all
    for (const item of request.include ?? [...this.controller.items].map(([, item]) => item)) {
      const key = item.uri?.toString();
      if (!key) {
        continue;
      }
      if (!item.parent) {
        chosen.set(key, undefined);
      } else if (!chosen.has(key) || chosen.get(key)) {
        chosen.set(key, [...(chosen.get(key) ?? []), item.label]);
      }
    }
    for (const [key, tests] of chosen) {
      if (token.isCancellationRequested) {
        return;
      }
      const uri = vscode.Uri.parse(key);
      token.onCancellationRequested(() => void this.stop(uri));
      this.requested.set(key, request);
      await this.run(uri, tests ? { tests } : {});
    }
  }

  /** Judges a file and waits for the end. */
  async run(uri: vscode.Uri, selection: RunSelection): Promise<void> {
    await this.look(uri);
    await this.ended(uri, "grundy/run", selection);
  }

  /** Looks for the smallest input on which a file fails, and waits for the end. */
  async why(uri: vscode.Uri): Promise<void> {
    await this.ended(uri, "grundy/why", {});
  }

  private async ended(uri: vscode.Uri, method: string, selection: RunSelection): Promise<void> {
    const key = uri.toString();
    try {
      const { run } = await this.server.request<{ run: number }>(method, { uri: key, ...selection });
      if (!this.over.has(run)) {
        await new Promise<void>((resolve) => this.waiting.set(run, resolve));
      }
    } finally {
      this.requested.delete(key);
    }
  }

  async stop(uri: vscode.Uri): Promise<void> {
    await this.server.request("grundy/stop", { uri: uri.toString() });
  }

  /** Takes in an event of a run. */
  private take(solution: Solution, run: number, event: RunEvent): void {
    const key = solution.uri.toString();
    if (solution.command !== "test" && ["plan", "compile", "start", "test", "done"].includes(event.event)) {
      return; // a step of a search
    }
    const shown = this.shown.get(run);
    const item = (test: string) => this.controller.items.get(key)?.children.get(key + "#" + test);
    switch (event.event) {
      case "begin": {
        solution.running = true;
        solution.command = event.command;
        solution.compileLog = "";
        solution.searching = event.command === "why" ? "Searching …" : "";
        solution.summary = event.command === "why" ? solution.summary : "Running …";
        if (event.command === "test") {
          solution.results.clear();
          solution.found = undefined;
          const item = this.controller.items.get(key);
          const request = this.requested.get(key) ?? new vscode.TestRunRequest(item ? [item] : []);
          this.requested.delete(key);
          this.shown.set(run, this.controller.createTestRun(request, undefined, false));
        }
        break;
      }
      case "plan":
        for (const test of event.test_names ?? []) {
          const one = item(test);
          if (one) {
            shown?.enqueued(one);
          }
        }
        break;
      case "compile":
        solution.compileLog = event.log ?? "";
        if (event.log) {
          shown?.appendOutput(event.log.replace(/\r?\n/g, "\r\n") + "\r\n");
        }
        break;
      case "start": {
        solution.results.set(event.test, "running");
        const one = item(event.test);
        if (one) {
          shown?.started(one);
        }
        break;
      }
      case "test": {
        solution.results.set(event.test, event);
        const one = item(event.test);
        if (one && shown) {
          report(shown, one, event, solution.panel?.problem?.cases.find((tc) => tc.name === event.test));
        }
        break;
      }
      case "done":
        solution.summary = event.interrupted ? "Stopped" : summary(event);
        break;
      case "progress":
        solution.searching = searching(event);
        break;
      case "finding":
      case "shrunk":
        solution.found = {
          input: event.input ?? "", answer: event.answer ?? "", output: event.test.output ?? "", reason: event.test.reason, why: solution.found?.why ?? "",
        };
        break;
      case "explanation":
        if (solution.found) {
          solution.found.why = [event.position, event.why].filter(Boolean).join("\n");
        }
        break;
      case "stressed":
        solution.searching = solution.found ? "" : event.interrupted ? "Stopped" : `No failing input found in ${event.cases} tries`;
        break;
      case "end":
        solution.running = false;
        if (event.error) {
          solution.summary = [event.error, event.hint].filter(Boolean).join("\n");
        }
        shown?.end();
        this.shown.delete(run);
        this.over.add(run);
        this.waiting.get(run)?.();
        this.waiting.delete(run);
        break;
    }
    this.changed.fire(solution);
  }

  dispose(): void {
    this.controller.dispose();
    this.changed.dispose();
  }
}

/** Reports the result of a test case in the test explorer. */
function report(run: vscode.TestRun, item: vscode.TestItem, event: TestEvent, tc?: Case): void {
  const milliseconds = event.cpu_seconds * 1000;
  if (event.unjudged) {
    run.skipped(item);
    return;
  }
  if (event.verdict === "AC") {
    run.passed(item, milliseconds);
    return;
  }
  const words = [`${event.verdict}: ${event.reason}`, event.message, event.fault, event.stderr].filter(Boolean).join("\n");
  const message = tc?.answer !== undefined && event.verdict === "WA" ? vscode.TestMessage.diff(words, tc.answer, event.output ?? "") : new vscode.TestMessage(words);
  if (item.uri) {
    message.location = new vscode.Location(item.uri, new vscode.Position(Math.max(0, (event.fault_line ?? 1) - 1), 0));
  }
  if (event.verdict === "JE") {
    run.errored(item, message, milliseconds);
  } else {
    run.failed(item, message, milliseconds);
  }
}

function summary(event: RunEvent & { event: "done" }): string {
  const score = event.score === undefined ? "" : `${event.score}${event.max_score === undefined ? "" : "/" + event.max_score} points, `;
  const counts = event.tests > 0 ? `${event.passed}/${event.tests} passed` : event.reason;
  return `${event.verdict}  ${score}${counts}`;
}

function searching(event: RunEvent & { event: "progress" }): string {
  const rate = event.wall_seconds > 0 ? `, ${Math.round(event.cases / event.wall_seconds)} a second` : "";
  return `Searching: ${event.cases} inputs${rate}, seed ${event.seed}`;
}
