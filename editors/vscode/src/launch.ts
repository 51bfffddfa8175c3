import * as path from "node:path";

/** A debugger of the editor: the type that its extension registers. */
export interface Debugger {
  type: string;
  extension: string;
}

/** The debuggers of a language, the preferred first. */
export const debuggers: Record<"python" | "c", Debugger[]> = {
  python: [{ type: "debugpy", extension: "ms-python.debugpy" }, { type: "python", extension: "ms-python.python" }],
  c: [{ type: "cppdbg", extension: "ms-vscode.cpptools" }, { type: "lldb", extension: "vadimcn.vscode-lldb" }],
};

/** Says which debuggers a file needs; undefined for languages that are not debugged here. */
export function languageOf(file: string): keyof typeof debuggers | undefined {
  return /\.py$/.test(file) ? "python" : /\.(c|cc|cpp|cxx)$/.test(file) ? "c" : undefined;
}

/** What to debug: a source, its program (of Python, what runs the source), and the test case whose input it reads. */
export interface Launch {
  file: string;
  program: string;
  test: string;
  input: string;
  platform: NodeJS.Platform;
}

/** The launch configuration that starts a program with a file as its standard input. */
export function configuration(type: string, { file, program, test, input, platform }: Launch): { name: string; type: string; request: string; [key: string]: unknown } {
  const shared = { name: `${path.basename(file)} on ${test}`, type, request: "launch", cwd: path.dirname(file), program };
  switch (type) {
    case "debugpy":
    case "python":
      return { ...shared, args: [input, file], console: "integratedTerminal", justMyCode: true };
    case "lldb":
      return { ...shared, stdio: [input, null, null] };
    default:
      return { ...shared, args: ["<", input], MIMode: platform === "darwin" ? "lldb" : "gdb", stopAtEntry: false };
  }
}

/** The command that builds a program for a debugger. */
export function compiler(file: string, program: string): [command: string, ...words: string[]] {
  const [command, ...options] = file.endsWith(".c") ? ["gcc"] : ["g++", "-std=gnu++20"];
  return [command!, ...options, "-g", "-O0", "-o", program, file];
}
