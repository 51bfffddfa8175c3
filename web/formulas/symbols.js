// Prints the signs that MathJax has commands for, with the shortest command of each: a sign and a command a line.
import '@mathjax/src/mjs/input/tex/base/BaseConfiguration.js';
import '@mathjax/src/mjs/input/tex/ams/AmsConfiguration.js';
import {MapHandler} from '@mathjax/src/mjs/input/tex/MapHandler.js';

const maps = [
  'lcGreek', 'ucGreek', 'mathchar0mi', 'mathchar0mo', 'mathchar7', 'delimiter', 'AMSsymbols-mathchar0mi', 'AMSsymbols-mathchar0mo',
  'AMSsymbols-delimiter', 'AMSmath-mathchar0mo', 'AMSmath-delimiter',
];
// Names that LaTeX with amssymb has not got, or has for something else.
const foreign = new Set(['\\lt', '\\gt', '\\iddots', '\\notChar', '\\dh', '\\omicron', '\\llbracket', '\\rrbracket', '\\infin', '\\vdotswithin']);
const best = new Map();
for (const name of maps) {
  for (const [key, token] of MapHandler.getMap(name).map) {
    const command = key.startsWith('\\') ? key : '\\' + key;
    const old = best.get(token.char);
    const isLonger = old && (command.length > old.length || (command.length === old.length && command > old));
    if (/^\\[A-Za-z]+$/.test(command) && [...token.char].length === 1 && token.char.codePointAt(0) >= 0x100 && !isLonger && !foreign.has(command)) {
      best.set(token.char, command);
    }
  }
}
for (const [char, command] of [...best].sort(([a], [b]) => a.codePointAt(0) - b.codePointAt(0))) {
  console.log(char + ' ' + command);
}
