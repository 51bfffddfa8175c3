// What the editor looks like. All colours are variables of the page, so that they follow its scheme; each has one of its own, too.

import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const code = (name, light, dark) => `var(--code-${name}, light-dark(${light}, ${dark}))`;

export const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: code("keyword", "#8b1a8b", "#d8a0f0") },
  { tag: [tags.typeName, tags.className, tags.namespace], color: code("type", "#0b5d78", "#7fd0e8") },
  { tag: [tags.string, tags.special(tags.string), tags.character, tags.regexp], color: code("string", "#8a3b00", "#f0b27a") },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: code("number", "#0a6640", "#90d8a8") },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: code("comment", "#5f6368", "#9aa0a6"), fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: code("function", "#1a3f9c", "#9dbcff") },
  { tag: [tags.processingInstruction, tags.meta, tags.annotation], color: code("directive", "#6a4a00", "#d9c07a") },
  { tag: tags.invalid, color: code("invalid", "#b3261e", "#f2b8b5") },
]);

const panel = "var(--code-panel, light-dark(#f4f4f5, #1d1e20))";
const line = "var(--code-line, light-dark(#00000010, #ffffff12))";
const muted = code("muted", "#5f6368", "#9aa0a6");

export const look = EditorView.theme({
  "&": { height: "100%", color: code("text", "#1b1b1f", "#e6e6e9"), backgroundColor: code("paper", "#fff", "#141416"), fontSize: "inherit" },
  "&.cm-focused": { outline: "2px solid var(--code-focus, light-dark(#1d4ed8, #93c5fd))", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--code-font, ui-monospace, monospace)", lineHeight: "1.45", overflow: "auto" },
  ".cm-content": { caretColor: "currentColor", paddingBlock: ".5em" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "currentColor" },
  ".cm-gutters": { backgroundColor: panel, color: muted, border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: line },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--code-selection, light-dark(#b9d3ff, #2c4a80)) !important",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--code-match, light-dark(#fff0a8, #5c5316))" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-match, light-dark(#fff0a8, #5c5316))" },
  ".cm-marked": { backgroundColor: "var(--code-marked, light-dark(#ffd9d6, #5c1f1c))", boxShadow: "inset 3px 0 var(--wa, light-dark(#b91c1c, #f87171))" },
  ".cm-panels": { backgroundColor: panel, color: "inherit", borderColor: line },
  ".cm-textfield": { backgroundColor: code("paper", "#fff", "#141416"), color: "inherit" },
  ".cm-button": { backgroundImage: "none", backgroundColor: line, color: "inherit" },
  ".cm-fat-cursor": { background: "var(--code-focus, light-dark(#1d4ed8, #93c5fd)) !important", color: "var(--code-paper, light-dark(#fff, #141416)) !important" },
});
