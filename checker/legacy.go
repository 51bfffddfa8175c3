package checker

// legacy is the output validator of the legacy package format. It is that of the present one, except that a score
// beside a rejection does not matter (legacy, section "Output Validators": a score is that of an accepted output).
var legacy = protocol{
	noun:       icpc.noun,
	arguments:  icpc.arguments,
	interactor: icpc.interactor,
	stdin:      icpc.stdin,
	feedback:   icpc.feedback,
	args:       icpc.args,
	interpret:  interpretLegacy,
}

func interpretLegacy(r report) (Verdict, error) {
	if r.exit != validatorRejects {
		return interpretICPC(r)
	}
	return r.word()
}
