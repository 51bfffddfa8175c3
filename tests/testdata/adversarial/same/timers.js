// expect: AC memory=128MiB
const before = performance.now();
setTimeout(() => console.log(performance.now() > before ? 585987 : 0), 20);
