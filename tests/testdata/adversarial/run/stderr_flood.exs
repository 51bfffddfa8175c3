# expect: OLE max-output=1MiB
for _ <- 1..1000, do: IO.write(:stderr, String.duplicate("flood ", 10000))
