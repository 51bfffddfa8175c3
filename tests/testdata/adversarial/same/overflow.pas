// expect: RTE memory=64MiB reason~"stack overflow"
program overflow;
function dive(depth: int64): int64;
begin
  dive := 1 + dive(depth + 1);
end;
begin
  writeln(dive(0));
end.
