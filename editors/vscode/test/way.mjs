// A person's way through the extension, in VS Code as code-server serves it, in Chromium.
//
//   node way.mjs GRUNDY VSIX [DIRECTORY FOR PICTURES]
//
// It prints how long the extension took to start, as VS Code measures it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const [grundy, vsix, pictures] = process.argv.slice(2).map((word) => path.resolve(word));
const patience = 120_000; // machines are busy
const size = { width: 1100, height: 640 };

if (pictures) {
  mkdirSync(pictures, { recursive: true });
}
const home = mkdtempSync(path.join(tmpdir(), "grundy-vscode-"));
const folder = path.join(home, "contest");
mkdirSync(folder);
const write = (name, text) => writeFileSync(path.join(folder, name), text);
write("double.py", "n = int(input())\nif n > 100:\n    n = 0\nprint(2 * n)\n");
for (const [name, input, answer] of [["1", "3\n", "6\n"], ["2", "200\n", "400\n"]]) {
  write(name + ".in", input);
  write(name + ".ans", answer);
}
const program = path.join(home, "grundy");
symlinkSync(grundy, program);
// VS Code writes the settings of the user when these choose a theme, and those of the machine never.
for (const [whose, settings] of [
  ["Machine", { "grundy.path": program }],
  ["User", {
    "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
    "workbench.colorTheme": "Default Light Modern", "files.autoSave": "off",
  }],
]) {
  mkdirSync(path.join(home, "user", whose), { recursive: true });
  writeFileSync(path.join(home, "user", whose, "settings.json"), JSON.stringify(settings));
}

