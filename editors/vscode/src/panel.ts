import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Ran } from "./protocol";
import type { Runs, Solution } from "./runs";
import type { FromPanel, ToPanel } from "./view/messages";

/** The panel: the problem of the active file, its test cases and their results. */
export class Panel implements vscode.WebviewViewProvider {
  private view?: vscode.WebviewView;
  private solution?: Solution;
  private due = false;

  constructor(
    private readonly extension: vscode.Uri,
    runs: Runs,
    private readonly request: <R>(method: string, params: object) => Promise<R>,
  ) {
    runs.onChange((solution) => {
      if (solution === this.solution) {
        this.draw();
      }
    });
  }

  /** Shows a solution, or nothing. */
  show(solution?: Solution): void {
    this.solution = solution;
    this.draw();
  }

  async reveal(): Promise<void> {
    await vscode.commands.executeCommand("grundy.panel.focus");
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const dist = vscode.Uri.joinPath(this.extension, "dist");
    view.webview.options = { enableScripts: true, localResourceRoots: [dist, vscode.Uri.joinPath(this.extension, "media")] };
    const nonce = randomBytes(16).toString("base64");
    const script = view.webview.asWebviewUri(vscode.Uri.joinPath(dist, "view.js"));
    const style = view.webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "media", "panel.css"));
    view.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${view.webview.cspSource}; img-src data:; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${style}"></head><body><main id="panel"></main><script nonce="${nonce}" src="${script}"></script></body></html>`;
    view.webview.onDidReceiveMessage((message: FromPanel) => void this.take(message));
    view.onDidDispose(() => (this.view = undefined));
    view.onDidChangeVisibility(() => this.draw());
  }

  private async take(message: FromPanel): Promise<void> {
    const solution = this.solution;
    if (message.kind === "ready") {
      this.draw();
      return;
    }
    if (!solution) {
      return;
    }
    const uri = solution.uri.toString();
    switch (message.kind) {
      case "command":
        await vscode.commands.executeCommand(message.command, solution.uri, ...(message.test ? [message.test] : []));
        break;
      case "open":
        await vscode.window.showTextDocument(vscode.Uri.file(message.path), { preview: true });
        break;
      case "run-input":
        await this.ask(async () => this.post({ kind: "ran", ran: await this.request<Ran>("grundy/runInput", { uri, input: message.input }) }));
        break;
      case "add-case":
        await this.ask(() => this.request("grundy/addCase", { uri, input: message.input, answer: message.answer }));
        break;
      case "remove-case":
        await this.ask(() => this.request("grundy/removeCase", { uri, name: message.test }));
        break;
    }
  }

  /** Asks the server for something and shows why if it refuses. */
  private async ask(request: () => Promise<unknown>): Promise<void> {
    try {
      await request();
    } catch (error) {
      void vscode.window.showErrorMessage((error as Error).message);
    }
  }

  /** Draws the panel soon: many events come at once. */
  private draw(): void {
    if (this.due || !this.view?.visible) {
      return;
    }
    this.due = true;
    setTimeout(() => {
      this.due = false;
      const s = this.solution;
      this.post({
        kind: "state",
        state: s && {
          uri: s.uri.toString(), file: vscode.workspace.asRelativePath(s.uri), panel: s.panel, running: s.running, summary: s.summary,
          compileLog: s.compileLog, results: Object.fromEntries(s.results), found: s.found, searching: s.searching,
        },
      });
    }, 30);
  }

  private post(message: ToPanel): void {
    void this.view?.webview.postMessage(message);
  }
}
