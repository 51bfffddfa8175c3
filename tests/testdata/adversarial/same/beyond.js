// expect: MLE memory=128MiB
const hoard = [];
for (let i = 0; i < 50000000; i++) hoard.push({ number: i });
console.log(hoard.length);
