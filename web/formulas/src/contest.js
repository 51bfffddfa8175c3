// Commands of contest statements that MathJax leaves to others, and what shows an unknown command as it is written.
import {Configuration} from '@mathjax/src/mjs/input/tex/Configuration.js';
import {CommandMap, DelimiterMap} from '@mathjax/src/mjs/input/tex/TokenMap.js';
import ParseMethods from '@mathjax/src/mjs/input/tex/ParseMethods.js';
import {AmsMethods} from '@mathjax/src/mjs/input/tex/ams/AmsMethods.js';
import BaseMethods from '@mathjax/src/mjs/input/tex/base/BaseMethods.js';
import {BoldsymbolMethods} from '@mathjax/src/mjs/input/tex/boldsymbol/BoldsymbolConfiguration.js';

// unknown are the commands that the formula being read has and that are not known.
export const unknown = [];

// shownAsWritten shows an unknown command and its arguments as they are written.
export function shownAsWritten(parser, name) {
  unknown.push('\\' + name);
  let written = '\\' + name;
  let end = parser.i;
  while (parser.GetNext() === '{') {
    written += `{${parser.GetArgument(name)}}`;
    end = parser.i;
  }
  parser.i = end; // before the spaces, which count in text
  parser.Push(parser.create('node', 'mtext', [], {class: 'unknown'}, parser.create('text', written)));
}

// The names of siunitx for units and their prefixes.
const units = {
  ampere: 'A', arcminute: "'", arcsecond: "''", bit: 'bit', byte: 'B', candela: 'cd', celsius: '{}^\\circ C', coulomb: 'C', day: 'd',
  degree: '{}^\\circ', degreeCelsius: '{}^\\circ C', electronvolt: 'eV', farad: 'F', gram: 'g', hectare: 'ha', henry: 'H', hertz: 'Hz',
  hour: 'h', joule: 'J', kelvin: 'K', kg: 'kg', kilogram: 'kg', km: 'km', kilometre: 'km', kilometer: 'km', liter: 'L', litre: 'L', lumen: 'lm',
  lux: 'lx', meter: 'm', metre: 'm', minute: 'min', mm: 'mm', mole: 'mol', ms: 'ms', newton: 'N', ohm: '\\Omega', pascal: 'Pa', percent: '\\%',
  radian: 'rad', second: 's', tesla: 'T', tonne: 't', volt: 'V', watt: 'W',
  A: 'A', cm: 'cm', dm: 'dm', g: 'g', GHz: 'GHz', Hz: 'Hz', J: 'J', K: 'K', kHz: 'kHz', kJ: 'kJ', kW: 'kW', L: 'L', l: 'l', m: 'm', mg: 'mg',
  MHz: 'MHz', mL: 'mL', mol: 'mol', N: 'N', nm: 'nm', ns: 'ns', Pa: 'Pa', s: 's', ug: '\\mu g', um: '\\mu m', us: '\\mu s', V: 'V', W: 'W',
};
const prefixes = {
  atto: 'a', femto: 'f', pico: 'p', nano: 'n', micro: '\\mu ', milli: 'm', centi: 'c', deci: 'd', deca: 'da', hecto: 'h', kilo: 'k',
  mega: 'M', giga: 'G', tera: 'T', peta: 'P', exa: 'E', kibi: 'Ki', mebi: 'Mi', gibi: 'Gi', tebi: 'Ti',
};
const powers = {square: '2', squared: '2', cubic: '3', cubed: '3'};

// grouped separates the digits of a long number by threes.
function grouped(digits, fromLeft) {
  if (digits.length < 5) {
    return digits;
  }
  return fromLeft ? digits.replace(/(\d{3})(?=\d)/g, '$1\\,') : digits.replace(/(\d)(?=(\d{3})+$)/g, '$1\\,');
}

// number is a number as \num sets it; what is none stays as it is.
function number(text) {
  const parts = /^([-+]|\\pm)?(\d*)(?:[.,](\d*))?(?:[eEdD]([-+]?\d+))?$/.exec(text.replace(/\s|~|\{,\}/g, ''));
  if (!parts || !(parts[2] || parts[3] || parts[4])) {
    return text;
  }
  const [, sign = '', whole, fraction, exponent] = parts;
  let out = grouped(whole || (fraction ? '0' : ''), false) + (fraction ? '.' + grouped(fraction, true) : '');
  if (exponent) {
    out += (out && '\\times ') + `10^{${exponent.replace('+', '')}}`;
  }
  return `{${sign}${out}}`;
}

// unit is a unit, in letters or by the names of siunitx, which become a product.
function unit(text) {
  if (!text.includes('\\')) {
    return `\\mathrm{${text.replace(/[.~]/g, '\\,')}}`;
  }
  let out = '', prefix = '', power = '', per = false;
  for (const [, name, other] of text.matchAll(/\\([A-Za-z]+)\s*|([^\\\s])/g)) {
    const symbol = units[name];
    if (name === 'per') {
      per = true;
    } else if (prefixes[name] !== undefined) {
      prefix += prefixes[name];
    } else if (/^(square|cubic)$/.test(name)) {
      power = powers[name];
    } else if (/^(squared|cubed)$/.test(name)) {
      out += `^{${powers[name]}}`;
    } else if (symbol === undefined) {
      out += name === undefined ? other : `\\${name} `;
    } else {
      const exponent = (per ? '-' : '') + (power || (per ? '1' : ''));
      out += (out && '\\,') + `\\mathrm{${prefix}${symbol}}` + (exponent && `^{${exponent}}`);
      [prefix, power, per] = ['', '', false];
    }
  }
  return out;
}

