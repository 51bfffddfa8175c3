package checker

// oj is the dialect of the --judge-command option of online-judge-tools: "input output answer". Exit code 0 accepts
// and any other rejects. Interactors get their log in place of the output.
var oj = protocol{
	noun:       "judge command",
	arguments:  func(f files) []string { return []string{f.input, f.output, f.answer} },
	interactor: func(f files) []string { return []string{f.input, f.output, f.answer} },
	interpret: func(r report) (Verdict, error) {
		return Verdict{Accepted: r.exit == 0, Message: r.words()}, nil
	},
}

// words returns what a checker printed, on either stream.
func (r report) words() string {
	if message := text(r.stderr); message != "" {
		return message
	}
	return text(r.stdout)
}
