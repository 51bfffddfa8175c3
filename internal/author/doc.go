// Package author implements what the author of a problem asks for. Verify checks a package against itself: it runs
// the validators over all data, the checker on nonsense, and the submissions on all cases against their expected
// verdicts, and it compares the time limit with the slowest and fastest submissions. FindLimits measures that
// limit; WriteTimeLimit writes it. The package knows neither how a submission is judged nor how findings are
// shown: it asks a Judger and a Validator, and emits events.
package author
