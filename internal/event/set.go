package event

import "slices"

// SetOutcome ends the work of a command on several packages, one after the other.
type SetOutcome struct {
	Set string `json:"set"`
	// Packages are those of the set, in its order.
	Packages []PackageOutcome `json:"packages"`
}

func (s SetOutcome) derived() any { return success{s.OK()} }

// OK reports whether all went well for every package that was not skipped.
func (s SetOutcome) OK() bool {
	return !slices.ContainsFunc(s.Packages, func(p PackageOutcome) bool { return !p.OK && !p.Skipped })
}

// PackageOutcome is how the work on a package of a set ended. Its own events have the details.
type PackageOutcome struct {
	Problem string `json:"problem"`
	Label   string `json:"label,omitempty"` // in the contest: "A"
	OK      bool   `json:"ok"`
	// Skipped reports that the command has nothing to do for the package. Reason says why there is no result, and Help
	// is the remedy.
	Skipped bool   `json:"skipped,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Help    string `json:"help,omitempty"`
}

// Kind returns "set_outcome".
func (SetOutcome) Kind() string { return "set_outcome" }
