// expect: MLE memory=128MiB
const hoard = [];
for (let i = 0; i < 1024; i++) hoard.push(Buffer.alloc(1 << 20, 1));
console.log(hoard.length);
