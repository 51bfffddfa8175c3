package sitelog

import (
	"strings"
	"unicode"

	"grundy/internal/base/verdict"
)

// Verdict is the judgement of a site.
type Verdict struct {
	// Word is the verdict as the site writes it; "" if it gave none.
	Word string
	// Is is what it means: JE if the site could not judge, None if it is unknown, or if all that is known is that the
	// submission was Rejected.
	Is       verdict.Verdict
	Rejected bool
}

// IsKnown reports whether the site judged the submission, in a known word.
func (v Verdict) IsKnown() bool { return v.Rejected || v.Is != verdict.None && v.Is != verdict.JE }

// Agrees reports whether a verdict of this judge means the same. A site that only rejects agrees with each failure, and one
// that does not tell idleness apart calls it too slow.
func (v Verdict) Agrees(other verdict.Verdict) bool {
	switch {
	case v.Rejected:
		return other != verdict.AC
	case v.Is == verdict.TLE && other == verdict.ILE:
		return true
	}
	return v.Is == other
}

// words are the verdicts by their names in capitals without blanks: those of the CCS specification ("Judgement types"), of
// DOMjudge, Kattis and PC², and what others call them.
var words = map[verdict.Verdict]string{
	verdict.AC:  "AC ACCEPTED CORRECT YES OK APE ACCEPTEDPRESENTATIONERROR SOLVED",
	verdict.WA:  "WA WRONGANSWER INCORRECTOUTPUT PE PRESENTATIONERROR OUTPUTFORMATERROR OFE IOF EO EXCESSIVEOUTPUT IO INCOMPLETEOUTPUT",
	verdict.TLE: "TLE TIMELIMIT TIMELIMITEXCEEDED TL WTL WALLCLOCKTIMELIMITEXCEEDED TCO TWA TPE TEO TIO TNO",
	verdict.RTE: "RTE RUNERROR RUNTIMEERROR RE RT RCO RWA RPE REO RIO RNO SV SECURITYVIOLATION IF ILLEGALFUNCTION RESTRICTEDFUNCTION",
	verdict.MLE: "MLE MEMORYLIMIT MEMORYLIMITEXCEEDED ML",
	verdict.OLE: "OLE OUTPUTLIMIT OUTPUTLIMITEXCEEDED",
	verdict.ILE: "ILE IDLENESSLIMIT IDLENESSLIMITEXCEEDED",
	verdict.CE:  "CE COMPILEERROR COMPILERERROR COMPILATIONERROR CTL COMPILETIMELIMITEXCEEDED",
	verdict.JE:  "JE JUDGEERROR JUDGINGERROR SE SUBMISSIONERROR CS CONTACTSTAFF OTHER",
}

// rejections say only that a submission is not accepted. DOMjudge calls NO a lack of output, which may be a wrong answer.
const rejections = "NO REJECTED INCORRECT NOOUTPUT NOTACCEPTED"

// ParseVerdict understands what a site calls a verdict. Case, blanks and punctuation do not matter, and neither does the "No - " of
// PC² before the reason.
func ParseVerdict(word string) Verdict {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, word)
	parsed := Verdict{Word: strings.TrimSpace(word)}
	if contains(rejections, plain) {
		parsed.Rejected = true
		return parsed
	}
	reason := ""
	if before, _, found := strings.Cut(parsed.Word, " "); found && strings.EqualFold(before, "no") {
		reason = plain[len("NO"):]
	}
	for is, names := range words {
		if contains(names, plain) || contains(names, reason) {
			parsed.Is = is
		}
	}
	return parsed
}

// contains reports whether one of some words is the given one.
func contains(list, word string) bool {
	return word != "" && strings.Contains(" "+list+" ", " "+word+" ")
}
