// What grundy's language server says beyond the protocol of language servers; docs/editors.md describes it.

export interface Case {
  name: string;
  sample: boolean;
  input: string;
  answer?: string;
  input_path?: string;
  answer_path?: string;
  cut?: boolean;
}

export interface Problem {
  id: string;
  name: string;
  directory: string;
  url?: string;
  time_limit_seconds: number;
  memory_limit_bytes: number;
  interactive: boolean;
  plain: boolean;
  statement?: string;
  cases: Case[];
}

export interface Panel {
  file: string;
  language?: string;
  problem: Problem | null;
  reason?: string;
  help?: string;
}

export interface Ran {
  verdict: string;
  reason: string;
  output: string;
  errors: string;
  cpu_seconds: number;
  wall_seconds: number;
  peak_bytes: number;
}

export interface EarlierRun {
  run: number;
  at: string;
  verdict: string;
  passed: number;
  tests: number;
  cpu_seconds: number;
}

export interface RunSelection {
  samples?: boolean;
  failed?: boolean;
  tests?: string[];
}

/** An event of a run, in the form of grundy's stream of events. Other kinds exist and are passed over. */
export type RunEvent =
  | { event: "begin"; command: string }
  | { event: "plan"; tests: number; test_names?: string[] }
  | { event: "compile"; ok: boolean; reason?: string; log?: string; language: string }
  | { event: "start"; test: string }
  | TestEvent
  | { event: "done"; verdict: string; passed: number; failed: number; tests: number; interrupted: boolean; reason: string; score?: number; max_score?: number }
  | { event: "diagnostic"; message: string }
  | { event: "progress"; cases: number; seed: number; wall_seconds: number }
  | { event: "finding" | "shrunk"; input?: string; answer?: string; test: TestEvent; call?: string; seed?: number }
  | { event: "explanation"; position?: string; why?: string }
  | { event: "stressed"; verdict: string; interrupted: boolean; cases: number; replay?: string }
  | { event: "end"; exit_code: number; error?: string; hint?: string };

export interface TestEvent {
  event: "test";
  test: string;
  verdict: string;
  unjudged?: boolean;
  reason: string;
  cpu_seconds: number;
  wall_seconds: number;
  peak_bytes?: number;
  output?: string;
  stderr?: string;
  message?: string;
  fault?: string;
  fault_line?: number;
  transcript?: { from: string; text: string }[];
  difference?: { reason: string };
}

export interface Told {
  uri: string;
  run: number;
  event: RunEvent;
}
