import std/[sequtils, strutils]

echo stdin.readLine.splitWhitespace.map(parseInt).foldl(a + b)
