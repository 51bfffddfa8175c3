// expect: AC memory=256MiB
const dive = depth => depth === 0 ? 0 : 1 + dive(depth - 1);
console.log(dive(100000) === 100000 ? 585987 : 0);
