% expect: RTE memory=256MiB reason~"ran out of memory: Cannot allocate 1099511627776 bytes of memory"
-module(refused).
-export([main/0]).

main() -> io:format("~b~n", [byte_size(<<0:(1 bsl 43)>>)]).
