// expect: AC memory=256MiB
program untouched;
var
  table: array[0..1 shl 28] of longint;
begin
  table[12345] := 585987;
  writeln(table[12345]);
end.
