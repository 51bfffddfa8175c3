package problem_test

import (
	"testing"
	"time"

	"grundy/internal/pkgfmt/problem"
)

func TestTimeText(t *testing.T) {
	for limit, want := range map[time.Duration]string{
		0: "inferred", 2 * time.Second: "2 s", 1500 * time.Millisecond: "1.5 s", 5 * time.Millisecond: "0.005 s",
		1252657996: "1.253 s", time.Hour: "3600 s",
	} {
		if text := (problem.Limits{Time: limit}).TimeText(); text != want {
			t.Errorf("%v: %q, want %q", limit, text, want)
		}
	}
}
