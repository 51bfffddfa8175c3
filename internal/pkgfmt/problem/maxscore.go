package problem

// CaseMaximum returns the most that a case of the group may score, or its static validation. It is nil if that is
// unbounded or cases have no score.
func (g *Group) CaseMaximum(static bool) *float64 {
	validation := 0.0
	if g.StaticValidation != nil && g.StaticValidation.Score != nil {
		validation = *g.StaticValidation.Score
	}
	if static {
		return &validation
	}
	return g.Grading.CaseMaximum(len(g.Cases), validation)
}

// MaxScore returns the score of a group whose cases are all accepted with all points. It is nil if nothing in the group
// has points, if the score is unbounded, or if only a program of the package knows the maximum.
func (g *Group) MaxScore() *float64 {
	if most := g.most(); most != nil && *most > 0 {
		return most
	}
	return nil
}

// most is MaxScore with 0 for a group without points.
func (g *Group) most() *float64 {
	var parts []*float64
	if g.StaticValidation != nil {
		parts = append(parts, g.CaseMaximum(true))
	}
	for range g.Cases {
		parts = append(parts, g.CaseMaximum(false))
	}
	for _, child := range g.Groups {
		parts = append(parts, child.most())
	}
	return g.Grading.Maximum(parts)
}
