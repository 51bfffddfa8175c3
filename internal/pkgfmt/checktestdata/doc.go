// Package checktestdata interprets Checktestdata, the language in which many problem packages describe their
// inputs (files that end in .ctd). Parse reads a program. Run runs it over a stream of data, which the program
// accepts or rejects. It keeps only the data that the program puts into variables and the input of the current
// regular expression.
//
// The language is that of DOMjudge's specification as of 2026 (format-spec.md and regex-spec.md). Where the
// specification is silent, the package follows the original program:
//
//   - && and || have the same precedence, from the left, and ! applies to everything up to the closing bracket;
//   - -2^2 is -4 and 2^3^2 is 64; integers are divided towards zero;
//   - numbers in the data have no leading zeros, neither in front nor in the exponent;
//   - text is made of bytes: STRLEN counts them, and a dot or a set of a regular expression matches one.
//
// It differs in these points: UNIQUE is a test like any other, so that !UNIQUE(a) is possible; floats are exact up
// to 4096 bits and from then on rounded to 1024; a program's resources are bounded, see Limits. Regular
// expressions formerly followed POSIX and later ECMAScript. This package accepts only today's subset: it rejects
// an anchor, a class like [:digit:] and a ] that opens a set with an error that names them, instead of giving them
// another meaning.
//
// The package does not generate data, and white space is never optional.
//
// The package knows neither problem packages nor how a validator's result is reported.
package checktestdata

// Ext is the file name extension of Checktestdata programs.
const Ext = ".ctd"
