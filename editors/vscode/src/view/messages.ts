import type { Panel, Ran, TestEvent } from "../protocol";

/** What the panel shows of a solution. */
export interface State {
  uri: string;
  file: string;
  panel?: Panel;
  running: boolean;
  summary: string;
  compileLog: string;
  results: Record<string, TestEvent | "running">;
  found?: { input: string; answer: string; output: string; reason: string; why: string };
  searching: string;
}

export type ToPanel = { kind: "state"; state?: State } | { kind: "ran"; ran: Ran };

export type FromPanel =
  | { kind: "ready" }
  | { kind: "command"; command: string; test?: string }
  | { kind: "open"; path: string }
  | { kind: "run-input"; input: string }
  | { kind: "add-case"; input: string; answer: string }
  | { kind: "remove-case"; test: string };
