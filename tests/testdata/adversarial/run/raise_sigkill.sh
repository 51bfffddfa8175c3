# expect: RTE signal=9
kill -9 $$
