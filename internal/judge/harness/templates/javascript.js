// Calls the function of a submission: a JSON value a line in, its result as JSON out.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const file = path.join(__dirname, '{{file}}');
globalThis.require = require;
globalThis.module = { exports: {} };
globalThis.exports = globalThis.module.exports;
console.log = console.info = console.error;
vm.runInThisContext(fs.readFileSync(file, 'utf8'), { filename: file });
const call = vm.runInThisContext(`typeof Solution === 'function'
  ? ((solution) => solution.{{function}}.bind(solution))(new Solution())
  : {{function}}`);
const values = fs.readFileSync(0, 'utf8').split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));
let result = call(...values);
if (result === undefined && values.length) {
  result = values[0]; // it is changed in place
}
fs.writeSync(1, `${JSON.stringify(result === undefined ? null : result)}\n`);
