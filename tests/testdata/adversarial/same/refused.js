// expect: MLE memory=128MiB exit=1 reason~"ran out of memory: RangeError: Array buffer allocation failed"
console.log(new ArrayBuffer(2 ** 46).byteLength);
