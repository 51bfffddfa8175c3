package statement

import (
	"strings"

	"grundy/internal/ui/terminal"
)

// Sample is a sample of a statement: input and answer, or the exchange of an interactive problem.
type Sample struct {
	Name          string // "1"
	Input, Answer string
	// Interaction has a line for each message: ">" before the submission's, "<" before the judge's, "---" between
	// passes. If it is not empty, it is shown instead of input and answer.
	Interaction string
}

// someSamples shows the next sample, or all remaining ones.
func (l *layout) someSamples(all bool, width int) []string {
	var lines []string
	for i, s := range l.take(all) {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, l.sample(s, width)...)
	}
	return lines
}

func (l *layout) sample(s Sample, width int) []string {
	title := l.pen.Draw(terminal.Strong, "Sample "+terminal.Line(s.Name))
	if s.Interaction != "" {
		return append([]string{title}, l.interaction(s.Interaction, width)...)
	}
	input, answer := dataLines(s.Input), dataLines(s.Answer)
	left, right := longest(input, len("Input")), longest(answer, len("Output"))
	faint := func(text string) string { return l.pen.Draw(terminal.Faint, text) }
	if 2+left+len(" │ ")+right > width {
		lines := append([]string{title, "  " + faint("Input")}, l.data(input, "  ", terminal.Plain, width)...)
		lines = append(lines, "  "+faint("Output"))
		return append(lines, l.data(answer, "  ", terminal.Plain, width)...)
	}
	lines := []string{title, "  " + terminal.Pad(faint("Input"), left) + " " + faint("│") + " " + faint("Output")}
	for i := range max(len(input), len(answer)) {
		line := "  " + terminal.Pad(at(input, i), left) + " " + faint("│") + " " + at(answer, i)
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

func (l *layout) interaction(text string, width int) []string {
	lines := []string{"  " + l.pen.Draw(terminal.Faint, "judge →  yours ←")}
	for _, m := range messages(text) {
		switch m.by {
		case judge:
			lines = append(lines, l.message(l.pen.Draw(terminal.Note, "→ "), m.text, width)...)
		case submission:
			lines = append(lines, l.message(l.pen.Draw(terminal.Strong, "← "), m.text, width)...)
		case nobody:
			lines = append(lines, "  "+l.pen.Draw(terminal.Faint, m.text))
		}
	}
	return lines
}

// message writes a message behind the arrow that tells who wrote it.
func (l *layout) message(arrow, text string, width int) []string {
	const indent = "    "
	rows := l.data([]string{text}, indent, terminal.Plain, width)
	rows[0] = strings.TrimRight("  "+arrow+strings.TrimPrefix(rows[0], indent), " ")
	return rows
}

// speaker is the author of a line of an interaction.
type speaker int

const (
	nobody speaker = iota // usually a divider between passes
	judge
	submission
)

// message is a line of an interaction.
type message struct {
	by   speaker
	text string
}

// endsPass reports whether the message is the divider between two passes.
func (m message) endsPass() bool { return m.by == nobody && m.text == "---" }

// messages parses the interaction of a Sample.
func messages(interaction string) []message {
	var all []message
	for _, line := range dataLines(interaction) {
		switch {
		case strings.HasPrefix(line, "<"):
			all = append(all, message{judge, line[1:]})
		case strings.HasPrefix(line, ">"):
			all = append(all, message{submission, line[1:]})
		default:
			all = append(all, message{nobody, line})
		}
	}
	return all
}

// dataLines returns the lines of a file in displayable form.
func dataLines(data string) []string {
	data = strings.TrimSuffix(terminal.Text(data), "\n")
	if data == "" {
		return nil
	}
	return strings.Split(data, "\n")
}

func longest(lines []string, least int) int {
	for _, line := range lines {
		least = max(least, terminal.Width(line))
	}
	return least
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
