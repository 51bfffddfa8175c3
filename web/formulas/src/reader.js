// The reader of formulas: MathJax's own reader of TeX, without its writers. internal/statement/formula runs the bundle and says
// what the functions that are defined on globalThis are for.
import {TeX} from '@mathjax/src/mjs/input/tex.js';
import '@mathjax/src/mjs/input/tex/ams/AmsConfiguration.js';
import '@mathjax/src/mjs/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import '@mathjax/src/mjs/input/tex/braket/BraketConfiguration.js';
import '@mathjax/src/mjs/input/tex/cancel/CancelConfiguration.js';
import '@mathjax/src/mjs/input/tex/color/ColorConfiguration.js';
import '@mathjax/src/mjs/input/tex/mathtools/MathtoolsConfiguration.js';
import '@mathjax/src/mjs/input/tex/newcommand/NewcommandConfiguration.js';
import '@mathjax/src/mjs/input/tex/textmacros/TextMacrosConfiguration.js';
import '@mathjax/src/mjs/input/tex/bbox/BboxConfiguration.js';
import '@mathjax/src/mjs/input/tex/centernot/CenternotConfiguration.js';
import '@mathjax/src/mjs/input/tex/enclose/EncloseConfiguration.js';
import '@mathjax/src/mjs/input/tex/unicode/UnicodeConfiguration.js';
import '@mathjax/src/mjs/input/tex/units/UnitsConfiguration.js';
import '@mathjax/src/mjs/input/tex/upgreek/UpgreekConfiguration.js';
import '@mathjax/src/mjs/input/tex/verb/VerbConfiguration.js';
import TexError from '@mathjax/src/mjs/input/tex/TexError.js';
import {MmlFactory} from '@mathjax/src/mjs/core/MmlTree/MmlFactory.js';
import {unknown} from './contest.js';
import './text.js';

// MathJax's limit of the characters that macros may expand to is 5 KiB; these are those of nodes.
const MOST_NODES = 20000;

const packages = ['base', 'ams', 'boldsymbol', 'braket', 'cancel', 'color', 'mathtools', 'newcommand', 'textmacros', 'contest',
  'bbox', 'centernot', 'enclose', 'unicode', 'units', 'upgreek', 'verb'];

const spaces = {thinmathspace: 3, mediummathspace: 4, thickmathspace: 5};

// The attributes that a writer reads.
const kept = new Set([
  'accent', 'class', 'columnalign', 'columnlines', 'columnspacing', 'data-frame-styles', 'depth', 'display', 'displaystyle', 'form', 'frame', 'height',
  'largeop', 'linebreak', 'linethickness', 'lspace', 'mathbackground', 'mathcolor', 'mathsize', 'mathvariant', 'maxsize', 'minsize', 'movablelimits',
  'notation', 'rowlines', 'rowspacing', 'rspace', 'scriptlevel', 'stretchy', 'symmetric', 'voffset', 'width',
]);

let tex; // what a document has defined and numbered
let items; // its formulas

// begin forgets what earlier formulas defined and numbered.
globalThis.begin = () => {
  tex = new TeX({packages, tags: 'ams', textmacros: {packages: ['text-base', 'contest-text']}, formatError: (_, error) => { throw error; }});
  tex.setMmlFactory(new MmlFactory());
  items = [];
};

// alone reads a formula that depends on no others and returns, as JSON, its tree, the commands in it that are unknown, and the numbers
// of its labels. A formula that cannot be read has a message instead of a tree, and the position that reading came to.
globalThis.alone = (source, display) => {
  const result = JSON.stringify(compiled(itemOf(source, display)));
  if (leaves()) {
    begin();
  }
  return result;
};

// leaves reports whether formulas have left numbers or definitions to those that follow.
globalThis.leaves = leaves;
function leaves() {
  const {tags, handlers} = tex.parseOptions;
  const defined = ['macro', 'environment', 'delimiter'].some(kind =>
    [...handlers.get(kind)._configuration].some(({item}) => /^new-/.test(item.name) && item.map.size > 0));
  return defined || tags.allCounter > 0 || Object.keys(tags.allLabels).length > 0;
}

// read reads the next formula of a document, as alone does.
globalThis.read = (source, display) => {
  const item = itemOf(source, display);
  items.push(item);
  return JSON.stringify(compiled(item));
};

function itemOf(math, display) {
  return {math, display, inputData: {}, state: () => 0};
}

// refers reports whether a formula that was read refers to a label that stood behind it; again reads it once more.
globalThis.refers = index => Boolean(items[index].inputData.recompile);
globalThis.again = index => JSON.stringify(compiled(items[index]));

function compiled(item) {
  const source = item.math;
  let root;
  try {
    root = tree(item);
  } catch (error) {
    if (!(error instanceof TexError)) {
      throw error;
    }
    return {unknown: [...unknown], message: error.message, offset: reached(source)};
  } finally {
    item.math = source;
  }
  const labels = {};
  for (const [name, label] of Object.entries(tex.parseOptions.tags.labels)) {
    labels[name] = label.tag;
  }
  root.setTeXclass(null);
  return {tree: exported(root, {left: MOST_NODES}), unknown: [...unknown], labels};
}

// tree reads rows and columns without an environment as if aligned was around them, as many statements write them.
function tree(item) {
  const source = item.math;
  let failure;
  try {
    const root = attempt(item, source);
    if (!tex.parseOptions.getList('mspace').some(space => isLine(space, root))) {
      return root;
    }
  } catch (error) {
    if (!/^Misplaced &/.test(error.message || '')) {
      throw error;
    }
    failure = error;
  }
  try {
    return attempt(item, `\\begin{aligned}${source}\\end{aligned}`);
  } catch (error) {
    if (failure) {
      throw failure;
    }
    return attempt(item, source); // lines of an environment that has no rows
  }
}

function attempt(item, source) {
  unknown.length = 0;
  item.math = source;
  return tex.compile(item, {});
}

// isLine reports whether a space is a line break of the formula itself.
function isLine(space, root) {
  let parent = space.parent;
  while (parent && parent.isInferred) {
    parent = parent.parent;
  }
  return space.attributes.get('linebreak') === 'newline' && parent === root;
}

// reached is the position in the source that the outermost reader has come to. A macro replaces what is before the rest.
function reached(source) {
  const {parsers} = tex.parseOptions;
  const parser = parsers[parsers.length - 1];
  return parser ? Math.max(0, source.length - (parser.string.length - parser.i)) : source.length;
}

// exported is a node as data: its tag (t), attributes (a), text (x) or children (c), the class that TeX gives it (k), and the space
// before it in eighteenths of an em (s).
function exported(node, room) {
  if (--room.left < 0) {
    throw new TexError('TooLong', 'The formula has more than %1 parts', String(MOST_NODES));
  }
  const out = {t: node.kind === 'TeXAtom' ? 'mrow' : node.kind};
  const attributes = Object.entries(node.attributes.getAllAttributes()).filter(([name]) => kept.has(name));
  if (attributes.length > 0) {
    out.a = Object.fromEntries(attributes.map(([name, value]) => [name, String(value)]));
  }
  if (node.texClass > 0) {
    out.k = node.texClass;
  }
  const space = spaces[node.texSpacing()];
  if (space) {
    out.s = space;
  }
  if (node.isToken) {
    out.x = node.getText();
    return out;
  }
  const children = node.childNodes.flatMap(child => child.isInferred ? child.childNodes : [child]);
  if (children.length > 0) {
    out.c = children.map(child => exported(child, room));
  }
  return out;
}
