import * as vscode from "vscode";
import { Course } from "./course";
import { debug } from "./debug";
import { Earlier } from "./earlier";
import { Panel } from "./panel";
import { Listener, submit } from "./program";
import { Runs } from "./runs";
import { languages, program, Server } from "./server";

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("grundy", { log: true });
  const server = new Server(output);
  const runs = new Runs(server);
  const listener = new Listener();
  const earlier = new Earlier(server);
  const course = new Course();
  const panel = new Panel(context.extensionUri, runs, (method, params) => server.request(method, params));
  const add = (...all: vscode.Disposable[]) => context.subscriptions.push(...all);
  add(output, server, runs, earlier, listener, course, vscode.window.registerWebviewViewProvider("grundy.panel", panel));

  /** Registers a command on a solution: the one that is named, else the active one. */
  const onSolution = (name: string, act: (uri: vscode.Uri, ...rest: string[]) => Promise<unknown>) =>
    add(vscode.commands.registerCommand(name, async (named?: vscode.Uri | string, ...rest: string[]) => {
      const uri = typeof named === "string" ? vscode.Uri.parse(named) : named ?? vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme !== "file") {
        void vscode.window.showWarningMessage("grundy: open a solution first; only files of this machine can be judged.");
        return;
      }
      try {
        if (vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString())) {
          await vscode.workspace.save(uri);
        }
        await act(uri, ...rest);
      } catch (error) {
        complain(error);
      }
    }));

  onSolution("grundy.run", (uri) => runs.run(uri, {}));
  onSolution("grundy.runSamples", (uri) => runs.run(uri, { samples: true }));
  onSolution("grundy.runFailed", (uri) => runs.run(uri, { failed: true }));
  onSolution("grundy.runTest", (uri, ...tests) => runs.run(uri, { tests }));
  onSolution("grundy.why", async (uri) => {
    await panel.reveal();
    await runs.why(uri);
  });
  onSolution("grundy.stop", (uri) => runs.stop(uri));
  onSolution("grundy.explain", async (uri) => {
    const { panel: known } = await runs.look(uri);
    void vscode.window.showInformationMessage([known?.reason, known?.help].filter(Boolean).join("\n"));
  });
  onSolution("grundy.addFound", (uri) => server.request("grundy/addFound", { uri: uri.toString() }));
  onSolution("grundy.history", (uri) => earlier.choose(uri));
  onSolution("grundy.debug", async (uri, test) => debug(context.extensionUri, runs.solution(uri).panel ? runs.solution(uri) : await runs.look(uri), test));
  onSolution("grundy.submit", submit);
  onSolution("grundy.stress", async (uri) => terminal("stress", uri.fsPath));
  onSolution("grundy.growth", async (uri) => terminal("growth", uri.fsPath));
  onSolution("grundy.hint", async (uri) => {
    const { panel: known } = await runs.look(uri);
    if (!known?.problem || known.problem.plain) {
      throw new Error("grundy: this file solves no problem of the course, so there are no hints.");
    }
    await course.open(folder(), `p/${known.problem.id}`);
  });
  onSolution("grundy.play", async (uri) => {
    const { panel: known } = await runs.look(uri);
    terminal("play", "--program", uri.fsPath, ...(known?.problem ? [known.problem.directory] : []));
  });
  add(
    vscode.commands.registerCommand("grundy.course", () => course.open(folder(), "").catch(complain)),
    vscode.commands.registerCommand("grundy.listen", () =>
      listener.toggle(folder(), vscode.workspace.getConfiguration("grundy").get<string>("solutions") ?? "")),
    vscode.commands.registerCommand("grundy.panel", () => panel.reveal()),
    vscode.commands.registerCommand("grundy.restart", () => server.restart().catch(complain)),
  );

  /** Shows the file of an editor in the panel, if it may be a solution. */
  let complained = false;
  const follow = async (editor?: vscode.TextEditor) => {
    const document = editor?.document;
    if (document?.uri.scheme !== "file" || !languages.includes(document.languageId)) {
      void vscode.commands.executeCommand("setContext", "grundy.isSolution", false);
      return;
    }
    const solution = runs.solution(document.uri);
    panel.show(solution);
    try {
      await runs.look(document.uri);
      complained = false;
    } catch (error) {
      if (!complained) {
        complained = true; // once, not with each file
        complain(error);
      }
    }
    void vscode.commands.executeCommand("setContext", "grundy.isSolution", Boolean(solution.panel?.problem));
  };
  add(
    vscode.window.onDidChangeActiveTextEditor(follow),
    runs.onChange((solution) => {
      if (solution.uri.toString() === vscode.window.activeTextEditor?.document.uri.toString()) {
        void vscode.commands.executeCommand("setContext", "grundy.running", solution.running);
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => runs.forget(document.uri)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("grundy.path")) {
        server.restart().catch(complain);
      }
    }),
  );
  // Test files that come or go change what the panel lists.
  const files = vscode.workspace.createFileSystemWatcher("**/*.{in,ans,out,yaml}", false, false, false);
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void follow(vscode.window.activeTextEditor), 200);
  };
  add(files, files.onDidCreate(again), files.onDidDelete(again), files.onDidChange(again));
  void follow(vscode.window.activeTextEditor);
}

/** The first folder of the window. */
function folder(): string | undefined {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
}

function complain(error: unknown): void {
  void vscode.window.showErrorMessage((error as Error).message);
}

/** Runs a command of grundy in a terminal, where the user can talk with it. */
function terminal(...words: string[]): void {
  const shown = vscode.window.createTerminal({ name: `grundy ${words[0]}`, shellPath: program(), shellArgs: words, isTransient: true });
  shown.show();
}
