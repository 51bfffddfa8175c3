// The judge's side of the web: it shows the web, lets the program cut, and moves the spider. The spider cannot win unless the
// program makes a mistake, so it runs to one fly after the other and now and then strays. The answer file is for people.
package main

import (
	"fmt"
	"strings"

	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

func main() { testlib.Interact(play) }

func play(i *testlib.Interactor) {
	web := readWeb(i)
	// Each turn cuts an edge, so the game ends.
	for turn := 1; !web.Safe(); turn++ {
		u := i.Output.Int(fmt.Sprintf("first end of the edge of turn %d", turn), 1, len(web.Fly)) - 1
		v := i.Output.Int(fmt.Sprintf("second end of the edge of turn %d", turn), 1, len(web.Fly)) - 1
		if err := web.Cut(u, v); err != nil {
			i.Reject("turn %d: %v", turn, err)
		}
		if web.Safe() {
			return
		}
		from := web.At
		if err := web.MoveTo(choose(web)); err != nil {
			i.Fail("turn %d: %v", turn, err)
		}
		i.Send("%d", web.At+1)
		if web.Caught() {
			i.Reject("turn %d: the spider steps from %d to the fly at %d; that edge had to be cut", turn, from+1, web.At+1)
		}
	}
}

// readWeb reads the position and sends it, line by line.
func readWeb(i *testlib.Interactor) *spiders.Web {
	n := i.Input.Int("n", 1, 300)
	edges := make([][2]int, i.Input.Int("m", 0, 1000))
	f := i.Input.Int("f", 1, 100)
	spider := i.Input.Int("spider", 1, n) - 1
	i.Send("%d %d %d %d", n, len(edges), f, spider+1)
	flies := i.Input.Ints("fly", f, 1, n)
	i.Send("%s", strings.Trim(fmt.Sprint(flies), "[]"))
	for k := range flies {
		flies[k]--
	}
	for k := range edges {
		u, v := i.Input.Int("u", 1, n), i.Input.Int("v", 1, n)
		i.Send("%d %d", u, v)
		edges[k] = [2]int{u - 1, v - 1}
	}
	web, err := spiders.NewWeb(n, edges, flies, spider)
	if err != nil {
		i.Fail("%v", err)
	}
	return web
}

// choose is where the spider goes. Its whims are a function of the web that is left, so that a game can be repeated.
func choose(web *spiders.Web) int {
	if fly := web.Danger(); fly >= 0 {
		return fly
	}
	way := web.Way()
	whims := testlib.NewRand(fmt.Sprint(web.At, web.Threads))
	// As a rule it runs to the nearest fly. Else it takes any step, or stays and lets the program waste a cut.
	switch whims.Weighted(12, 2, 1) {
	case 1:
		return testlib.Choose(whims, web.Threads[web.At]...)
	case 2:
		return web.At
	}
	return way[1]
}
