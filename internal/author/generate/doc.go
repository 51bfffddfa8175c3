// Package generate fills data/ by the rules of generators.yaml. It makes each case in the sandbox, caches it by
// the content of everything that the case depends on, and writes to the package only when all cases are made, so
// that a failure leaves data/ as it was.
//
// It knows what a case is made from, when it must be refused, and which files of data/ it may replace: those in
// the package's record that have not been edited since. It knows neither YAML nor how progress is shown.
//
// Cases that a package does not ship are made when they are needed:
package generate
