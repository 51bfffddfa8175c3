// MathJax as it comes from npm, for comparison. Run by itself it reads formulas from standard input, one a line, and prints the
// MathML of each, or an empty line.
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {TeX} from '@mathjax/src/mjs/input/tex.js';
import '@mathjax/src/mjs/input/tex/ams/AmsConfiguration.js';
import '@mathjax/src/mjs/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import '@mathjax/src/mjs/input/tex/braket/BraketConfiguration.js';
import '@mathjax/src/mjs/input/tex/cancel/CancelConfiguration.js';
import '@mathjax/src/mjs/input/tex/color/ColorConfiguration.js';
import '@mathjax/src/mjs/input/tex/mathtools/MathtoolsConfiguration.js';
import '@mathjax/src/mjs/input/tex/newcommand/NewcommandConfiguration.js';
import '@mathjax/src/mjs/input/tex/textmacros/TextMacrosConfiguration.js';
import {MmlFactory} from '@mathjax/src/mjs/core/MmlTree/MmlFactory.js';
import {SerializedMmlVisitor} from '@mathjax/src/mjs/core/MmlTree/SerializedMmlVisitor.js';
import {HTMLMathItem} from '@mathjax/src/mjs/handlers/html/HTMLMathItem.js';

const packages = ['base', 'ams', 'boldsymbol', 'braket', 'cancel', 'color', 'mathtools', 'newcommand', 'textmacros'];
const visitor = new SerializedMmlVisitor();

function fresh() {
  const tex = new TeX({packages, tags: 'ams', formatError: (_, error) => { throw error; }});
  tex.setMmlFactory(new MmlFactory());
  return tex;
}

// mathml is the MathML of a displayed formula, on one line, or null if MathJax cannot read it.
export function mathml(source) {
  const item = new HTMLMathItem(source, fresh(), true);
  try {
    const root = item.inputJax.compile(item, {});
    root.setTeXclass(null);
    return visitor.visitTree(root).replace(/>\s*\n\s*/g, '>').replace(/\n/g, ' ');
  } catch {
    return null;
  }
}

// names are the names that MathJax's tables have for a kind of token.
export function names(kind) {
  const all = new Set();
  for (const {item: map} of fresh().parseOptions.handlers.get(kind)._configuration) {
    const keys = [...map.map?.keys() ?? []];
    const isOfDelimiters = keys.some(key => /^\\[A-Za-z]/.test(key));
    for (const key of keys) {
      if (!isOfDelimiters) {
        all.add(key);
      } else if (key.startsWith('\\')) {
        all.add(key.slice(1));
      }
    }
  }
  return [...all].filter(name => kind !== 'macro' || /^([A-Za-z]+|.)$/u.test(name)).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for await (const line of createInterface({input: process.stdin})) {
    console.log(mathml(line) ?? '');
  }
}
