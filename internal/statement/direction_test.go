package statement_test

import (
	"testing"

	"grundy/internal/statement"
)

func TestDirection(t *testing.T) {
	for code, want := range map[string]string{
		"ar": "rtl", "he": "rtl", "fa": "rtl", "ur": "rtl", "ar-EG": "rtl", "HE": "rtl",
		"en": "ltr", "de-AT": "ltr", "a": "ltr", "arn": "ltr", "": "ltr",
	} {
		if got := statement.Direction(code); got != want {
			t.Errorf("%q is written %s, want %s", code, got, want)
		}
	}
}
