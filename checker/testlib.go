package checker

import "strings"

// testlib is the dialect of Codeforces and Polygon: "input output answer". The exit code is the verdict; a message
// and partial points come on standard error.
var testlib = protocol{
	noun:       "checker",
	arguments:  func(f files) []string { return []string{f.input, f.output, f.answer} },
	interactor: func(f files) []string { return []string{f.input, f.output, f.answer} },
	interpret:  interpretTestlib,
}

// The default exit codes of testlib.
const (
	testlibOK            = 0
	testlibWrong         = 1
	testlibPresentation  = 2
	testlibFail          = 3
	testlibDirt          = 4
	testlibPoints        = 7
	testlibUnexpectedEOF = 8
)

func interpretTestlib(r report) (Verdict, error) {
	message := text(r.stderr)
	// A partial score of n per cent exits with n, which collides with the other codes: only the text distinguishes
	// them.
	if rest, found := strings.CutPrefix(message, "partially correct ("); found {
		word, _, _ := strings.Cut(rest, ")")
		part, err := proportion(word, 100)
		if err != nil {
			return Verdict{}, r.fault("%s", err)
		}
		return share(part, message), nil
	}
	switch r.exit {
	case testlibOK:
		return Verdict{Accepted: true, Message: message}, nil
	case testlibWrong, testlibUnexpectedEOF:
		return Verdict{Message: message}, nil
	case testlibPresentation, testlibDirt:
		return Verdict{Message: strings.TrimSuffix("presentation error: "+message, ": ")}, nil
	case testlibPoints:
		return r.points(message)
	case testlibFail:
		return Verdict{}, r.fault("exited with %d (it, the answer or the input is faulty)", testlibFail)
	}
	return Verdict{}, r.fault("exited with %d (want 0, 1, 2, 3, 7 or 8)", r.exit)
}

// points parses the output of quitp, "points 0.5 near", and of quitpi, "points points_info=7/10 near". On Codeforces
// a scorer turns the latter into points. Here it earns the points that it gives as a number, or nothing.
func (r report) points(message string) (Verdict, error) {
	fields := strings.Fields(message)
	if len(fields) < 2 || fields[0] != "points" {
		return Verdict{}, r.fault(`exited with %d (points) but did not print "points <number>"`, testlibPoints)
	}
	word, forScorer := strings.CutPrefix(fields[1], "points_info=")
	points, ok := finite(word)
	switch {
	case ok:
		return Verdict{Accepted: points > 0, Partial: points > 0, Score: &points, Message: message}, nil
	case forScorer:
		return Verdict{Message: message}, nil
	}
	return Verdict{}, r.fault("gave %.40q points (want a number)", word)
}
