package workspace

import (
	"cmp"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Profiles choose the profile of a site; the zero value chooses that of the site of the problem's page.
type Profiles struct {
	// Chosen applies to every solution, Usual to those whose problem has no page at a known site.
	Chosen, Usual string
}

// ForPage returns the name of the profile for a problem whose page has an address, or "".
func (s Profiles) ForPage(address string) string {
	name := cmp.Or(s.Chosen, language.ProfileOf(address), s.Usual)
	if name == language.NoProfile {
		return ""
	}
	return name
}

// ChooseProfile has the solution judged by a profile, whatever else chooses one; "" changes nothing.
func (s *Solution) ChooseProfile(name string) { s.profiles.Chosen = cmp.Or(name, s.profiles.Chosen) }

// UseProfile sets the profile by which the solution is judged against a problem.
func (s *Solution) UseProfile(p *problem.Problem) {
	address := ""
	if p.Format == problem.Plain && len(p.Sources) > 0 {
		address = p.Sources[0]
	}
	s.Source.Profile = s.profiles.ForPage(address)
}

// profiled returns the problem with the limits of the profile's site where neither the problem nor the user sets them.
func (s *Solution) profiled(p *problem.Problem) *problem.Problem {
	site, found := language.FindProfile(s.Source.Profile)
	if !found || p.Format != problem.Plain {
		return p
	}
	limited := *p
	if site.Memory.Size > 0 && !p.Limits.MemoryStated && s.plain.Memory == 0 {
		limited.Limits.Memory = site.Memory.Size
	}
	limited.Limits.Code = cmp.Or(site.Code.Size, p.Limits.Code)
	return &limited
}
