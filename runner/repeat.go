package runner

import (
	"context"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// repeat has the package's programs judge the same again, as often as requested, and records the first result that
// differs: a checker judges the same output, while an interactor or a multi-pass checker judges another run of the
// submission. A run that ended by a limit or a crash of the submission reveals nothing about them.
func (sub *Submission) repeat(ctx context.Context, s *slot, tc *problem.Case, first *attempt) error {
	if len(sub.checkers) == 0 || !first.hasCheckerVerdict() {
		return nil
	}
	whole := sub.problem.Type.Interactive || sub.problem.Type.MultiPass
	for range sub.options.Repeat - 1 {
		again := sub.newAttempt(tc)
		err := s.forget()
		switch {
		case err != nil:
		case whole:
			err = sub.passes(ctx, s, tc, &again)
		default:
			err = sub.check(ctx, s, tc, tc.Input, &again)
		}
		if cancelled := context.Cause(ctx); cancelled != nil {
			return cancelled
		}
		if err != nil {
			again.fail(err)
		}
		if !again.hasCheckerVerdict() {
			continue
		}
		if first.Disagreement = disagreement(first, &again, whole); first.Disagreement != nil {
			return nil
		}
	}
	return nil
}

// hasCheckerVerdict reports whether the attempt ended with a result of the checker, or with the checker's failure to give one.
func (a *attempt) hasCheckerVerdict() bool {
	return a.Verdict == verdict.AC || a.Verdict == verdict.WA || a.Verdict == verdict.JE
}

func (a *attempt) checkerVerdict() event.CheckerVerdict {
	w := event.CheckerVerdict{Verdict: a.Verdict, Score: a.outcome.Score, Message: a.Message}
	if w.Score == nil {
		w.Score = a.outcome.Multiplier
	}
	if a.TeamMessage != "" {
		w.Message = strings.TrimPrefix(w.Message+"\n"+a.TeamMessage, "\n")
	}
	if a.Verdict == verdict.JE {
		w.Message = a.Reason
	}
	return w
}

// disagreement compares two attempts at the same case. whole says that the submission ran each time.
func disagreement(a, b *attempt, whole bool) *event.Disagreement {
	found := event.Disagreement{By: event.FromChecker, First: a.checkerVerdict(), Second: b.checkerVerdict()}
	if whole {
		found.By = event.FromInteractor
	}
	by, first, second := firstDifference(a.Transcript, b.Transcript)
	if by != "" {
		found.By, found.First.Line, found.Second.Line = by, first, second
	}
	if by == "" && sameVerdict(found.First, found.Second) {
		return nil
	}
	return &found
}

func sameVerdict(a, b event.CheckerVerdict) bool {
	sameScore := (a.Score == nil) == (b.Score == nil) && (a.Score == nil || *a.Score == *b.Score)
	return a.Verdict == b.Verdict && a.Message == b.Message && sameScore
}

// firstDifference finds where two dialogues diverge: the side that first says something else, and its line in each dialogue.
// It returns "" if neither side does. The order in which the sides speak is chance as long as one does not wait for
// the other, and what follows the end of one dialogue reveals nothing.
func firstDifference(a, b []event.Exchange) (by event.Party, first, second string) {
	at := len(a) // the exchange of a where the two diverge
	for _, party := range []event.Party{event.FromInteractor, event.FromSubmission} {
		saidA, saidB := saidBy(a, party), saidBy(b, party)
		i := 0
		for i < min(len(saidA), len(saidB)) && saidA[i] == saidB[i] {
			i++
		}
		if i == min(len(saidA), len(saidB)) {
			continue
		}
		if exchange := exchangeAt(a, party, i); exchange < at {
			at, by, first, second = exchange, party, lineAt(saidA, i), lineAt(saidB, i)
		}
	}
	return by, first, second
}

// saidBy returns what one side said, up to where a long transcript was cut.
func saidBy(list []event.Exchange, party event.Party) string {
	var said strings.Builder
	for _, e := range list {
		if strings.HasPrefix(e.Text, omission) {
			break
		}
		if e.From == party {
			said.WriteString(e.Text)
		}
	}
	return said.String()
}

// exchangeAt returns the index of the exchange that contains the given byte of one side's text.
func exchangeAt(list []event.Exchange, party event.Party, i int) int {
	return slices.IndexFunc(list, func(e event.Exchange) bool {
		if e.From != party {
			return false
		}
		i -= len(e.Text)
		return i < 0
	})
}

// lineAt returns the line that contains the given byte of a text, bounded.
func lineAt(text string, i int) string {
	from := strings.LastIndexByte(text[:i], '\n') + 1
	return firstLine(text[from:])
}
