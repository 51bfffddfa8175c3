// Package cases makes the test cases of problem packages: those that generators.yaml describes, and single ones that
// users found.
//
// Packages internal/author/generate and internal/author/edit change the packages. This package does not know how cases
// are judged.
package cases
