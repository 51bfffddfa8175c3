package play_test

import (
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games/play"
)

func TestTheory(t *testing.T) {
	const nim, nimduel = "49da0f6c-e3fa-4be0-91aa-a15fc7bdacde", "8152979a-4dcf-4a9e-9de8-a5078d3c24bd"
	theory := play.Theory{}
	for uuid, want := range map[string]string{nim: nimduel, nimduel: nimduel, "x": ""} {
		if got := theory.Duel(uuid); got != want {
			t.Errorf("the duel of %s is %q, want %q", uuid, got, want)
		}
	}
	lost := event.Test{Verdict: verdict.WA, Transcript: []event.Exchange{
		{From: event.FromInteractor, Text: "2\n3 1\n"}, {From: event.FromSubmission, Text: "FIRST\n1 1\n"}, {From: event.FromInteractor, Text: "1 1\n"},
	}}
	got := theory.Explain(nimduel, lost, "2\n3 1\n", "")
	if got == nil || got.Played != "1 1" || got.Winning != "1 2" || got.Input != "2\n3 1\n" || len(got.Said) != 1 || got.Said[0] != "FIRST" {
		t.Errorf("a lost game: got %+v", got)
	}
	late := lost
	late.Verdict = verdict.TLE
	if got := theory.Explain(nimduel, late, "2\n3 1\n", ""); got != nil {
		t.Errorf("a game that was too slow: got %+v", got)
	}
	if got = theory.Explain(nim, event.Test{Verdict: verdict.WA}, "2\n1 3\n", "FIRST 2 1\n"); got == nil || got.Played != "" || got.Why == "" || got.Input != "2\n1 3\n" {
		t.Errorf("a position to be judged: got %+v", got)
	}
	if got := theory.Explain("x", lost, "2\n3 1\n", ""); got != nil {
		t.Errorf("an unknown game: got %+v", got)
	}
}
