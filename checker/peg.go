package checker

// peg is the dialect of the PEG judge as DMOJ calls it: "answer output input". Exit code 0 accepts and 1 rejects.
var peg = protocol{
	noun:      "checker",
	arguments: func(f files) []string { return []string{f.answer, f.output, f.input} },
	interpret: func(r report) (Verdict, error) {
		if r.exit != 0 && r.exit != 1 {
			return Verdict{}, r.fault("exited with %d (want 0 or 1)", r.exit)
		}
		return Verdict{Accepted: r.exit == 0, Message: r.words()}, nil
	},
}
