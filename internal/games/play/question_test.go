package play

import (
	"strings"
	"testing"
)

// TestQuestionsOfOneSide holds what is said to moves in games whose other side the user does not play.
func TestQuestionsOfOneSide(t *testing.T) {
	const maze = "9 1 2 4\n1 2\n2 3\n2 4\n3 5\n3 6\n3 7\n4 8\n4 9\n"
	for _, test := range []struct {
		uuid, input, answer string
		right               bool
		reply               string
	}{
		{mousetrapDuel, maze, "block 2 3", true, ""},
		{mousetrapDuel, maze, "pass", false, "run to room 3"},
		{mousetrapDuel, maze, "block 2 4", false, "run to room 3"},
		{mousetrapDuel, maze, "none", false, "some move wins"},
		{mousetrapDuel, strings.Replace(maze, "2 4\n", "2 3\n", 1), "none", true, ""},
		{mousetrapDuel, "2 1 2 0\n1 2\n", "pass", true, ""},
		{mousetrapDuel, "3 1 2 0\n1 2\n2 3\n", "none", true, ""},
		{spidersWebs, "3 2 1 2\n3\n1 2\n2 3\n", "2 3", true, ""},
		{spidersWebs, "3 2 1 2\n3\n1 2\n2 3\n", "1 2", false, "go to the fly at 3"},
	} {
		q, err := NewQuestion(test.uuid, test.input)
		if err != nil {
			t.Errorf("%q: %v", test.input, err)
			continue
		}
		right, reply, err := q.Check(test.answer)
		if err != nil || right != test.right || !strings.Contains(reply, test.reply) {
			t.Errorf("%q, %q: %v, %q, %v", test.input, test.answer, right, reply, err)
		}
	}
	if _, err := NewQuestion(mousetrapDuel, "2 1 1 0\n1 2\n"); err == nil {
		t.Error("a game that is over at the start can be asked")
	}
}
