// expect: MLE memory=64MiB
program beyond;
var
  i, at: longint;
  piece: pchar;
begin
  for i := 1 to 256 do
  begin
    getmem(piece, 1 shl 20);
    at := 0;
    while at < 1 shl 20 do
    begin
      piece[at] := 'x';
      at := at + 4096;
    end;
  end;
  writeln(585987);
end.
