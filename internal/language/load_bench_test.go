package language_test

import (
	"testing"

	"grundy/internal/language"
)

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := language.Load(""); err != nil {
			b.Fatal(err)
		}
	}
}
