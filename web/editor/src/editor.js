// The editor of the pages. A page mounts it on an element and hears of changes; languages and the keys of vim come when they are
// asked for.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Prec, StateEffect, StateField, Text } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  crosshairCursor,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { colours, look } from "./look.js";

const loaders = {
  cpp: () => import("./languages/cpp.js"),
  python: () => import("./languages/python.js"),
  java: () => import("./languages/java.js"),
  rust: () => import("./languages/rust.js"),
  go: () => import("./languages/go.js"),
};

// The judge's languages by the grammar that shows them; what is not here has no colours.
const grammars = {
  c: "cpp", "c-sanitized": "cpp", cpp: "cpp", "cpp-sanitized": "cpp", python2: "python", python3: "python", pypy3: "python",
  java: "java", rust: "rust", go: "go",
};

const fromOutside = Annotation.define();
const setMarks = StateEffect.define();

const marks = StateField.define({
  create: () => Decoration.none,
  update(marked, transaction) {
    marked = marked.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMarks)) marked = effect.value;
    return marked;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * mount puts an editor into an element, which gives it its size.
 *
 * @param {HTMLElement} element
 * @param {object} options
 * @param {string} [options.text] line feeds end lines; other characters, carriage returns included, stay as they are
 * @param {string} [options.language] a name of the judge's: "cpp", "python3", …
 * @param {string} [options.nonce] that of the page's policy for styles
 * @param {string} [options.label] what it is called for those who do not see it
 * @param {boolean} [options.readOnly]
 * @param {boolean} [options.vim] the keys of vim
 * @param {(text: string) => void} [options.onChange] after each change that a person makes
 * @param {() => void} [options.onWrite] :w of vim
 * @param {Record<string, () => void>} [options.keys] by CodeMirror's names ("Mod-Enter"); they come before all others
 */
export function mount(element, options = {}) {
  const language = new Compartment();
  const indentation = new Compartment();
  const vim = new Compartment();
  let grammar = ""; // the one that is shown or on its way
  let wantsVim = false;

  const keys = Object.entries(options.keys ?? {}).map(([key, run]) => ({
    key,
    preventDefault: true,
    run: () => {
      run();
      return true;
    },
  }));

  const view = new EditorView({
    parent: element,
    state: EditorState.create({
      doc: divided(options.text ?? ""),
      extensions: [
        EditorState.lineSeparator.of("\n"), // or a carriage return would end a line, and be lost
        options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
        Prec.highest(keymap.of(keys)),
        vim.of([]),
        EditorState.readOnly.of(Boolean(options.readOnly)),
        EditorView.contentAttributes.of({ "aria-label": options.label ?? "Source", spellcheck: "false", autocapitalize: "off" }),
        EditorState.tabSize.of(4),
        EditorState.allowMultipleSelections.of(true),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        highlightSelectionMatches(),
        history(),
        drawSelection(),
        dropCursor(),
        rectangularSelection(),
        crosshairCursor(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        marks,
        look,
        syntaxHighlighting(colours),
        language.of([]),
        indentation.of(indentUnit.of("    ")),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((t) => t.docChanged && !t.annotation(fromOutside));
          if (typed) options.onChange?.(update.state.sliceDoc());
        }),
      ],
    }),
  });

  const editor = {
    /** The text as it is. Setting it changes only what differs, so that the cursor and the history stay. */
    get text() {
      return view.state.sliceDoc();
    },
    set text(text) {
      const changes = difference(view.state.sliceDoc(), text);
      if (changes) view.dispatch({ changes: { ...changes, insert: divided(changes.insert) }, annotations: fromOutside.of(true) });
    },

    /** Colours and indents as in a language of the judge's; the promise is kept when it does. */
    async setLanguage(name) {
      grammar = grammars[name] ?? "";
      const wanted = grammar;
      const support = wanted ? (await loaders[wanted]()).language() : [];
      if (grammar !== wanted) return; // another one was asked for meanwhile
      const unit = indentUnit.of(usualIndent(view.state.sliceDoc()) ?? (wanted === "go" ? "\t" : "    "));
      view.dispatch({ effects: [language.reconfigure(support), indentation.reconfigure(unit)] });
    },

    /** The keys of vim, or not; the promise is kept when they are there. */
    async setVim(wanted) {
      wantsVim = wanted;
      const extension = wanted ? (await import("./vim.js")).keys(() => options.onWrite?.()) : [];
      if (wantsVim === wanted) view.dispatch({ effects: vim.reconfigure(extension) });
    },

    /** Marks lines, from 1, and no others, each with words; the first of them is brought into view. */
    mark(lines) {
      const there = lines.filter(({ line }) => line >= 1 && line <= view.state.doc.lines);
      const ranges = there.map(({ line, text }) =>
        Decoration.line({ class: "cm-marked", attributes: { title: text ?? "", "aria-description": text ?? "" } }).range(
          view.state.doc.line(line).from,
        ),
      );
      const effects = [setMarks.of(Decoration.set(ranges, true))];
      if (there.length > 0) effects.push(EditorView.scrollIntoView(view.state.doc.line(there[0].line).from, { y: "center" }));
      view.dispatch({ effects });
    },

    focus: () => view.focus(),

    /** Takes the editor out of its element. */
    destroy: () => view.destroy(),
  };
  if (options.language) editor.setLanguage(options.language);
  if (options.vim) editor.setVim(true);
  return editor;
}

// divided is a text as CodeMirror takes it: a string it would divide at carriage returns as well.
const divided = (text) => Text.of(text.split("\n"));

// difference is the shortest change in one place that makes a text of another, null when they are the same.
function difference(before, after) {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

// usualIndent is what most indented lines of a text begin with, undefined where there is none.
function usualIndent(text) {
  const counts = new Map();
  for (const [, indent] of text.matchAll(/^(\t| {2}(?! )| {4}(?! ))\S/gm)) counts.set(indent, (counts.get(indent) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
