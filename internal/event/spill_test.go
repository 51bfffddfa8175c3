package event

import "testing"

// TestSpillIsWrittenWhileItIsRead puts events behind those that the reader has in its buffer already, into a file that was
// used before.
func TestSpillIsWrittenWhileItIsRead(t *testing.T) {
	var s spill
	put, taken := 0, 0
	move := func(in, out int) {
		t.Helper()
		for range in {
			if err := s.put(Start{Rerun: put}); err != nil {
				t.Fatal(err)
			}
			put++
		}
		for range out {
			e, err := s.take()
			if err != nil {
				t.Fatalf("event %d: %v", taken, err)
			}
			if got := e.(Start).Rerun; got != taken {
				t.Fatalf("got event %d, want %d", got, taken)
			}
			taken++
		}
	}
	move(100, 100)
	move(2, 1)
	move(5, 3)
	move(50, 53)
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
