// Package checktestdata interprets Checktestdata, the language in which many problem packages describe what their inputs
// look like (files that end in .ctd). A program is read by Parse and run over a stream of data, which it accepts or
// refuses; nothing of the data is kept but what the program puts into variables and what a regular expression looks at.
//
// The language is that of DOMjudge's specification as of 2026 (format-spec.md and regex-spec.md). Where that is silent the
// package does as the original program does:
//
//   - && and || bind alike, from the left, and ! takes in everything up to the closing bracket;
//   - -2^2 is -4 and 2^3^2 is 64; integers are divided towards zero;
//   - numbers in the data have no leading zeros, neither in front nor in the exponent;
//   - text is made of bytes: STRLEN counts them, and a dot or a set of a regular expression matches one.
//
// It differs in these points: UNIQUE is a test like any other, so that !UNIQUE(a) is possible; floats are exact up to 4096
// bits and from then on rounded to 1024; what a program can spend is bounded, see Limits. Of regular expressions, which
// formerly followed POSIX and later ECMAScript, today's subset alone is understood; an anchor, a class like [:digit:] and
// a ] that opens a set are refused by name instead of meaning something else.
//
// Data is not generated, and white space is never optional.
//
//	program, err := checktestdata.Parse([]byte("INT(1, 100, n) NEWLINE REP(n, SPACE) INT(0, 9) END NEWLINE"))
//	…
//	err = program.Run(ctx, strings.NewReader("2\n5 10\n"), checktestdata.Limits{})
//	fmt.Println(err)
//	// line 2, column 3: want an integer from 0 to 9, found 10 (INT, program line 1, column 38)
//
// The package does not know packages of problems, nor how a validator's word is reported.
package checktestdata

// Ext is the ending of the names of Checktestdata programs.
const Ext = ".ctd"
