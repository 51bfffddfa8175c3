// Package exchange converts problems between grundy and other judges. It exports self-contained packages in the
// ICPC format 2025-09, its legacy version and for DOMjudge, and problems for Polygon, Hydro and DMOJ. It imports packages of Polygon, CMS, Kattis, DOMjudge,
// AtCoder, Library Checker, sinol-make, DMOJ, Hydro, LightCPVerifier, rbx and oj.
//
// It knows how each format states a fact, and where the other one states it. It never drops anything silently:
// every key and every file of the source becomes part of the package or of its notes. Importers are here rather
// than among the loaders of package problem because they do not judge what they read: they write a package, with
// programs wrapped by scripts, that every judge of the format can use. The package runs nothing and calls a given
// compiler. It does not know whether a package is right; author.Verify does.
package exchange
