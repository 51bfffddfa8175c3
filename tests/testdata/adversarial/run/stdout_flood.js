// expect: OLE max-output=1MiB
const block = "flood ".repeat(10000);
for (let i = 0; i < 1000; i++) process.stdout.write(block);
