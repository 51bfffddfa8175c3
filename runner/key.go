package runner

import (
	"grundy/internal/judge/language"
	"grundy/internal/store/cache"
)

// Key names what a validator is made of, for results that depend on it.
func (v *Validator) Key() cache.Key {
	if v.script != nil {
		return v.script.key
	}
	return v.program.Key
}

// Placed reports whether the validator asks for the test set and the group of a case.
func (v *Validator) Placed() bool { return v.placed }

// Program is what was built, nil for a submitted answer.
func (sub *Submission) Program() *language.Program { return sub.program }

// Key names what a submission is made of, for results that depend on it; "" for a submitted answer.
func (sub *Submission) Key() cache.Key {
	if sub.program == nil {
		return ""
	}
	return sub.program.Key
}
