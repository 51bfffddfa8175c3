//go:build unix

package process

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
)

func TestSumTableAddsUpOneGroup(t *testing.T) {
	const table = `
    7 S+    100   0:01.25
   42 R    2048   0:10.50
   42 Z       0   1:00.00
   42 S    1024   0:00.25
  420 S    9999   9:00.00
`
	got := sumTable(strings.NewReader(table), 42)
	want := usage{cpu: 70750 * time.Millisecond, memory: 3 * bytesize.MiB, processes: 2}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestClock(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0:00.07":     70 * time.Millisecond,
		"123:04.50":   123*time.Minute + 4500*time.Millisecond,
		"01:02:03":    time.Hour + 2*time.Minute + 3*time.Second,
		"2-00:00:01":  48*time.Hour + time.Second,
		"nonsense":    0,
		"10-10:10:10": 250*time.Hour + 10*time.Minute + 10*time.Second,
	} {
		if got := clock(text); got != want {
			t.Errorf("clock(%q) = %v, want %v", text, got, want)
		}
	}
}
