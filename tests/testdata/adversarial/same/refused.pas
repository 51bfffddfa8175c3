// expect: RTE memory=64MiB exit=203 reason~"ran out of memory: Runtime error 203"
program refused;
var
  piece: pchar;
begin
  getmem(piece, qword(1) shl 50);
  piece[7] := 'x';
  writeln(585987);
end.
