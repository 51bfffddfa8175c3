package suite

// Instances is how many of n random instances a test tries: all of them in make test-all, the first tenth in make
// test, where faults in few of them are likely to show.
func Instances(n int) int {
	if IsAll() {
		return n
	}
	return max(1, n/10)
}
