package problem

import (
	"errors"

	"grundy/internal/base/hint"
)

// OwnJudge replaces how a problem judges by a program that a person names: a checker, or an interactor.
type OwnJudge struct {
	Output OutputJudge
	// Interactive reports that the program talks with submissions.
	Interactive bool
}

// JudgedBy returns a copy of the problem that is judged by a program of one's own; nil keeps that of the problem. The error
// reports an interactive problem without an interactor.
func (p *Problem) JudgedBy(own *OwnJudge) (*Problem, error) {
	judged := *p
	if own != nil {
		judged.Output = own.Output
		judged.Type.Interactive = judged.Type.Interactive || own.Interactive
	}
	if !judged.Type.Interactive || judged.Format != Plain {
		return &judged, nil
	}
	if len(judged.Output.Programs) == 0 {
		return nil, hint.With("name an interactor with --interactor FILE, or as interactor in plain.yaml; grundy run lets you talk with the solution",
			errors.New("interactive problem, and the page has no interactor"))
	}
	judged.Data = withoutWanted(p.Data)
	return &judged, nil
}

// withoutWanted returns a copy of a group whose cases need no answers.
func withoutWanted(g *Group) *Group {
	copied := *g
	copied.Groups, copied.Cases = nil, nil
	for _, child := range g.Groups {
		copied.Groups = append(copied.Groups, withoutWanted(child))
	}
	for _, tc := range g.Cases {
		answered := *tc
		answered.AnswerWanted = ""
		copied.Cases = append(copied.Cases, &answered)
	}
	return &copied
}
