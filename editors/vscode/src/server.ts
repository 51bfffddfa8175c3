import * as path from "node:path";
import * as vscode from "vscode";
import type { LanguageClient } from "./client";
import type { Told } from "./protocol";

/** The languages of files that may be solutions. */
export const languages = [
  "c", "cpp", "csharp", "go", "haskell", "java", "javascript", "kotlin", "ocaml", "pascal", "perl", "python", "ruby", "rust", "shellscript",
  "typescript",
];

/** The program that the settings name. */
export function program(): string {
  return vscode.workspace.getConfiguration("grundy").get<string>("path") || "grundy";
}

/** The language server: one process for all files of the window, started when it is first needed. */
export class Server implements vscode.Disposable {
  private client?: LanguageClient;
  private starting?: Promise<LanguageClient>;
  private readonly told = new vscode.EventEmitter<Told>();
  /** Events of all runs, also of those that saving a file began. */
  readonly onEvent = this.told.event;

  constructor(private readonly output: vscode.LogOutputChannel) {}

  /** Starts the server unless it runs. It fails with a message for people if the program is missing or too old. */
  start(): Promise<LanguageClient> {
    this.starting ??= this.launch().catch((error) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  private async launch(): Promise<LanguageClient> {
    const { LanguageClient, State } = await import("./client.js");
    const command = program();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const active = vscode.window.activeTextEditor?.document.uri;
    const cwd = folder?.scheme === "file" ? folder.fsPath : active?.scheme === "file" ? path.dirname(active.fsPath) : undefined;
    const settings = vscode.workspace.getConfiguration("grundy");
    const client = new LanguageClient(
      "grundy", "grundy", { command, args: ["editor"], options: cwd ? { cwd } : {} },
      {
        documentSelector: languages.map((language) => ({ scheme: "file", language })),
        outputChannel: this.output,
        initializationOptions: { events: true, ownCommands: true, runOnSave: settings.get("runOnSave"), why: settings.get("why") },
        synchronize: { configurationSection: "grundy" },
        initializationFailedHandler: () => false,
        connectionOptions: { maxRestartCount: 2 },
      },
    );
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) {
        this.starting = undefined;
      }
    });
    client.onNotification("grundy/event", (told: Told) => this.told.fire(told));
    try {
      await client.start();
    } catch (error) {
      this.output.error(String(error));
      throw new Error(missing(command, String(error)));
    }
    this.client = client;
    return client;
  }

  async request<R>(method: string, params: object): Promise<R> {
    return (await this.start()).sendRequest<R>(method, params);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = this.starting = undefined;
    await client?.stop().catch(() => undefined); // it may be gone
  }

  dispose(): void {
    void this.stop();
    this.told.dispose();
  }
}

/** Says what to do if the program does not start. */
export function missing(command: string, error: string): string {
  if (/ENOENT/.test(error)) {
    return `grundy: "${command}" is not found. Install it (go install, or a release archive) and put it on the PATH, or set grundy.path.`;
  }
  if (/EACCES/.test(error)) {
    return `grundy: "${command}" may not be executed. chmod +x it, or set grundy.path to another program.`;
  }
  return `grundy: "${command} editor" does not start. An older grundy has no such command: install the present one. (${error})`;
}
