// Wrong (the document's capacity rule): as long as no emergency threatens among the lone spiders, bars one-sided ones. In an
// emergency it tries everything.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

type lone struct{ near, far int }

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var cases int
	fmt.Fscan(in, &cases)
	for range cases {
		var k, c int
		fmt.Fscan(in, &k, &c)
		oneSided, spiders := make([]int, c), make([]lone, k)
		for i := range oneSided {
			fmt.Fscan(in, &oneSided[i])
		}
		for i := range spiders {
			fmt.Fscan(in, &spiders[i].near, &spiders[i].far)
		}
		winner := "SPIDERS"
		if fliesWin(oneSided, spiders) {
			winner = "FLIES"
		}
		fmt.Fprintln(out, winner)
	}
}

func fliesWin(oneSided []int, spiders []lone) bool {
	slices.Sort(oneSided)
	for i, distance := range oneSided {
		if distance <= i {
			return false
		}
	}
	if len(spiders) == 0 {
		return true
	}
	slices.SortFunc(spiders, func(a, b lone) int { return a.near - b.near })
	slack, n := len(oneSided), len(spiders)
	for i, spider := range spiders {
		if spare := spider.near - i - 1; spare < 0 {
			return false
		} else if spare < slack || spare == 0 {
			slack = spare
			if spare == 0 {
				n = i + 1
				break
			}
		}
	}
	if slack > 0 {
		return fliesWin(after(oneSided[slack:], slack), run(spiders, slack))
	}
	for i := range n {
		rest := append(slices.Clone(spiders[:i]), spiders[i+1:]...)
		if fliesWin(after(append(oneSided[:len(oneSided):len(oneSided)], spiders[i].far), 1), run(rest, 1)) {
			return true
		}
	}
	return false
}

func after(distances []int, turns int) []int {
	moved := make([]int, len(distances))
	for i, distance := range distances {
		moved[i] = distance - turns
	}
	return moved
}

func run(spiders []lone, turns int) []lone {
	moved := make([]lone, len(spiders))
	for i, spider := range spiders {
		moved[i] = lone{spider.near - turns, spider.far + turns}
	}
	return moved
}
