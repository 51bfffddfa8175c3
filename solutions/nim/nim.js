// BigInt, because the operator ^ cuts a Number to 32 bits.
const [, ...heaps] = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(BigInt);
const sum = heaps.reduce((a, b) => a ^ b);
const i = heaps.findIndex((heap) => (heap ^ sum) < heap);
console.log(i < 0 ? "SECOND" : `FIRST ${i + 1} ${heaps[i] ^ sum}`);
