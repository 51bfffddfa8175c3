package play

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/ui/terminal"
)

// TestTablesOfProblems gives every shipped interactive problem its table. The table must understand the judge's
// first lines in each sample conversation and survive any other text.
func TestTablesOfProblems(t *testing.T) {
	files, err := filepath.Glob("../../../problems/*/problem.yaml")
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "type: interactive") {
			continue
		}
		_, after, _ := strings.Cut(string(text), "\nuuid: ")
		uuid, _, _ := strings.Cut(after, "\n")
		newTable := TableOf(strings.TrimSpace(uuid))
		if newTable == nil {
			t.Errorf("%s: no table is registered for its uuid", file)
			continue
		}
		known++
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			samples, err := filepath.Glob(filepath.Join(filepath.Dir(file), "data", "sample", "*.interaction"))
			if err != nil || len(samples) == 0 {
				t.Fatalf("no sample conversation: %v", err)
			}
			for _, sample := range samples {
				followSample(t, newTable, sample)
			}
		})
	}
	if known != len(tables) {
		t.Errorf("%d interactive problems for %d tables", known, len(tables))
	}
}

// followSample replays a sample conversation. At each point the table is drawn, queried, asked for explanations
// and told nonsense, and must accept its own hint.
func followSample(t *testing.T, newTable func() Table, sample string) {
	text, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	table := newTable()
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "---") { // another pass of the conversation
			table = newTable()
			continue
		}
		take, speaker := table.Say, Player
		if line[0] == '<' {
			take, speaker = table.Hear, Judge
		}
		if got := table.Next(); got != speaker {
			t.Fatalf("%s: %s: next is speaker %d, want %d", sample, line, got, speaker)
		}
		if speaker == Player {
			inspect(t, table, random)
		}
		if err := take(line[1:]); err != nil {
			t.Fatalf("%s: %s: %v", sample, line, err)
		}
	}
	if table.Next() != NoSpeaker {
		t.Errorf("%s: the game goes on after its end", sample)
	}
	fits(t, table)
	for _, said := range []string{table.Hint(), table.Why()} {
		if strings.TrimSpace(said) == "" {
			t.Errorf("%s: it has nothing to say in the end", sample)
		}
	}
}

// fits checks that a position is drawn within the width of a terminal.
func fits(t *testing.T, table Table) {
	t.Helper()
	for _, columns := range []int{80, 50} {
		for line := range strings.Lines(table.Draw(columns)) {
			if width := terminal.Width(strings.TrimSuffix(line, "\n")); width > columns {
				t.Errorf("a line of %d columns: %s", width, line)
			}
		}
	}
}

func inspect(t *testing.T, table Table, random *rand.Rand) {
	t.Helper()
	inspectBoard(t, table)
	for _, said := range []string{table.Ask(), table.Draw(80), table.Hint(), table.Why()} {
		if strings.TrimSpace(said) == "" {
			t.Errorf("it has nothing to say")
		}
	}
	fits(t, table)
	position := table.Draw(80)
	for range 200 {
		words := []string{"0", "1", "-1", "2", "9", "99999999999999999999", "x", "FIRST", "knight", "cut", "pass", "block", "", "🕷"}
		var typed []string
		for range random.IntN(5) {
			typed = append(typed, words[random.IntN(len(words))])
		}
		line, err := table.Read(strings.Join(typed, " "))
		if err == nil && line == "" {
			t.Errorf("Read(%q) = %q, %v", typed, line, err)
		}
	}
	if table.Draw(80) != position {
		t.Errorf("reading changed the position:\n%s", table.Draw(80))
	}
}
