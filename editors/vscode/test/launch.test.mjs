// The launch configurations for debuggers, as data; and what they start, where it can be started.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compiler, configuration, languageOf } from "../dist/launch.mjs";

const place = { test: "secret/2", input: "/contest/2.in", platform: "linux" };
const common = { request: "launch", cwd: "/contest" };

test("each debugger gets the input as standard input", () => {
  const cpp = { ...place, file: "/contest/a.cpp", program: "/tmp/x/program" };
  const python = { ...place, file: "/contest/a.py", program: "/extension/media/with_input.py" };
  const ofCpp = { ...common, name: "a.cpp on secret/2", program: "/tmp/x/program" };
  const ofPython = { ...common, name: "a.py on secret/2", program: python.program, args: ["/contest/2.in", "/contest/a.py"], console: "integratedTerminal", justMyCode: true };
  assert.deepEqual(configuration("cppdbg", cpp), { ...ofCpp, type: "cppdbg", args: ["<", "/contest/2.in"], MIMode: "gdb", stopAtEntry: false });
  assert.deepEqual(configuration("cppdbg", { ...cpp, platform: "darwin" }).MIMode, "lldb");
  assert.deepEqual(configuration("lldb", cpp), { ...ofCpp, type: "lldb", stdio: ["/contest/2.in", null, null] });
  for (const type of ["debugpy", "python"]) {
    assert.deepEqual(configuration(type, python), { ...ofPython, type });
  }
});

test("files are debugged by their language", () => {
  assert.deepEqual(["a.c", "a.cpp", "a.cc", "a.py", "a.rs"].map(languageOf), ["c", "c", "c", "python", undefined]);
  assert.deepEqual(compiler("/a.c", "/p"), ["gcc", "-g", "-O0", "-o", "/p", "/a.c"]);
  assert.deepEqual(compiler("/a.cpp", "/p"), ["g++", "-std=gnu++20", "-g", "-O0", "-o", "/p", "/a.cpp"]);
});

test("the program of a configuration reads the input", (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), "grundy-launch-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, "a.py");
  const input = path.join(directory, "1.in");
  writeFileSync(file, "import sys\nprint(sys.argv[0].endswith('a.py'), 2 * int(input()))\n");
  writeFileSync(input, "21\n");
  const program = fileURLToPath(new URL("../media/with_input.py", import.meta.url));
  const launch = configuration("debugpy", { file, program, test: "1", input, platform: process.platform });
  const ran = spawnSync("python3", [launch.program, ...launch.args], { cwd: launch.cwd, encoding: "utf8" });
  if (ran.error?.code === "ENOENT") {
    t.skip("needs python3");
    return;
  }
  assert.equal(ran.stdout, "True 42\n", ran.stderr);
});
