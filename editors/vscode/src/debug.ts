import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { compiler, configuration, debuggers, languageOf } from "./launch";
import type { Solution } from "./runs";

/** Debugs a solution in the editor's own debugger, with a test case as its standard input. */
export async function debug(extension: vscode.Uri, solution: Solution, test?: string): Promise<void> {
  const cases = solution.panel?.problem?.cases ?? [];
  const name = test ?? (await vscode.window.showQuickPick(cases.map((tc) => tc.name), { title: "Debug with the input of" }));
  const input = cases.find((tc) => tc.name === name)?.input_path;
  if (!input) {
    return;
  }
  const file = solution.uri.fsPath;
  const language = languageOf(file);
  if (!language) {
    throw new Error("grundy debugs C, C++ and Python. For other languages, start your debugger on the input: " + input);
  }
  const type = debuggerOf(language);
  let program = vscode.Uri.joinPath(extension, "media", "with_input.py").fsPath;
  if (language === "c") {
    program = path.join(await mkdtemp(path.join(tmpdir(), "grundy-debug-")), "program");
    await build(file, program);
  }
  const launch = configuration(type, { file, program, test: name!, input, platform: process.platform });
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(solution.uri), launch);
}

/** Finds an installed debugger. */
function debuggerOf(language: keyof typeof debuggers): string {
  const found = debuggers[language].find(({ extension }) => vscode.extensions.getExtension(extension));
  if (!found) {
    const names = debuggers[language].map(({ extension }) => extension).join(", ");
    throw new Error(`Debugging ${language === "c" ? "C and C++" : "Python"} needs one of these extensions: ${names}`);
  }
  return found.type;
}

/** Builds a program with debugging information, as a task, so that errors are seen. */
async function build(file: string, program: string): Promise<void> {
  const [command, ...options] = compiler(file, program);
  const task = new vscode.Task({ type: "grundy" }, vscode.TaskScope.Workspace, "build for the debugger", "grundy", new vscode.ProcessExecution(command, options), "$gcc");
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent };
  const execution = await vscode.tasks.executeTask(task);
  const code = await new Promise<number | undefined>((resolve) => {
    const ended = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution === execution) {
        ended.dispose();
        resolve(event.exitCode);
      }
    });
  });
  if (code !== 0) {
    throw new Error("The solution does not compile; the terminal of the task shows why.");
  }
}