/** A port that nothing listens on: another listener of this machine may have the usual one. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const server = path.join(here, "node_modules", ".bin", "code-server");
const environment = { ...process.env, HOME: home, GRUNDY_COMPANION_PORT: String(await freePort()), PATH: path.dirname(process.execPath) + path.delimiter + process.env.PATH };
const places = ["--user-data-dir", path.join(home, "user"), "--extensions-dir", path.join(home, "extensions")];
const installed = spawnSync(server, ["--install-extension", vsix, ...places], { env: environment, encoding: "utf8" });
assert.equal(installed.status, 0, installed.stderr);

const serving = spawn(server, ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", ...places], { env: environment });
let browser, page;
try {
  const address = await new Promise((resolve, reject) => {
    let said = "";
    const hear = (text) => {
      said += text;
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (found) {
        resolve(found[1]);
      }
    };
    serving.stdout.on("data", hear);
    serving.stderr.on("data", hear);
    serving.on("exit", () => reject(new Error("code-server ended: " + said)));
  });
  browser = await puppeteer.launch({
    executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [], defaultViewport: size,
  });
  page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`${address}/?folder=${folder}`, { waitUntil: "domcontentloaded" });
  const picture = async (name) => {
    if (pictures) {
      await page.screenshot({ path: path.join(pictures, name + ".webp"), type: "webp", quality: 80 });
    }
  };

  /** Waits until a text is on the page of VS Code. */
  const shown = (text) => page.waitForFunction((wanted) => document.body.innerText.replace(/\s/g, " ").includes(wanted), { polling: 200 }, text);
  /** Runs a command of the palette. */
  const command = async (title, category = "Grundy") => {
    await page.keyboard.press("F1");
    await page.waitForFunction(() => document.activeElement?.closest(".quick-input-widget"));
    await page.keyboard.type(`${category}: ${title}`);
    await page.waitForFunction((wanted) => document.querySelector(".quick-input-list .monaco-list-row.focused")?.innerText.includes(wanted), {}, title);
    await page.keyboard.press("Enter");
  };
  /** Shows a theme, by its label and the class that it has in the page. */
  const theme = async (name, shownAs) => {
    for (const key of ["k", "t"]) {
      await page.keyboard.down("Control");
      await page.keyboard.press(key);
      await page.keyboard.up("Control");
    }
    await page.waitForFunction(() => document.querySelector(".quick-input-widget input")?.placeholder.includes("Theme"));
    await page.keyboard.type(name);
    await page.waitForFunction((wanted) => document.querySelector(".quick-input-list .monaco-list-row.focused")?.innerText.includes(wanted), {}, name);
    await page.keyboard.press("Enter");
    await page.waitForSelector(`.monaco-workbench.${shownAs}`);
  };
  /** Looks through the pages of the extension, frames in a frame, until one has what is wanted, and returns what the look gave. */
  const inPages = async (what, look) => {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      for (const frame of page.frames()) {
        try {
          const found = await look(frame);
          if (found) {
            return found;
          }
        } catch {
          // VS Code replaced the frame meanwhile
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("no page with " + what);
  };
  /** Finds a page by what it has. */
  const view = (has) => inPages(has, async (frame) => (await frame.$(has)) && frame);
  /** Clicks something on the page that has it. */
  const click = (wanted) => inPages(wanted, (frame) => frame.evaluate((selector) => {
    const element = document.querySelector(selector);
    element?.click();
    return element !== null;
  }, wanted));
  /** What VS Code says of the extension among those that run, "" if it does not run. */
  const running = async () => {
    await page.setViewport({ ...size, height: 2000 }); // the list draws what is seen
    await command("Show Running Extensions", "Developer");
    await page.waitForSelector(".runtime-extensions-editor .extension");
    const said = await page.$$eval(".runtime-extensions-editor .extension", (all) => all.map((one) => one.innerText));
    await page.click(".tab.active .codicon-close");
    await page.setViewport(size);
    return said.find((one) => /^grundy/m.test(one)) ?? "";
  };

  // Before a solution is open, nothing runs.
  await page.waitForSelector(".explorer-folders-view .monaco-list-row");
  assert.equal(await running(), "");

  // Open: the first line says what can be run.
  await page.click(".explorer-folders-view [aria-label*='double.py']", { count: 2 });
  await shown("run 2 tests");
  console.log("started in " + /Activation: *(\d+ ?ms)/.exec(await running())?.[1]);
  await picture("1-opened");
  await command("Show the Problem and Its Tests");
  const panel = await view("main#panel");
  const says = (text, frame = panel) => frame.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: patience, polling: 200 }, text);
  const press = async (label, frame = panel) => (await frame.waitForSelector(`xpath/.//button[normalize-space()='${label}']`)).click();
  await says("secret/1");

  // Run, and fail.
  await command("Run All Tests");
  await says("WA  1/2 passed");
  await shown("why?");
  await picture("2-failed");

  // Why: the smallest input.
  await press("Why?");
  await says("Smallest failing input");
  await panel.waitForFunction(() => document.querySelector(".found pre")?.textContent === "200\n", { timeout: patience, polling: 200 });
  await picture("3-why");
  for (const [name, shownAs, file] of [
    ["Dark Modern", "vs-dark", "dark"], ["Dark High Contrast", "hc-black", "contrast-dark"],
    ["Light High Contrast", "hc-light", "contrast-light"], ["Light Modern", "vs", ""],
  ]) {
    await theme(name, shownAs);
    if (file) {
      await picture("3-why-" + file);
    }
  }

  // A test of one's own.
  await panel.type("#own-input", "150");
  await (await panel.waitForSelector("#run-own")).click();
  await says("ended ·");
  await panel.type("#own-expected", "300");
  await (await panel.waitForSelector("#add-own")).click();
  await says("secret/3");
  assert.ok(existsSync(path.join(folder, "3.in")));

  // Mend it and save: saving judges.
  await page.click(".monaco-editor .view-line");
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type("print(2 * int(input()))\n");
  await page.keyboard.down("Control");
  await page.keyboard.press("s");
  await page.keyboard.up("Control");
  await says("AC  3/3 passed");
  await picture("4-passed");

  // The test explorer has the cases.
  await page.click(".activitybar [aria-label^='Testing']");
  await shown("double.py");
  await picture("5-explorer");

  // The browser sends a problem: it opens as a file and in the panel.
  await command("Receive Problems from the Browser");
  await page.waitForFunction(() => /grundy \d+/.test(document.querySelector(".statusbar")?.innerText ?? ""));
  const port = /grundy (\d+)/.exec(await page.$eval(".statusbar", (bar) => bar.innerText))[1];
  const sent = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({
      name: "A. Sum", group: "Codeforces - Round 1", url: "https://codeforces.com/contest/1/problem/A", interactive: false, memoryLimit: 256, timeLimit: 1000,
      tests: [{ input: "1 2\n", output: "3\n" }], testType: "single", input: { type: "stdin" }, output: { type: "stdout" },
      languages: { java: { mainClass: "Main", taskClass: "A" } }, batch: { id: "a", size: 1 },
    }),
  });
  assert.equal(await sent.text(), "");
  assert.ok(sent.ok);
  await page.waitForFunction(() => document.querySelector(".tab.active")?.innerText.match(/sum|A\./i));
  await picture("6-received");

  // The course: a problem and its first hint.
  await page.click(".tab.active");
  await command("Open the Course");
  await click("a.call");
  await click("button[data-hint='1']");
  await click("details summary");
  await picture("7-course");
  console.log("ok");
} catch (error) {
  if (pictures && page) {
    await page.screenshot({ path: path.join(pictures, "failed.png") });
    console.log(await page.$$eval(".codelens-decoration", (all) => all.map((one) => one.outerHTML)));
  }
  throw error;
} finally {
  await browser?.close();
  serving.kill();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
