import * as vscode from "vscode";
import type { EarlierRun } from "./protocol";
import type { Server } from "./server";

const scheme = "grundy-run";

/** Earlier shows earlier versions of a solution, which grundy keeps with each run. */
export class Earlier implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly server: Server) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return (await this.server.request<{ text: string }>("grundy/version", { run: Number(uri.query) })).text;
  }

  /** Lets the user choose an earlier run, compares its source with the file, and offers to restore it. */
  async choose(uri: vscode.Uri): Promise<void> {
    const runs = await this.server.request<EarlierRun[]>("grundy/history", { uri: uri.toString() });
    const chosen = await vscode.window.showQuickPick(
      runs.map((run) => ({
        label: run.verdict || "stopped", description: `${run.passed}/${run.tests} passed`, detail: new Date(run.at).toLocaleString(), run: run.run,
      })),
      { title: "Earlier runs", placeHolder: runs.length > 0 ? "Compare the file with the version of a run" : "This file has not been judged yet" },
    );
    if (!chosen) {
      return;
    }
    const version = uri.with({ scheme, query: String(chosen.run) });
    await vscode.commands.executeCommand("vscode.diff", version, uri, `Run ${chosen.run} (${chosen.label}) ↔ now`);
    const restore = "Restore This Version";
    if ((await vscode.window.showInformationMessage(`${chosen.label}, ${chosen.description}: ${chosen.detail}`, restore)) !== restore) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), await this.provideTextDocumentContent(version));
    await vscode.workspace.applyEdit(edit); // not saved yet, so undo takes it back
  }

  dispose(): void {
    this.registered.dispose();
  }
}
