const words = require("fs").readFileSync(0, "utf8").split(/\s+/);
console.log(Number(words[0]) + Number(words[1]));
