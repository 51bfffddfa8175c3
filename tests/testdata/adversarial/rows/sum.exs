[a, b] = IO.read(:line) |> String.split() |> Enum.map(&String.to_integer/1)
IO.puts(a + b)
