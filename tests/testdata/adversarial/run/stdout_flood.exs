# expect: OLE max-output=1MiB
for _ <- 1..1000, do: IO.write(String.duplicate("flood ", 10000))
