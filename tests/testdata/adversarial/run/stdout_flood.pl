# expect: OLE max-output=1MiB
print "flood " x 10000 for 1 .. 1000;
