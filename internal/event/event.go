package event

// Event is one step of something that a user follows.
//
// A run of a command is a Begin, what happens, and an End. A Diagnostic comes whenever a package is opened that has one, and a LeftOut
// before the judgements that lack test cases.
//
// Saved precedes a judgement that starts because the user saved the solution. It may also end the previous one, whose
// Done is interrupted then.
//
// A judgement is Plan, Compile, Start, Test or Done, in this order for each submission. Start and Test come once for
// each case that is run; Test comes in judging order, Start as soon as it happens. A Growth may come before Done.
//
// A verification is Verifying, then the checks of the data, one DataChecked each; then each submission has its Running
// events and one SubmissionChecked; LimitChecked, CatchesChecked and Verified come last. After those of several packages,
// a Verifying, the DataChecked and a SetVerified describe the packages as a set.
//
// Measuring a time limit is Measuring while it lasts, then Measured for each bound, and LimitsFound.
//
// A search for a failing input is Stress, then StressProgress while it lasts, then Counterexample if something failed,
// Shrinking while it lasts and Shrunk if the input was shrunk, Kept if it was written to a file, Explanation if more is
// known about the reason, and Stressed.
//
// A run of mutants is MutationStarted, Mutants, a MutantJudged for each as they end, and Mutated. With a search for
// killing inputs, Hunting, a Hunted for each survivor, after its Counterexample, Shrunk and Added, and KillSearchDone follow.
//
// Generating is Generating, a CaseMade for each case in any order, and Generated. Changing the cases of a package is
// Added or Changed.
//
// Importing and exporting packages, and writing a statement, is a Note for everything that the file lacks, and Written.
//
// A command that receives problems emits a Listening, and a Received for each problem.
type Event interface {
	// Kind is the event's name in the stream.
	Kind() string
}

// Sink takes the events of a stream, one at a time.
type Sink interface {
	Event(e Event)
	// Close ends the stream and returns the first error of the sink.
	Close() error
}

// kinds contains one event of each kind.
func kinds() []Event {
	return []Event{
		Begin{},
		Saved{},
		End{},
		Diagnostic{},
		LeftOut{},
		Plan{},
		Preparing{},
		Printed{},
		Compile{},
		Start{},
		Test{},
		GroupDone{},
		Growth{},
		Done{},
		Attempt{},
		NextStep{},
		Verifying{},
		DataChecked{},
		BoundsCompared{},
		Running{},
		SubmissionChecked{},
		LimitChecked{},
		CatchesChecked{},
		Verified{},
		SetVerified{},
		SetOutcome{},
		Comparing{},
		Compared{},
		Comparison{},
		Measuring{},
		Measured{},
		LimitsFound{},
		SafetyReport{},
		Stress{},
		StressProgress{},
		Counterexample{},
		Shrinking{},
		Shrunk{},
		Explanation{},
		Kept{},
		Stressed{},
		MutationStarted{},
		Mutants{},
		MutantJudged{},
		Mutated{},
		KillSearch{},
		KillSearchResult{},
		KillSearchDone{},
		Generating{},
		CaseMade{},
		Generated{},
		Added{},
		Changed{},
		Listening{},
		Received{},
		Note{},
		Written{},
	}
}
