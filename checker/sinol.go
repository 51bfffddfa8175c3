package checker

import "strings"

// sinol is the dialect of Polish olympiads (SIO2): "input output answer", then up to three lines on standard output:
// OK or another word, a comment, and the per cent of the points that an OK is worth.
var sinol = protocol{
	noun:      "checker",
	arguments: func(f files) []string { return []string{f.input, f.output, f.answer} },
	interpret: interpretSinol,
}

func interpretSinol(r report) (Verdict, error) {
	// Some checkers also use exit code 1 to reject.
	if r.exit != 0 && r.exit != 1 {
		return Verdict{}, r.fault("exited with %d (want 0 or 1)", r.exit)
	}
	lines := strings.Split(text(r.stdout), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	lines = append(lines, "", "")
	word, comment, percent := lines[0], lines[1], lines[2]
	switch {
	case word == "":
		return Verdict{}, r.fault("printed nothing (want OK or WRONG, a comment and a per cent)")
	case word != "OK":
		return Verdict{Message: comment}, nil
	case percent == "":
		percent = "100"
	}
	part, err := proportion(percent, 100)
	if err != nil {
		return Verdict{}, r.fault("%s", err)
	}
	return share(part, comment), nil
}
