package event

import "time"

// KillSearch starts the search for inputs that kill survivors of a mutation.
type KillSearch struct {
	Problem   string `json:"problem"`
	Solution  string `json:"solution"`
	Survivors int    `json:"survivors"`
	// Small counts the valid inputs up to Bound: all of them that have the layout of a known one. Varied counts others that
	// resemble known ones, Generated the inputs of the first seeds, and Large some that are as large as the validators
	// allow. Every survivor runs on all of these. Without a bound, no input is known to be small and valid.
	Small     int `json:"small_inputs"`
	Bound     int `json:"bound,omitempty"`
	Varied    int `json:"varied_inputs"`
	Generated int `json:"generated_inputs"`
	Large     int `json:"large_inputs"`
	// Generators are the commands that continue, for Time per survivor.
	Generators []string      `json:"generators,omitempty"`
	Time       time.Duration `json:"kill_seconds" event:"was hunt_seconds"`
}

// KillSearchResult is the result for a survivor. If a new input killed it, a Counterexample comes first, with a Shrunk if the input was
// shrunk, and an Added if it became a test case.
type KillSearchResult struct {
	// Result is the result of the mutant, with the verdict on the input that killed it. Case is the test case that the
	// input became.
	Result MutantResult `json:",inline"`
	// FoundFor is the mutant for which the input was found; "" if it was found for this one.
	FoundFor string `json:"found_for_mutant,omitempty" event:"was found_for"`
	// Equal is the bound up to which no input distinguishes the mutant from the original; 0 if it was killed or nothing
	// is known.
	Equal int `json:"equal_up_to,omitempty"`
	// Tried counts the inputs that did not kill it.
	Tried int64 `json:"tried"`
	// Refused says why the input did not become a test case as requested.
	Refused string `json:"refused,omitempty"`
	Count   int    `json:"count"`
	Total   int    `json:"total"`
}

// KillSearchDone ends the search.
type KillSearchDone struct {
	Problem   string `json:"problem"`
	Solution  string `json:"solution"`
	Survivors int    `json:"survivors"`
	Killed    int    `json:"killed"`
	// Inputs counts those that killed mutants, Added those of them that became test cases.
	Inputs int `json:"inputs"`
	Added  int `json:"added"`
	// Covered counts the survivors that added test cases kill.
	Covered     int  `json:"covered"`
	Interrupted bool `json:"interrupted"`
}

func (h KillSearchDone) derived() any { return success{h.Covered == h.Survivors && !h.Interrupted} }

// Kind returns "kill_search".
func (KillSearch) Kind() string { return "kill_search" }

// Kind returns "kill_search_result".
func (KillSearchResult) Kind() string { return "kill_search_result" }

// Kind returns "kill_search_done".
func (KillSearchDone) Kind() string { return "kill_search_done" }
