package checker

import "strings"

// testlib is the dialect of Codeforces and Polygon: "input output answer", the verdict in the exit code, a message and
// partial points on standard error.
var testlib = protocol{
	noun:       "checker",
	arguments:  func(f files) []string { return []string{f.input, f.output, f.answer} },
	interactor: func(f files) []string { return []string{f.input, f.output, f.answer} },
	interpret:  interpretTestlib,
}

// The exit codes of testlib as it is built by default.
const (
	testlibOK            = 0
	testlibWrong         = 1
	testlibPresentation  = 2
	testlibFail          = 3
	testlibDirt          = 4
	testlibPoints        = 7
	testlibUnexpectedEOF = 8
)

func interpretTestlib(r report) (Outcome, error) {
	message := text(r.stderr)
	// A partial score of n per cent exits with n, which collides with the other codes: only the text tells.
	if rest, found := strings.CutPrefix(message, "partially correct ("); found {
		word, _, _ := strings.Cut(rest, ")")
		part, err := proportion(word, 100)
		if err != nil {
			return Outcome{}, r.fault("%s", err)
		}
		return share(part, message), nil
	}
	switch r.exit {
	case testlibOK:
		return Outcome{Accepted: true, Message: message}, nil
	case testlibWrong, testlibUnexpectedEOF:
		return Outcome{Message: message}, nil
	case testlibPresentation, testlibDirt:
		return Outcome{Message: strings.TrimSuffix("presentation error: "+message, ": ")}, nil
	case testlibPoints:
		fields := strings.Fields(message)
		if len(fields) < 2 || fields[0] != "points" {
			return Outcome{}, r.fault(`exited with %d (points) but did not print "points <number>"`, testlibPoints)
		}
		points, ok := finite(fields[1])
		if !ok {
			return Outcome{}, r.fault("gave %.40q points (want a number)", fields[1])
		}
		return Outcome{Accepted: points > 0, Score: &points, Message: message}, nil
	case testlibFail:
		return Outcome{}, r.fault("exited with %d (it, the answer or the input is faulty)", testlibFail)
	}
	return Outcome{}, r.fault("exited with %d (want 0, 1, 2, 3, 7 or 8)", r.exit)
}
