// A bundle of its own: it is large, and loaded when a solution is open.
export { LanguageClient, State } from "vscode-languageclient/node";
