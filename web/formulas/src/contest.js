// Commands of contest statements that MathJax leaves to others, and what shows an unknown command as it is written.
import {Configuration} from '@mathjax/src/mjs/input/tex/Configuration.js';
import {CommandMap} from '@mathjax/src/mjs/input/tex/TokenMap.js';
import BaseMethods from '@mathjax/src/mjs/input/tex/base/BaseMethods.js';
import {BoldsymbolMethods} from '@mathjax/src/mjs/input/tex/boldsymbol/BoldsymbolConfiguration.js';

// unknown are the commands that the formula being read has and that are not known.
export const unknown = [];

// The names of siunitx for units and their prefixes.
const units = {
  ampere: 'A', arcminute: "'", arcsecond: "''", bit: 'bit', byte: 'B', candela: 'cd', celsius: '{}^\\circ C', coulomb: 'C', day: 'd',
  degree: '{}^\\circ', degreeCelsius: '{}^\\circ C', electronvolt: 'eV', farad: 'F', gram: 'g', hectare: 'ha', henry: 'H', hertz: 'Hz',
  hour: 'h', joule: 'J', kelvin: 'K', kg: 'kg', kilogram: 'kg', km: 'km', kilometre: 'km', kilometer: 'km', liter: 'L', litre: 'L', lumen: 'lm',
  lux: 'lx', meter: 'm', metre: 'm', minute: 'min', mm: 'mm', mole: 'mol', ms: 'ms', newton: 'N', ohm: '\\Omega', pascal: 'Pa', percent: '\\%',
  radian: 'rad', second: 's', tesla: 'T', tonne: 't', volt: 'V', watt: 'W',
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
});

Configuration.create('contest', {
  handler: {macro: ['contest']},
  // Before the fallback of base, which gives the whole formula up.
  fallback: {
    macro: (parser, name) => {
      unknown.push('\\' + name);
      let written = '\\' + name;
      while (parser.GetNext() === '{') {
        written += `{${parser.GetArgument(name)}}`;
      }
      parser.Push(parser.create('node', 'mtext', [], {class: 'unknown'}, parser.create('text', written)));
    },
  },
  priority: 3,
});
