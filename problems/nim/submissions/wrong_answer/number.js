// Wrong: JavaScript's ^ cuts its operands to 32 bits.
const [, ...heaps] = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const sum = heaps.reduce((a, b) => a ^ b, 0);
const i = heaps.findIndex((heap) => (heap ^ sum) < heap);
console.log(sum === 0 ? "SECOND" : `FIRST ${i + 1} ${heaps[i] ^ sum}`);
