// expect: OLE memory=256MiB max-output=1MiB
const line = 'x'.repeat(1 << 16);
for (let i = 0; i < 1024; i++) console.log(line);
