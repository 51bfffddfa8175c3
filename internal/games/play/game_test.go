package play_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"grundy/checker/games/nim"
	"grundy/internal/games/play"
	"grundy/internal/ui/terminal"
)

// perfectNim is a judge that plays perfectly, and takes one stone of the first heap when lost.
func perfectNim(heaps ...int) play.Interactor {
	return func(_ context.Context, talk func(io.Reader, io.WriteCloser) error) (play.Word, error) {
		heaps := append([]int(nil), heaps...)
		fromJudge, toPlayer := io.Pipe()
		fromPlayer, toJudge := io.Pipe()
		word := make(chan play.Word, 1)
		go func() {
			word <- judgeNim(heaps, bufio.NewReader(fromPlayer), toPlayer)
			_ = errors.Join(toPlayer.Close(), fromPlayer.Close())
		}()
		err := talk(fromJudge, toJudge)
		_ = errors.Join(toJudge.Close(), fromJudge.Close())
		return <-word, err
	}
}

func judgeNim(heaps []int, player *bufio.Reader, to io.Writer) play.Word {
	fmt.Fprintln(to, len(heaps))
	fmt.Fprintln(to, strings.Trim(fmt.Sprint(heaps), "[]"))
	side, _ := player.ReadString('\n')
	players := side == "FIRST\n"
	for ; !nim.Over(heaps); players = !players {
		var move nim.Move
		if players {
			if _, err := fmt.Fscan(player, &move.Heap, &move.Stones); err != nil {
				return play.Word{Message: "gone"}
			}
			move.Heap--
			_, _ = player.ReadString('\n')
		} else {
			move.Stones = 1
			for heaps[move.Heap] == 0 {
				move.Heap++
			}
			if winning := nim.Winning(heaps); winning != nil {
				move = winning[0]
			}
			fmt.Fprintln(to, move.Heap+1, move.Stones)
		}
		heaps[move.Heap] -= move.Stones
	}
	return play.Word{Accepted: !players, Message: "said the judge"}
}

// evening types lines at a wide terminal and returns all output.
func evening(t *testing.T, interactor play.Interactor, newTable func() play.Table, typed ...string) (play.End, string) {
	t.Helper()
	return eveningIn(t, 200, interactor, newTable, typed...)
}

// screen is written to by the game and, during input, by the judge.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func eveningIn(t *testing.T, columns int, interactor play.Interactor, newTable func() play.Table, typed ...string) (play.End, string) {
	t.Helper()
	var out screen
	game := play.Game{
		Interactor: interactor, NewTable: newTable, Out: &out, Columns: func() int { return columns },
		Rules:  func() (string, error) { return "Take stones.\n", nil },
		Helped: func() {},
		ReadLine: func(_ context.Context, prompt string) (string, error) {
			if len(typed) == 0 {
				return "", io.EOF
			}
			line := typed[0]
			typed = typed[1:]
			fmt.Fprintln(&out, prompt+line)
			return line, nil
		},
	}
	end, err := game.Play(t.Context())
	if err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	return end, out.String()
}

var newNim = play.TableOf("8152979a-4dcf-4a9e-9de8-a5078d3c24bd")

func TestPlay(t *testing.T) {
	tests := []struct {
		name  string
		typed []string
		end   play.End
		seen  []string // in this order
	}{
		{"nothing is typed", nil, play.Left, []string{"1  ●●● 3\n2  ●●●● 4"}},
		{
			"won with hints alone",
			[]string{"hint", "first", "hint", "2 1", "2 1", "2 1", "2 1"},
			play.Won,
			[]string{"choose FIRST", "your move: HEAP STONES > hint\n2 1", "judge: 1 1", "You won. said the judge"},
		},
		{
			"lost, and won by taking the mistake back",
			[]string{"s", "undo", "f", "2 1", "1 1", "2 1", "2 1", "undo", "2 2"},
			play.Left,
			[]string{"SECOND", "judge: 2 1", "taken back: SECOND", "FIRST or SECOND > f"},
		},
		{
			"the rules are explained",
			[]string{"third", "rules", "FIRST", "3 1", "1 9", "1 0", "one two", "1", "why", "help"},
			play.Left,
			[]string{
				`"third" is not a side: choose FIRST or SECOND`, "> rules\nTake stones.\n", "there is no heap 3: they are numbered from 1 to 2", "heap 1 has only 3 stones",
				"a move takes at least one stone", `"one" is not a number`, `want 2 numbers, got "1"`,
				"sum     111\nThe nim-sum of the heaps is 7, not 0", "take your last word back",
			},
		},
		{
			"a lost side",
			[]string{"second", "1 1", "1 1", "1 1", "why", "hm", "quit"},
			play.Lost,
			[]string{"judge: 2 1", "You lost. said the judge", "> why\nheap 1", "> hm\nthe game is over"},
		},
		{"nothing to take back", []string{"undo", "next"}, play.Next, []string{"nothing to take back"}},
		{"a new side", []string{"first", "side", "second", "quit"}, play.Left, []string{"> side", "FIRST or SECOND > second", "judge: 2 1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			end, out := evening(t, perfectNim(3, 4), newNim, test.typed...)
			if end != test.end {
				t.Errorf("end %v, want %v", end, test.end)
			}
			rest := out
			for _, want := range test.seen {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Fatalf("%q is not there or comes too early:\n%s", want, out)
				}
				rest = after
			}
		})
	}
}

// TestPlayFits plays at a narrow terminal; no word is broken.
func TestPlayFits(t *testing.T) {
	const columns = 40
	words := []string{"why", "help", "third", "first", "1 9", "1", "undo", "second", "why", "1 1", "1 1", "1 1"}
	_, wide := evening(t, perfectNim(3, 4), newNim, words...)
	_, narrow := eveningIn(t, columns, perfectNim(3, 4), newNim, words...)
	for line := range strings.Lines(narrow) {
		if width := terminal.Width(strings.TrimSuffix(line, "\n")); width > columns && !strings.Contains(line, " > ") {
			t.Errorf("a line of %d columns: %s", width, line)
		}
	}
	if got, want := strings.Fields(narrow), strings.Fields(wide); !slices.Equal(got, want) {
		t.Errorf("the words are\n%q\nwant\n%q", got, want)
	}
}

// TestPlayUnknown speaks the protocol of a game without a table.
func TestPlayUnknown(t *testing.T) {
	end, out := evening(t, perfectNim(2), nil, "FIRST", "1 2")
	if end != play.Won || !strings.Contains(out, "The judge accepts. said the judge") {
		t.Errorf("end %v:\n%s", end, out)
	}
}

func TestReplay(t *testing.T) {
	var out strings.Builder
	lines := []play.Line{{true, "2"}, {true, "1 1"}, {false, "FIRST"}, {false, "1 1"}, {true, "2 1"}, {false, "2 1"}, {false, "more"}}
	play.Replay(&out, 80, terminal.Pen{}, newNim, "a.py", lines)
	const want = `
1  ● 1
2  ● 1

a.py: FIRST
a.py: 1 1

1  – 0
2  ● 1

judge: 2 1

1  – 0
2  – 0

a.py: 2 1
heap 2 is empty
a.py: more
`
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", &out, want)
	}
}
