// A person's way through the extension, in VS Code as code-server serves it, in Chromium.
//
//   node way.mjs GRUNDY VSIX [DIRECTORY FOR PICTURES]
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const [grundy, vsix, pictures] = process.argv.slice(2).map((word) => path.resolve(word));
const patience = 120_000; // machines are busy

const home = mkdtempSync(path.join(tmpdir(), "grundy-vscode-"));
const folder = path.join(home, "contest");
mkdirSync(folder);
const write = (name, text) => writeFileSync(path.join(folder, name), text);
write("double.py", "n = int(input())\nif n > 100:\n    n = 0\nprint(2 * n)\n");
for (const [name, input, answer] of [["1", "3\n", "6\n"], ["2", "200\n", "400\n"]]) {
  write(name + ".in", input);
  write(name + ".ans", answer);
}
mkdirSync(path.join(home, "user", "User"), { recursive: true });
writeFileSync(path.join(home, "user", "User", "settings.json"), JSON.stringify({
  "grundy.path": grundy, "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
  "window.autoDetectColorScheme": true, "files.autoSave": "off",
}));

const server = path.join(here, "node_modules", ".bin", "code-server");
const environment = { ...process.env, HOME: home, PATH: path.dirname(process.execPath) + path.delimiter + process.env.PATH };
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
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [], defaultViewport: { width: 1400, height: 900 },
  });
  page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  const open = encodeURIComponent(JSON.stringify([["openFile", `vscode-remote://${new URL(address).host}${folder}/double.py`]]));
  await page.goto(`${address}/?folder=${folder}&payload=${open}`, { waitUntil: "domcontentloaded" });
  const picture = async (name) => {
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, name + ".png") });
    }
  };

  /** Waits until a text is on the page of VS Code. */
  const shown = (text) => page.waitForFunction((wanted) => document.body.innerText.replace(/\s/g, " ").includes(wanted), { polling: 200 }, text);
  /** Runs a command of the palette. */
  const command = async (title) => {
    await page.keyboard.press("F1");
    await page.waitForFunction(() => document.activeElement?.closest(".quick-input-widget"));
    await page.keyboard.type("Grundy: " + title);
    await page.waitForFunction((wanted) => document.querySelector(".quick-input-list .monaco-list-row.focused")?.innerText.includes(wanted), {}, title);
    await page.keyboard.press("Enter");
  };
  /** Finds the page of the panel, a frame in a frame. */
  const panel = async () => {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      for (const frame of page.frames()) {
        try {
          if (await frame.$("main#panel")) {
            return frame;
          }
        } catch {
          // VS Code replaced the frame meanwhile
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("no panel");
  };

  // Open: the first line says what can be run.
  await shown("run 2 tests");
  await picture("1-opened");
  await command("Show the Problem and Its Tests");
  const view = await panel();
  const says = (text) => view.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: patience, polling: 200 }, text);
  const press = async (label) => (await view.waitForSelector(`xpath/.//button[normalize-space()='${label}']`)).click();
  await says("secret/1");

  // Run, and fail.
  await command("Run All Tests");
  await says("WA  1/2 passed");
  await shown("why?");
  await picture("2-failed");

  // Why: the smallest input.
  await press("Why?");
  await says("Smallest failing input");
  await view.waitForFunction(() => document.querySelector(".found pre")?.textContent === "200\n", { timeout: patience, polling: 200 });
  await picture("3-why");

  // A test of one's own.
  await view.type("#own-input", "150");
  await (await view.waitForSelector("#run-own")).click();
  await says("ended ·");
  await view.type("#own-expected", "300");
  await (await view.waitForSelector("#add-own")).click();
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

  // Dark.
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await page.waitForFunction(() => document.querySelector(".monaco-workbench.vs-dark, .monaco-workbench.hc-black"));
  await picture("7-dark");
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
