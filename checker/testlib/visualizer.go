package testlib

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Visualizer is one call of a program that draws: a test case, or what a submission printed on it.
type Visualizer struct {
	// Input and Answer are the judge's own files.
	Input, Answer *Tokens
	// Output is what the submission printed, whether or not it is right; nil where the case is drawn.
	Output *Tokens
	// Args are the arguments after the files (input_visualizer_args, output_visualizer_args).
	Args []string
	// Feedback is the folder in which the output validator may have left what is to be drawn, "" where the case is drawn.
	Feedback string
}

// DrawCase is the main function of an input visualizer: draw gives an SVG drawing of the case.
func DrawCase(draw func(v *Visualizer) string) {
	os.Exit(visualize(os.Args[1:], false, draw))
}

// DrawOutput is the main function of an output visualizer: draw gives an SVG drawing of the output.
func DrawOutput(draw func(v *Visualizer) string) {
	os.Exit(visualize(os.Args[1:], true, draw))
}

// Fail ends the program without a drawing.
func (v *Visualizer) Fail(format string, args ...any) { fail(format, args...) }

// visualize writes the drawing to where it belongs (ICPC problem package format, "Output Visualizer"; of test cases as BAPCtools has it)
// and returns the exit code.
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
