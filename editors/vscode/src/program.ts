import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { missing, program } from "./server";

/** Runs a command of grundy in the background, line by line, until it ends or stop is called. */
export function stream(words: string[], cwd: string | undefined, onLine: (line: string) => void): { stop(): void; ended: Promise<{ code: number | null; errors: string }> } {
  const child = spawn(program(), words, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } });
  let errors = "";
  createInterface(child.stdout).on("line", onLine);
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on("error", (error) => resolve({ code: null, errors: missing(program(), error.message) }));
    child.on("close", (code) => resolve({ code, errors }));
  });
  return { stop: () => child.kill("SIGINT"), ended };
}

/** Listener receives problems from the browser. Several windows agree: the first hears, another takes over when that one ends. */
export class Listener implements vscode.Disposable {
  private readonly status = vscode.window.createStatusBarItem("grundy.listen", vscode.StatusBarAlignment.Right);
  private running?: { stop(): void };

  constructor() {
    this.status.name = "grundy: problems from the browser";
    this.status.command = "grundy.listen";
  }

  /** Starts to listen, or stops. */
  async toggle(folder: string | undefined, solutions: string): Promise<void> {
    if (this.running) {
      this.running.stop();
      return;
    }
    this.status.text = "$(radio-tower) grundy …";
    this.status.tooltip = "Waits for problems from Competitive Companion; click to stop";
    this.status.show();
    const running = stream(["listen", "--format", "json", ...(solutions ? ["--solutions", solutions] : [])], folder, (line) => void this.take(line));
    this.running = running;
    const { code, errors } = await running.ended;
    this.running = undefined;
    this.status.hide();
    if (code !== 0 && code !== 130) {
      void vscode.window.showErrorMessage(errors.trim() || "grundy listen ended");
    }
  }

  private async take(line: string): Promise<void> {
    const event = JSON.parse(line) as { event: string; port?: number; source?: string; name?: string };
    if (event.event === "listening") {
      this.status.text = `$(radio-tower) grundy ${event.port}`;
    } else if (event.event === "received" && event.source) {
      await vscode.window.showTextDocument(vscode.Uri.file(event.source), { preview: false });
      await vscode.commands.executeCommand("grundy.panel.focus");
    }
  }

  dispose(): void {
    this.running?.stop();
    this.status.dispose();
  }
}

/** Submits a solution, and says what went where. */
export async function submit(uri: vscode.Uri): Promise<void> {
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "grundy submit", cancellable: true }, async (_, token) => {
    let page = "";
    const running = stream(["submit", "--no-open", uri.fsPath], undefined, (line) => (page = line)); // the command prints the address
    token.onCancellationRequested(() => running.stop());
    const { code, errors } = await running.ended;
    const open = "Open the Page";
    const copy = "Copy the Code";
    const show = code === 0 ? vscode.window.showInformationMessage : vscode.window.showErrorMessage;
    const chosen = await show(errors.trim() || "grundy submit", ...(page ? [open] : []), ...(code === 0 ? [] : [copy]));
    if (chosen === open) {
      await vscode.env.openExternal(vscode.Uri.parse(page));
    } else if (chosen === copy) {
      await vscode.env.clipboard.writeText((await vscode.workspace.openTextDocument(uri)).getText());
    }
  });
}
