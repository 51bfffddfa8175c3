package runner

import (
	"grundy/internal/judge/language"
	"grundy/internal/store/cache"
)

// Key identifies the validator's build, for results that depend on it.
func (v *Validator) Key() cache.Key {
	if v.script != nil {
		return v.script.key
	}
	return v.program.Key
}

// Placed reports whether the validator asks for the test set and the group of a case.
func (v *Validator) Placed() bool { return v.placed }

// Program returns the built program, or nil for a submitted answer.
func (sub *Submission) Program() *language.Program { return sub.program }

// Key identifies the submission's build, for results that depend on it. It is "" for a submitted answer.
func (sub *Submission) Key() cache.Key {
	if sub.program == nil {
		return ""
	}
	return sub.program.Key
}
