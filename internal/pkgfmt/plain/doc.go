// Package plain loads problems that are not packages: directories of inputs and answers, samples beside a source file,
// and the .prob files of CPH, a collector of problem pages. It knows nothing of problem.yaml, validators or
// submissions.
//
// It recognizes these layouts:
//
//	1.in 1.ans, 1.in 1.out           also as sample-1.in sample-1.out, and below test/ as oj keeps them
//	input00.txt output00.txt
//	01 01.a                          Polygon
//	in/1.txt out/1.txt               also input/ and output/, and *.in with *.out or *.ans in them
//	input/input0.txt output/output0.txt
//
// They may be in capitals: SUM.INP SUM.OUT. Any other is given as a pattern of oj: "%e/case_%s.txt". Cases with "sample"
// in their name come first.
// Limits are 2 s of CPU, 256 MiB of memory and 64 MiB of output, unless the person says otherwise, or the folder does in a
// file plain.yaml (Settings).
package plain
