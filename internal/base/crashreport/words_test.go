package crashreport

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestWhat(t *testing.T) {
	for words, want := range map[string]string{
		"": "a fatal error of Go's runtime",
		"panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 gp=0xc0 m=0 [running]:\npanic({0x1, 0x2})\n\t/go/panic.go:1\n" +
			"grundy/internal/ui/cli.(*call).test(0xc000, {0x1, 0x2})\n\t/grundy/test.go:9 +0x1\ngrundy/internal/ui/cli.Main()\n": "index out of range [5] with length 3, in internal/ui/cli.(*call).test",
		"runtime: goroutine stack exceeds 1000-byte limit\nfatal error: stack overflow\n\nruntime stack:\n":               "stack overflow",
		"SIGSEGV: segmentation violation\nPC=0x1 m=0 sigcode=0\n":                                                         "SIGSEGV: segmentation violation",
		"panic: first [recovered]\n\tpanic: second\n\ngoroutine 1 [running]:\n":                                           "first [recovered]",
		"fatal error: concurrent map writes\n\ngoroutine 7 [running]:\ngrundy/runner.(*Judge).run(...)\n\t/grundy/r.go:9": "concurrent map writes, in runner.(*Judge).run",
	} {
		if got := What(words); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", words, got, want)
		}
	}
}

// TestWords: a panic that was recovered reads as one that the runtime tells of, without the functions that recovered it.
func TestWords(t *testing.T) {
	var words string
	func() {
		defer func() { words = Words(recover(), debug.Stack()) }()
		panic("a fault")
	}()
	if !strings.HasPrefix(words, "panic: a fault\n\ngoroutine ") || strings.Contains(words, "debug.Stack") {
		t.Errorf("got\n%s", words)
	}
	if want := "a fault, in internal/base/crashreport.TestWords.func1"; What(words) != want {
		t.Errorf("got %q, want %q", What(words), want)
	}
}
