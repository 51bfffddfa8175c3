package verdict

import "testing"

func TestVerdictText(t *testing.T) {
	for v := None; v <= JE; v++ {
		text, err := v.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got Verdict
		if err := got.UnmarshalText(text); err != nil || got != v {
			t.Errorf("%q reads back as %v, %v", text, got, err)
		}
		if v.Words() == "" {
			t.Errorf("%q has no words", text)
		}
	}
	if got, err := Parse("IE"); got != ILE || err != nil {
		t.Errorf("the word of earlier versions: got %v, %v, want ILE", got, err)
	}
	if _, err := Parse("OK"); err == nil {
		t.Error(`Parse("OK"): want an error`)
	}
}
