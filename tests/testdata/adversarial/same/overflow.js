// expect: RTE memory=256MiB reason~"stack overflow"
const dive = depth => 1 + dive(depth + 1);
console.log(dive(0));
