# expect: RTE signal=25 max-output=1MiB
# The virtual machine's own files may have 64 MiB, and so may those of the program, but no more.
{:ok, file} = File.open("flood", [:write, :raw])
for _ <- 1..200, do: :file.write(file, String.duplicate("flood ", 100_000))
