package verdict

import "fmt"

// Verdict is the judgement of one test case or of a whole submission.
type Verdict uint8

// The verdicts, by the field's usual abbreviations. None is the zero value: not judged.
const (
	None Verdict = iota
	AC           // accepted
	WA           // wrong answer
	TLE          // time limit exceeded
	MLE          // memory limit exceeded
	RTE          // run-time error
	OLE          // output limit exceeded
	ILE          // idleness: blocked for too long, or for ever
	CE           // compile error
	JE           // judge error: the judge, a checker or the package failed, not the submission
)

var names = [...]struct{ short, words string }{
	None: {"", "not judged"},
	AC:   {"AC", "accepted"},
	WA:   {"WA", "wrong answer"},
	TLE:  {"TLE", "time limit exceeded"},
	MLE:  {"MLE", "memory limit exceeded"},
	RTE:  {"RTE", "run-time error"},
	OLE:  {"OLE", "output limit exceeded"},
	ILE:  {"ILE", "idleness limit exceeded"},
	CE:   {"CE", "compile error"},
	JE:   {"JE", "judge error"},
}

// String returns the abbreviation: "AC", "WA" and so on, "" for None.
func (v Verdict) String() string { return names[v].short }

// Words returns the verdict in lower-case words: "wrong answer".
func (v Verdict) Words() string { return names[v].words }

// Parse reads an abbreviation as String writes it, and IE, which records and histories of earlier versions hold for ILE.
func Parse(text string) (Verdict, error) {
	if text == "IE" {
		return ILE, nil
	}
	for v, name := range names {
		if name.short == text {
			return Verdict(v), nil
		}
	}
	return None, fmt.Errorf("unknown verdict %q", text)
}

// MarshalText writes verdicts as their abbreviation in JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (v *Verdict) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}
