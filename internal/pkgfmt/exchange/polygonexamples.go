package exchange

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// example is a sample as a statement shows it; authors may replace the test's own texts.
type example struct{ Input, Output string }

// findExamples reads the examples of a statement: example.01 with example.01.a beside the sections, else those that
// Polygon rendered. The first statement that has some decides.
func (pi *polygonImport) findExamples(folder, language string) error {
	found := map[int]example{}
	for _, from := range []string{folder, "statements/" + language} {
		for _, name := range pi.tree.in(from) {
			digits, isExample := strings.CutPrefix(path.Base(name), "example.")
			number, err := strconv.Atoi(digits)
			if !isExample || err != nil || found[number] != (example{}) || !pi.tree.has(name+".a") {
				continue
			}
			input, err := pi.textOf(name)
			if err != nil {
				return err
			}
			output, err := pi.textOf(name + ".a")
			if err != nil {
				return err
			}
			found[number] = example{input, output}
		}
	}
	if len(found) == 0 {
		properties, err := pi.properties("statements/" + language)
		if err != nil {
			return err
		}
		if properties != nil {
			for i, test := range properties.SampleTests {
				found[i+1] = example{strings.ReplaceAll(test.Input, "\r\n", "\n"), strings.ReplaceAll(test.Output, "\r\n", "\n")}
			}
		}
	}
	switch {
	case len(found) == 0:
	case pi.examples == nil:
		pi.examples = found
	case !maps.Equal(pi.examples, found):
		pi.note(folder, "its examples differ from those of another language, which are shown")
	}
	return nil
}

// shown returns what the statement shows instead of a sample's files. Of an interactive problem these are the
// interactor's, so they are never shown.
func (pi *polygonImport) shown(ts polygonTestset, c polygonCase, name string) (keys, error) {
	e, found := pi.exampleOf(ts, c)
	interactive := pi.about.Interactor != nil
	input, err := pi.textOf(c.input)
	if err != nil {
		return nil, err
	}
	answer, err := pi.textOf(c.answer)
	if err != nil {
		return nil, err
	}
	sameInput := sameText(e.Input, input)
	switch {
	case !interactive && (!found || c.input == "" || sameInput && (c.answer == "" || sameText(e.Output, answer))):
		return nil, nil
	case interactive && (!found || c.input == "" || sameInput):
		pi.note(c.input, "the statement shows nothing of the sample, since its files are the interactor's: write data/sample/%s.interaction", name)
		e = example{}
	case interactive:
		if conversation := e.conversation(); conversation != "" {
			return keys{{Key: "interaction", Value: conversation}}, nil
		}
	}
	return keys{{Key: "in.statement", Value: ended(e.Input)}, {Key: "ans.statement", Value: ended(e.Output)}}, nil
}

// exampleOf returns the example for a sample: they are numbered like the tests, or among themselves.
func (pi *polygonImport) exampleOf(ts polygonTestset, c polygonCase) (example, bool) {
	samples, position := 0, 0
	for i, test := range ts.Tests {
		if test.Sample {
			samples++
			if i+1 == c.number {
				position = samples
			}
		}
	}
	numbers := slices.Sorted(maps.Keys(pi.examples))
	if len(numbers) == samples {
		return pi.examples[numbers[position-1]], true
	}
	e, found := pi.examples[c.number]
	return e, found
}

// textOf reads a file of a sample, "" for none.
func (pi *polygonImport) textOf(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	text, err := pi.tree.read(name)
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}

// conversation merges both sides of an example, whose blank lines show whose turn it is. It returns "" if both speak
// in one line.
func (e example) conversation() string {
	read, written := strings.Split(e.Input, "\n"), strings.Split(e.Output, "\n")
	var text strings.Builder
	for i := range max(len(read), len(written)) {
		judge, submission := "", ""
		if i < len(read) {
			judge = strings.TrimSpace(read[i])
		}
		if i < len(written) {
			submission = strings.TrimSpace(written[i])
		}
		switch {
		case judge != "" && submission != "":
			return ""
		case judge != "":
			fmt.Fprintf(&text, "<%s\n", judge)
		case submission != "":
			fmt.Fprintf(&text, ">%s\n", submission)
		}
	}
	return text.String()
}

// sameText compares two texts but for white space at the ends of lines and of the text.
func sameText(a, b string) bool {
	lines := func(text string) string {
		var kept []string
		for line := range strings.SplitSeq(text, "\n") {
			kept = append(kept, strings.TrimRight(line, " \t\r"))
		}
		return strings.TrimRight(strings.Join(kept, "\n"), "\n")
	}
	return lines(a) == lines(b)
}

// ended ends a text in a newline.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
