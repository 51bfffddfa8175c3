// expect: TLE limit=300ms quick cpu>=300ms cpu<=3s reason~"of CPU time, limit 0.3 s"
// A limit that is no whole second, with a kill right behind it.
int main(void) {
	for (;;) {}
}
