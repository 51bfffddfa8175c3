// Package icpc loads packages of the ICPC/Kattis problem package format: version 2025-09, and the older legacy and
// legacy-icpc.
//
// It knows the format's files, keys, defaults and rules, and reports every fault with its place and a remedy. It does
// not run anything: whether validators build, submissions meet their expectations, or a time limit can be inferred is
// for others to find out. Kattis' "output validator" is the rest of the program's "checker".
package icpc
