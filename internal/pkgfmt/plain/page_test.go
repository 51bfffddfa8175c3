package plain

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFolderName(t *testing.T) {
	long := strings.Repeat("a", longestFolderName)
	for name, want := range map[string]string{
		"A. Two Piles":           "a-two-piles",
		"../../etc":              "etc",
		`..\..\Windows\System32`: "windows-system32",
		"/etc/passwd\x00.cpp":    "etc-passwd-cpp",
		"Задача A":               "задача-a",
		"P1001 A+B Problem":      "p1001-a-b-problem",
		"高橋君と数列":                 "高橋君と数列",
		"हिन्दी":                 "हिन्दी",
		"":                       "problem",
		"...":                    "problem",
		"CON":                    "con-problem",
		"nul.":                   "nul-problem",
		"COM1":                   "com1-problem",
		"console":                "console",
		"a\u202ecod.exe":         "a-cod-exe",
		"\x1b[2Jred":             "2jred",
		"az-09":                  "az-09",
		"{`@[/:":                 "problem",
		long:                     long,
		long + "b":               long,
		long[:47] + " b":         long[:47],
		long[:47] + "щ":          long[:47],
	} {
		if got := FolderName(name); got != want {
			t.Errorf("FolderName(%q) = %q, want %q", name, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		got := FolderName(rapid.String().Draw(t, "name"))
		strange := func(r rune) bool {
			return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}
		if got == "" || got[0] == '-' || len(got) > longestFolderName+len("-problem") || strings.ContainsFunc(got, strange) || !utf8.ValidString(got) {
			t.Fatalf("the directory is called %q", got)
		}
	})
}

// A title stands in a comment of a source that the user compiles.
func TestTitle(t *testing.T) {
	for name, want := range map[string]string{
		"A. Two Piles":                        "A. Two Piles",
		"  A.\t Two\nint main() {}":           "A. Two int main() {}",
		"ends */ #include </etc/passwd>":      "ends * / #include </etc/passwd>",
		`continues \`:                         "continues /",
		"bell\a and \u202ereversed\u2028line": "bell and reversed line",
		strings.Repeat("x", 300):              strings.Repeat("x", 200),
	} {
		if got := Title(name); got != want {
			t.Errorf("Title(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestReadPage(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "a"}`:                          "",
		`{"name": "a", "new": [1, {"b": null}]}`: "",
		`[]`:                                     "want a JSON object, got array",
		`null`:                                   "want a JSON object",
		`{"name": "a"} {}`:                       "something follows it",
		`{"name": "a"}x`:                         "something follows it",
		`{"name": 1}`:                            "name: want text, got number",
		`{"timeLimit": "1s"}`:                    "timeLimit: want a number, got string",
		`{"tests": [{"input": ["1"]}]}`:          "tests.input: want text, got array",
		`{"tests": {}}`:                          "tests: want a list, got object",
		`{"batch": {"size": 1.5}}`:               "batch.size: want an integer, got number 1.5",
		`{"interactive": "no"}`:                  "interactive: want true or false, got string",
		`{"input": "stdin"}`:                     "input: want an object, got string",
		`{"name": `:                              "unexpected EOF",
		``:                                       "EOF",
	} {
		_, err := ReadPage([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestCheckPage(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "a", "url": "https://cses.fi/problemset/task/1068"}`: "",
		`{"name": "a"}`:                                                   "",
		`{"name": " "}`:                                                   "name: want the name",
		`{"name": "a", "url": "file:///etc"}`:                             "url: want the address of a page",
		`{"name": "a", "url": "javascript:x()"}`:                          "url: want the address of a page",
		`{"name": "a", "url": "https://x@y/"}`:                            "url: want the address of a page",
		`{"name": "a", "url": "--help"}`:                                  "url: want the address of a page",
		`{"name": "a", "timeLimit": -1}`:                                  "timeLimit: want milliseconds from 1",
		`{"name": "a", "timeLimit": 0.5}`:                                 "timeLimit: want milliseconds from 1",
		`{"name": "a", "memoryLimit": 1e9}`:                               "memoryLimit: want MB up to",
		`{"name": "a", "tests": [` + strings.Repeat("{},", 1000) + `{}]}`: "tests: want at most 1000",
	} {
		page, err := ReadPage([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		err = page.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: got %v, want %q", text, err, want)
		}
	}
}
