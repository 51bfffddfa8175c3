// Judges the output of Hack the Greedy Spiders: plays the printed path with spiders that run, and with spiders that think.
package main

import (
	"math"
	"slices"
	"strings"

	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

// mostLone bounds the search for spiders that think, whatever is printed.
const mostLone = 4

func main() { testlib.Check(check) }

func check(c *testlib.Checker) {
	n := c.Input.Int("n", 17, 60)
	text := c.Output.Word("path")
	if len(text) != n {
		c.Reject("the path has %d vertices, want %d", len(text), n)
	}
	if at := strings.IndexFunc(text, func(r rune) bool { return r != 'F' && r != 'S' && r != 'B' }); at >= 0 {
		c.Reject("vertex %d is %q, want F, S or B", at+1, text[at])
	}
	path, err := spiders.ParsePath(text)
	if err != nil {
		c.Fail("%v", err)
	}
	threats := path.Threats()
	if lone := len(threats.Dual); lone > mostLone {
		c.Reject("%d spiders are alone between two flies, want at most %d", lone, mostLone)
	}
	if !holdRunners(threats.Mono, threats.Dual, math.MaxInt) {
		c.Reject("the spiders win this path even if they run")
	}
	var search spiders.PathSearch
	if search.FliesWin(threats) {
		c.Reject("the flies win this path even against spiders that think")
	}
}

// holdRunners tells whether the flies beat spiders that run, where the lone ones must be turned round before the given
// turn. In some order each of them is turned round as late as possible; the second cut against it then has a deadline, and
// so have all others. The problem spiderstimetable proves that this is enough.
func holdRunners(deadlines []int, lone []spiders.Dual, before int) bool {
	if len(lone) == 0 {
		return spiders.Late(slices.Sorted(slices.Values(deadlines))) == 0
	}
	for i, spider := range lone {
		turn := min(spider.Near, before-1)
		all := append(slices.Clone(deadlines), turn, spider.Far+2*(turn-1))
		if holdRunners(all, slices.Concat(lone[:i], lone[i+1:]), turn) {
			return true
		}
	}
	return false
}
