// Commands of LaTeX that text within a formula may have, such as in \text{…}, and MathJax's reader of text lacks.
import {Configuration} from '@mathjax/src/mjs/input/tex/Configuration.js';
import {CommandMap, MacroMap} from '@mathjax/src/mjs/input/tex/TokenMap.js';
import {TextMacrosMethods} from '@mathjax/src/mjs/input/tex/textmacros/TextMacrosMethods.js';
import {shownAsWritten} from './contest.js';

// content makes a command of one that shows its last argument in a font, "" for that around it. The arguments before it are
// required (m) or optional (o).
const content = (before = '', font = '') => (parser, name) => {
  for (const kind of before) {
    kind === 'o' ? parser.GetBrackets(name) : parser.GetArgument(name);
  }
  TextMacrosMethods.Macro(parser, name, `{${font}${parser.GetArgument(name)}}`);
};

const nothing = () => {};
const space = parser => { parser.text += ' '; };

// hspace reads \hspace and \hspace*.
function hspace(parser, name) {
  parser.GetStar();
  TextMacrosMethods.Hskip(parser, name);
}

// verbatim reads \verb|…|.
function verbatim(parser, name) {
  const delimiter = parser.string.charAt(parser.i);
  const end = parser.string.indexOf(delimiter, parser.i + 1);
  if (!delimiter || end < 0) {
    shownAsWritten(parser, name);
    return;
  }
  const code = parser.string.slice(parser.i + 1, end);
  parser.i = end + 1;
  parser.Push(parser.create('token', 'mtext', {mathvariant: 'monospace'}, code));
}

// accent puts a mark of Unicode on a letter.
const accent = mark => (parser, name) => {
  const letter = parser.GetArgument(name).replace(/^\\([ij])\s*$/, '$1');
  parser.text += (letter.charAt(0) + mark).normalize('NFC') + letter.slice(1);
};

const accents = {
  "'": '\u0301', '`': '\u0300', '^': '\u0302', '"': '\u0308', '~': '\u0303', '=': '\u0304', '.': '\u0307', '\u2019': '\u0301', '\u2018': '\u0300',
  u: '\u0306', v: '\u030c', H: '\u030b', c: '\u0327', k: '\u0328', r: '\u030a', d: '\u0323', b: '\u0331',
};

const letters = {
  ss: 'ß', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', aa: 'å', AA: 'Å', i: 'ı', j: 'ȷ', P: '¶', copyright: '©', pounds: '£',
  euro: '€', texteuro: '€', dots: '…', textellipsis: '…', cdots: '⋯', textbackslash: '\\', textasciitilde: '~', textasciicircum: '^', textgreater: '>',
  textless: '<', textbar: '|', textunderscore: '_', textdollar: '$', textbraceleft: '{', textbraceright: '}', textquotedblleft: '“',
  textquotedblright: '”', textquoteleft: '‘', textquoteright: '’', textquotesingle: "'", textquotedbl: '"', textendash: '–', textemdash: '—',
  textdegree: '°', textbullet: '•', textmu: 'µ', texttimes: '×', textrightarrow: '→', textleftarrow: '←', textregistered: '®', texttrademark: '™', LaTeX: 'LaTeX', TeX: 'TeX',
};

const fonts = {
  bfseries: 'bf', itshape: 'it', slshape: 'it', em: 'it', sl: 'it', ttfamily: 'tt', sffamily: 'sf', rmfamily: 'rm', normalfont: 'rm', upshape: 'rm',
  mdseries: 'rm',
};

const table = {
  text: content(), mbox: content(), hbox: content(), textsc: content(), textmd: content(), textlf: content(), fbox: content(), sout: content(),
  uline: content(), ul: content(), uppercase: content(), ensuremath: [TextMacrosMethods.Macro, '$#1$', 1],
  textsl: content('', '\\it '), url: content('', '\\tt '), makebox: content('oo'), framebox: content('oo'), raisebox: content('moo'),
  parbox: content('ooom'), scalebox: content('mo'), resizebox: content('mm'),
  textsuperscript: [TextMacrosMethods.Macro, '${}^{\\text{#1}}$', 1], textsubscript: [TextMacrosMethods.Macro, '${}_{\\text{#1}}$', 1],
  hspace, verb: verbatim, hfill: space, hfil: space, par: space, newline: space, '\n': space,
  xspace: nothing, noindent: nothing, centering: nothing, raggedright: nothing, strut: nothing, protect: nothing, scshape: nothing, '/': nothing, '-': nothing,
  '@': nothing,
};
for (const [name, text] of Object.entries(letters)) {
  table[name] = [TextMacrosMethods.Insert, text];
}
for (const [name, mark] of Object.entries(accents)) {
  table[name] = accent(mark);
}
for (const [name, font] of Object.entries(fonts)) {
  table[name] = [TextMacrosMethods.Macro, `\\${font} `];
}
new CommandMap('contest-text', table);

// MathJax without its package textmacros takes these as they are, which many statements rely on.
const literal = (parser, character) => { parser.text += character; };
new MacroMap('contest-characters', {'^': literal, _: literal, '&': literal, '#': literal});

Configuration.create('contest-text', {
  parser: 'text',
  handler: {character: ['contest-characters'], macro: ['contest-text']},
  // Before the fallback of MathJax's text, which gives the whole formula up.
  fallback: {macro: shownAsWritten},
  priority: 0,
});
