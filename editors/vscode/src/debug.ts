import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
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
  const folder = vscode.workspace.getWorkspaceFolder(solution.uri);
  const shared = { name: `${path.basename(file)} on ${name}`, request: "launch", cwd: path.dirname(file) };
  let configuration: vscode.DebugConfiguration;
  if (file.endsWith(".py")) {
    const type = debuggerOf("Python", { debugpy: "ms-python.debugpy", python: "ms-python.python" });
    const program = vscode.Uri.joinPath(extension, "media", "with_input.py").fsPath;
    configuration = { ...shared, type, program, args: [input, file], console: "integratedTerminal", justMyCode: true };
  } else if (/\.(c|cc|cpp|cxx)$/.test(file)) {
    const type = debuggerOf("C++", { cppdbg: "ms-vscode.cpptools", lldb: "vadimcn.vscode-lldb" });
    const program = path.join(await mkdtemp(path.join(tmpdir(), "grundy-debug-")), "program");
    await build(file, program);
    configuration = type === "lldb"
      ? { ...shared, type, program, stdio: [input, null, null] }
      : { ...shared, type, program, args: ["<", input], MIMode: process.platform === "darwin" ? "lldb" : "gdb" };
  } else {
    throw new Error("grundy debugs C, C++ and Python. For other languages, start your debugger on the input: " + input);
  }
  await vscode.debug.startDebugging(folder, configuration);
}

/** Finds an installed debugger: the type that its extension registers. */
function debuggerOf(language: string, extensions: Record<string, string>): string {
  for (const [type, id] of Object.entries(extensions)) {
    if (vscode.extensions.getExtension(id)) {
      return type;
    }
  }
  throw new Error(`Debugging ${language} needs one of these extensions: ${Object.values(extensions).join(", ")}`);
}

/** Builds a program with debugging information, as a task, so that errors are seen. */
async function build(file: string, program: string): Promise<void> {
  const compiler = file.endsWith(".c") ? ["gcc"] : ["g++", "-std=gnu++20"];
  const [command, ...options] = [...compiler, "-g", "-O0", "-o", program, file];
  const task = new vscode.Task({ type: "grundy" }, vscode.TaskScope.Workspace, "build for the debugger", "grundy", new vscode.ProcessExecution(command!, options), "$gcc");
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