// replaced makes a command of one that is replaced by other TeX, as a macro is.
const replaced = (count, written) => (parser, name) => {
  parser.GetBrackets(name);
  const given = [];
  for (let i = 0; i < count; i++) {
    given.push(parser.GetArgument(name));
  }
  BaseMethods.Macro(parser, name, written(...given));
};
const listed = (values, of) => {
  const all = values.split(';').map(value => of === undefined ? number(value) : quantity(value, of));
  const last = all.pop();
  return all.length > 0 ? `${all.join('\\text{, }')}\\text{ and }${last}` : last;
};
const range = (from, to, of) => `${quantity(from, of)}\\text{ to }${quantity(to, of)}`;
const quantity = (value, of) => `{${number(value)}\\,${unit(of)}}`;

new CommandMap('contest', {
  lcm: BaseMethods.NamedFn,
  mex: BaseMethods.NamedOp,
  argmin: [BaseMethods.NamedOp, 'arg&thinsp;min'],
  argmax: [BaseMethods.NamedOp, 'arg&thinsp;max'],
  bm: BoldsymbolMethods.Boldsymbol,
  mathds: [BaseMethods.Macro, '\\mathbb{#1}', 1],
  degree: [BaseMethods.Macro, '{}^\\circ'],
  textsc: [BaseMethods.Macro, '\\text{#1}', 1],
  medspace: [BaseMethods.Macro, '\\:'],
  thickspace: [BaseMethods.Macro, '\\;'],
  ensuremath: [BaseMethods.Macro, '{#1}', 1],
  num: replaced(1, number),
  numrange: replaced(2, (from, to) => `${number(from)}\\text{ to }${number(to)}`),
  unit: replaced(1, unit),
  si: replaced(1, unit),
  qty: replaced(2, quantity),
  SI: replaced(2, quantity),
  ang: replaced(1, value => `{${number(value)}^\\circ}`),
  tablenum: replaced(1, number),
  numlist: replaced(1, listed),
  numproduct: replaced(1, text => text.split('x').map(part => number(part.trim())).join('\\times ')),
  SIrange: replaced(3, range),
  qtyrange: replaced(3, range),
  SIlist: replaced(2, (values, of) => listed(values, of)),
  qtylist: replaced(2, (values, of) => listed(values, of)),
  mathbbm: [BaseMethods.Macro, '\\mathbb{#1}', 1],
  sfrac: [BaseMethods.Macro, '\\nicefrac{#1}{#2}', 2],
  colonequals: [BaseMethods.Macro, '\\coloneqq'],
  vcentcolon: [BaseMethods.Macro, ':'],
  operatornamewithlimits: [BaseMethods.Macro, '\\operatorname*{#1}', 1],
  hdotsfor: replaced(1, count => Array(Math.min(Math.max(Number(count) || 1, 1), 50)).fill('\\dots').join('&')),
  raisebox: [BaseMethods.Macro, '\\raise #1{\\text{#2}}', 2],
  scalebox: [BaseMethods.Macro, '\\text{#2}', 2],
  resizebox: [BaseMethods.Macro, '\\text{#3}', 3],
  textsuperscript: [BaseMethods.Macro, '{}^{\\text{#1}}', 1],
  textsubscript: [BaseMethods.Macro, '{}_{\\text{#1}}', 1],
  hspace: (parser, name) => {
    parser.GetStar();
    BaseMethods.Hskip(parser, name);
  },
  llbracket: [BaseMethods.Macro, '\\mathopen{⟦}'],
  rrbracket: [BaseMethods.Macro, '\\mathclose{⟧}'],
  P: [BaseMethods.Macro, '\\text{¶}'],
  copyright: [BaseMethods.Macro, '\\text{©}'],
  pounds: [BaseMethods.Macro, '\\text{£}'],
  texteuro: [BaseMethods.Macro, '\\text{€}'],
  textellipsis: [BaseMethods.Macro, '\\ldots'],
  mathellipsis: [BaseMethods.Macro, '\\ldots'],
  intertext: [BaseMethods.Macro, '\\text{#1}\\\\', 1],
  shortintertext: [BaseMethods.Macro, '\\text{#1}\\\\', 1],
  xlongequal: [AmsMethods.xArrow, 0x3d, 7, 7],
  null: [BaseMethods.Macro, '{}'],
  require: [BaseMethods.Macro, '', 1],
  xspace: [BaseMethods.Macro, ''],
  noindent: [BaseMethods.Macro, ''],
  centering: [BaseMethods.Macro, ''],
  pause: [BaseMethods.Macro, ''],
  alert: [BaseMethods.Macro, '\\boldsymbol{#1}', 1],
  structure: [BaseMethods.Macro, '\\boldsymbol{#1}', 1],
});

new DelimiterMap('contest-delimiters', ParseMethods.delimiter, {'\\llbracket': '⟦', '\\rrbracket': '⟧'});

Configuration.create('contest', {
  handler: {macro: ['contest'], delimiter: ['contest-delimiters']},
  // Before the fallback of base, which gives the whole formula up.
  fallback: {macro: shownAsWritten},
  priority: 3,
});
