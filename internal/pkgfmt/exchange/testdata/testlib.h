// testlib.h of the tests, which compile nothing.
