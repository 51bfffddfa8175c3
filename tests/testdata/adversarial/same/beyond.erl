% expect: MLE memory=128MiB
-module(beyond).
-export([main/0]).

main() -> io:format("~b~n", [length(lists:seq(1, 100000000))]).
