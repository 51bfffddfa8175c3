// {{title}}
const data = require("fs").readFileSync(0, "utf8").split(/\s+/);

const n = Number(data[0]);
console.log(n);
