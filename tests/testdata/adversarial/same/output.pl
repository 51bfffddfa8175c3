# expect: OLE memory=64MiB max-output=1MiB
print 'x' x 65536, "\n" for 1 .. 1024;
