package runner

import "grundy/internal/cache"

// Key names what a validator is made of, for results that depend on it.
func (v *Validator) Key() cache.Key {
	if v.script != nil {
		return v.script.key
	}
	return v.program.Key
}

// Key names what a contestant is made of, for results that depend on it; "" for a submitted answer.
func (c *Contestant) Key() cache.Key {
	if c.contest.program == nil {
		return ""
	}
	return c.contest.program.Key
}
