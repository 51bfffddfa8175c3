package testlib

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Visualizer is one call of a program that draws a test case, or a submission's output on it.
type Visualizer struct {
	// Input and Answer are the judge's own files.
	Input, Answer *Tokens
	// Output is the submission's output, right or wrong. It is nil when a case is drawn.
	Output *Tokens
	// Args are the arguments after the files (input_visualizer_args, output_visualizer_args).
	Args []string
	// Feedback is the directory in which the output validator may have left data to draw. It is "" when a case is
	// drawn.
	Feedback string
}

// DrawCase is the main function of an input visualizer: draw returns an SVG drawing of the case.
func DrawCase(draw func(v *Visualizer) string) {
	os.Exit(visualize(os.Args[1:], false, draw))
}

// DrawOutput is the main function of an output visualizer: draw returns an SVG drawing of the output.
func DrawOutput(draw func(v *Visualizer) string) {
	os.Exit(visualize(os.Args[1:], true, draw))
}

// Fail ends the program without a drawing.
func (v *Visualizer) Fail(format string, args ...any) { fail(format, args...) }

// visualize writes the drawing to its file and returns the exit code (ICPC problem package format, "Output
// Visualizer"; for test cases as in BAPCtools).
func visualize(args []string, ofOutput bool, draw func(v *Visualizer) string) int {
	end := conclude(func() {
		v := &Visualizer{}
		usage, files, picture := "VISUALIZER INPUT ANSWER [ARG]...", 2, "testcase.svg"
		if ofOutput {
			usage, files = "VISUALIZER INPUT ANSWER FEEDBACK_FOLDER [ARG]... < OUTPUT", 3
			v.Output = newTokens("output", os.Stdin, fail)
		}
		if len(args) < files {
			fail("usage: %s", usage)
		}
		if v.Args = args[files:]; ofOutput {
			v.Feedback = args[2]
			picture = filepath.Join(v.Feedback, "judgeimage.svg")
		}
		var closeInput, closeAnswer func() error
		v.Input, closeInput = openTokens("input", args[0])
		v.Answer, closeAnswer = openTokens("answer", args[1])
		drawn := draw(v)
		if err := errors.Join(closeInput(), closeAnswer(), os.WriteFile(picture, []byte(drawn), 0o666)); err != nil {
			fail("write the picture: %v", err)
		}
	})
	if end.message != "" {
		fmt.Fprintln(os.Stderr, end.message)
	}
	if end.exit == exitAccepted {
		return 0
	}
	return end.exit
}
