package site

import "testing"

// TestHeaded holds that what is wrong begins with a capital on a page, but for names.
func TestHeaded(t *testing.T) {
	for words, want := range map[string]string{
		"there is no such page": "There is no such page", "isn't so": "Isn't so", "problem.yaml:7: want a name": "problem.yaml:7: want a name",
		`"x": no move`: `"x": no move`, "nim: no tests": "nim: no tests", "λ is none": "λ is none", "": "",
		"grundy list shows the problems": "grundy list shows the problems", `c has no value "99"`: `c has no value "99"`, "a source may take 1 MiB": "A source may take 1 MiB",
	} {
		if got := SentenceCase(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
}
