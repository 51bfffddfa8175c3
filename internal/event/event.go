package event

// Event is one step of something that a person follows.
//
// A judgement is Plan, Compile, Start, Test or Done, in this order for each submission. Start and Test come once for each
// case that is run; Test comes in judging order, Start as soon as it happens.
//
// Of a verification the checks of the data come first, one DataChecked each; then each submission has its Running events
// and one SubmissionChecked; LimitChecked, KillsChecked and Verified come last.
//
// Measuring a time limit is Measuring while it lasts, then Measured for each bound, and LimitsFound.
//
// A search for a failing input is Stress, then StressProgress as often as was asked for, then Finding when something
// failed, Shrinking likewise and Shrunk when it was made smaller, Kept when it was written somewhere, and Stressed.
//
// A run of mutants is MutationStarted, Mutants, a MutantJudged for each as they end, and Mutated.
//
// Generating is Generating, a CaseMade for each case in any order, and Generated.
type Event interface{ event() }
