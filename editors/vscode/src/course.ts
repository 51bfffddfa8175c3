import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { stream } from "./program";

/** What the reader does on a page. */
type FromPage = { kind: "go"; address: string } | { kind: "open"; hint?: string; solution?: boolean } | { kind: "start" };

/**
 * Course shows the pages of `grundy serve`: problems, hints and solutions. These pages stand in no frame and their cookie leaves no
 * site, so the extension fetches them itself, and shows what is to be read. Code is written in the editor, not there. That works over SSH, too.
 */
export class Course implements vscode.Disposable {
  private view?: vscode.WebviewPanel;
  private serving?: { stop(): void; ready: Promise<void> };
  private root = ""; // the address of the list of problems
  private cookie = "";
  private address = ""; // of the shown page, from the root on
  private visit = 0; // pages that come after a later one are not shown

  /** Opens a page: the list of problems, or a problem. */
  async open(folder: string | undefined, address: string): Promise<void> {
    this.serving ??= this.serve(folder);
    await this.serving.ready;
    if (!this.view) {
      this.view = vscode.window.createWebviewPanel("grundy.course", "Course", vscode.ViewColumn.Active, { enableScripts: true, enableFindWidget: true });
      this.view.webview.onDidReceiveMessage((message: FromPage) => this.take(message, folder).catch(complain));
      this.view.onDidDispose(() => {
        this.view = undefined;
        this.dispose();
      });
    }
    this.view.reveal();
    await this.show(address);
  }

  /** Starts the server, which ends with the panel. */
  private serve(folder: string | undefined): { stop(): void; ready: Promise<void> } {
    let stop = () => {};
    const ready = new Promise<void>((resolve, reject) => {
      const running = stream(["serve", "--no-open"], folder, (line) => void this.enter(line).then(resolve, reject));
      stop = running.stop;
      void running.ended.then(({ errors }) => {
        this.serving = undefined;
        reject(new Error(errors.trim() || "grundy serve ended"));
        this.view?.dispose();
      });
    });
    return { stop, ready };
  }

  /** Exchanges the address with a token, which the server prints, for a cookie. */
  private async enter(line: string): Promise<void> {
    const answer = await fetch(line.trim(), { redirect: "manual" });
    this.cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    this.root = new URL(answer.headers.get("location") ?? "", answer.url).href;
  }

  private fetch(address: string, method = "GET"): Promise<Response> {
    return fetch(new URL(address, this.root), { method, headers: { cookie: this.cookie } });
  }

  private async take(message: FromPage, folder: string | undefined): Promise<void> {
    const problem = /^p\/([^/?#]+)/.exec(this.address)?.[1];
    switch (message.kind) {
      case "go": {
        const target = new URL(message.address, this.root);
        if (target.href.startsWith(this.root)) {
          await this.show(target.href.slice(this.root.length));
        } else {
          await vscode.env.openExternal(vscode.Uri.parse(target.href));
        }
        break;
      }
      case "open": {
        const answer = await this.fetch(message.solution ? `api/solution/${problem}` : `api/hints/${problem}/${message.hint}`, "POST");
        if (!answer.ok) {
          throw new Error(((await answer.json()) as { error: string }).error);
        }
        await this.show(this.address); // the server remembers what is open
        break;
      }
      case "start": {
        let file = "";
        const { code, errors } = await stream(["new", problem ?? ""], folder, (line) => (file ||= line)).ended;
        if (code !== 0) {
          throw new Error(errors.trim());
        }
        await vscode.window.showTextDocument(vscode.Uri.file(path.resolve(folder ?? "", file)), { viewColumn: vscode.ViewColumn.Beside });
        break;
      }
    }
  }

  private async show(address: string): Promise<void> {
    const visit = ++this.visit;
    const answer = await this.fetch(address);
    if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) {
      await vscode.env.openExternal(vscode.Uri.parse(new URL(address, this.root).href));
      return;
    }
    const page = await this.withPictures(readable(await answer.text()));
    if (visit === this.visit && this.view) {
      this.address = address;
      this.view.title = /<title>(.*?) · grundy<\/title>/.exec(page)?.[1] ?? "Course";
      this.view.webview.html = page;
    }
  }

  /** Puts the pictures of a page into it. */
  private async withPictures(page: string): Promise<string> {
    const found = new Map<string, string>();
    await Promise.all([...new Set([...page.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1]!))].map(async (source) => {
      const address = source.replaceAll("&amp;", "&");
      if (new URL(address, this.root).origin !== new URL(this.root).origin) {
        return; // another site must not learn the cookie
      }
      const answer = await this.fetch(address);
      if (answer.ok) {
        const type = answer.headers.get("content-type") ?? "";
        found.set(source, `data:${type.split(";")[0]};base64,${Buffer.from(await answer.arrayBuffer()).toString("base64")}`);
      }
    }));
    return page.replace(/<img src="([^"]+)"/g, (whole, source: string) => (found.has(source) ? `<img src="${found.get(source)}"` : whole));
  }

  dispose(): void {
    this.serving?.stop();
    this.serving = undefined;
    this.view?.dispose();
  }
}

/** Leaves of a page what is to be read, in the colours of the window, and tells the extension what the reader clicks. */
export function readable(page: string): string {
  const nonce = randomBytes(16).toString("base64");
  const head = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">`;
  const script = `<script nonce="${nonce}">
    const code = acquireVsCodeApi();
    document.querySelector("article header")?.insertAdjacentHTML("beforeend", '<p><button type="button" class="main" data-start>Start a solution</button></p>');
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href]");
      const button = event.target.closest("button[data-hint], button[data-solution], button[data-start]");
      const inside = /^[^#]*#(.+)/.exec(link?.getAttribute("href") ?? "");
      if (link) {
        event.preventDefault();
        event.stopPropagation(); // VS Code would open each link itself
      }
      if (inside && document.getElementById(inside[1])) {
        document.getElementById(inside[1]).scrollIntoView();
      } else if (link) {
        code.postMessage({ kind: "go", address: link.getAttribute("href") });
      } else if (button && "start" in button.dataset) {
        code.postMessage({ kind: "start" });
      } else if (button) {
        code.postMessage({ kind: "open", hint: button.dataset.hint, solution: "solution" in button.dataset });
      }
    }, true);</script>`;
  return page
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<base [^>]*>|<link [^>]*>/g, "")
    .replace("<head>", `<head>${head}`)
    .replace("</head>", `<style>${style}</style></head>`)
    .replace("</body>", `${script}</body>`);
}

/** The colours of the window, for the names that the pages give theirs; and no place to write code. */
const style = `
  :root { --paper: var(--vscode-editor-background); --panel: var(--vscode-sideBar-background, var(--paper)); --text: var(--vscode-editor-foreground);
    --muted: var(--vscode-descriptionForeground); --accent: var(--vscode-textLink-foreground); --line: var(--vscode-contrastBorder, var(--vscode-panel-border));
    --ac: var(--vscode-terminal-ansiGreen); --wa: var(--vscode-editorError-foreground, var(--vscode-testing-iconFailed)); --main: var(--vscode-button-background); --onmain: var(--vscode-button-foreground); }
  :root:has(.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)) { color-scheme: dark; }
  :root:has(.vscode-light, .vscode-high-contrast-light) { color-scheme: light; }
  body { padding: 0; }
  #desk, #go, #help, .tabs, .skip, .statement .copy, search, form { display: none !important; }
  .split { display: block; height: auto; }`;

function complain(error: unknown): void {
  void vscode.window.showErrorMessage((error as Error).message);
}
