package checker

import "strings"

// cms is the dialect of the Contest Management System and of task-maker: "input answer output", a score from 0 to 1
// on standard output and a message on standard error.
var cms = protocol{
	noun:      "checker",
	arguments: func(f files) []string { return []string{f.input, f.answer, f.output} },
	interpret: interpretCMS,
}

func interpretCMS(r report) (Verdict, error) {
	if r.exit != 0 {
		return Verdict{}, r.fault("exited with %d (want 0)", r.exit)
	}
	part, err := proportion(firstLine(r.stdout), 1)
	if err != nil {
		return Verdict{}, r.fault("%s", err)
	}
	message := firstLine(r.stderr)
	switch message {
	// These words stand for texts that the contest system shows in the contestant's language.
	case "translate:success":
		message = "output is correct"
	case "translate:partial":
		message = "output is partially correct"
	case "translate:wrong":
		message = "output is wrong"
	}
	return share(part, message), nil
}

// firstLine returns the first line of a checker's output.
func firstLine(raw []byte) string {
	line, _, _ := strings.Cut(text(raw), "\n")
	return strings.TrimSpace(line)
}
