// Package stress looks for an input on which a solution fails. Many times a second, it makes an input with a
// generator, has the input validators check it, asks a reference solution for the answer and the problem's checker
// for a verdict, and stops at the first failure. The seed alone determines the input, so that a failure can be
// reproduced. The package also decides whether another input fails in the same way, which shrinking asks.
//
// It knows neither how programs are built and run, which is the task of the given executor, nor how an input is
// shrunk or kept as a test, nor what is shown.
package stress
