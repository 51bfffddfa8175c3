package library_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var heapGames = []comparison{
	{
		problem: "bash", solution: "bash.go", bruteForce: "table.py", tiny: allBash,
		instance: linesOf(200, bashGame), instances: 40, judge: sameOutput,
	},
	{
		problem: "nimmisere", solution: "nimmisere.go", bruteForce: "search.py", tiny: allMisere,
		instance: linesOf(60, misereGame), instances: 40, judge: sameOutput,
	},
	{
		problem: "takeset", solution: "takeset.go", bruteForce: "table.py", tiny: allTakes,
		instance: linesOf(100, takesGame), instances: 40, judge: sameOutput,
	},
	{
		problem: "notallnim", solution: "notallnim.go", bruteForce: "search.py", tiny: allNotAll,
		instance: linesOf(60, notAllGame), instances: 40, judge: sameOutput,
	},
	{
		problem: "wnumbers", solution: "wnumbers.go", bruteForce: "search.py", tiny: allWorths,
		instance: linesOf(20, worthTable), instances: 40, judge: sameOutput,
	},
}

// linesOf makes an input of up to most games, of one line each.
func linesOf(most int, game func(*rand.Rand) string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		lines := make([]string, 1+r.IntN(most))
		for i := range lines {
			lines[i] = game(r)
		}
		return together(lines)
	}
}

// together is the input of all these games.
func together(lines []string) string {
	return fmt.Sprintf("%d\n%s\n", len(lines), strings.Join(lines, "\n"))
}

// list is the numbers with spaces between them.
func list(numbers []int) string {
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

// tables calls game with every list of n numbers up to most; game must not keep the list.
func tables(n, most int, game func(heaps []int)) {
	heaps := make([]int, n)
	for {
		game(heaps)
		i := n - 1
		for i >= 0 && heaps[i] == most {
			heaps[i] = 0
			i--
		}
		if i < 0 {
			return
		}
		heaps[i]++
	}
}

func allBash(yield func(string) bool) {
	var games []string
	for n := range 60 {
		for k := range 62 {
			games = append(games, fmt.Sprint(n+1, k+1))
		}
	}
	yield(together(games))
}

func bashGame(r *rand.Rand) string {
	return fmt.Sprint(1+r.IntN(300), 1+r.IntN([]int{3, 30, 300}[r.IntN(3)]))
}

// allMisere has every game of up to five heaps of at most two stones, and of fewer heaps of more stones.
func allMisere(yield func(string) bool) {
	var games []string
	for n, most := range []int{20, 9, 5, 3, 2} {
		tables(n+1, most, func(heaps []int) { games = append(games, fmt.Sprint(n+1, " ", list(heaps))) })
	}
	yield(together(games))
}

// misereGame has many heaps, nearly all small, as near the end of the game.
func misereGame(r *rand.Rand) string {
	n := 1 + r.IntN(6)
	heaps := make([]int, n)
	sum := 0
	for i := range heaps {
		heaps[i] = r.IntN([]int{2, 2, 4}[r.IntN(3)])
		if i == 0 {
			heaps[i] = r.IntN(9)
		}
		if i == n-1 && r.IntN(3) == 0 {
			heaps[i] = min(sum, 9)
		}
		sum ^= heaps[i]
	}
	return fmt.Sprint(n, " ", list(heaps))
}

// subset is the list of numbers, from 1, whose bits are set in ones.
func subset(ones int) []int {
	var numbers []int
	for s := 1; ones > 0; s++ {
		if ones%2 == 1 {
			numbers = append(numbers, s)
		}
		ones /= 2
	}
	return numbers
}

// allTakes has every list of numbers up to 4, with every pile past its second period, and every list up to 12 with one pile.
func allTakes(yield func(string) bool) {
	var games []string
	for ones := 1; ones < 1<<4; ones++ {
		for n := range 24 {
			games = append(games, fmt.Sprint(n+1, " ", len(subset(ones)), " ", list(subset(ones))))
		}
	}
	for ones := 1; ones < 1<<12; ones++ {
		games = append(games, fmt.Sprint(1+ones*37%90, " ", len(subset(ones)), " ", list(subset(ones))))
	}
	yield(together(games))
}

func takesGame(r *rand.Rand) string {
	numbers := subset(1 + r.IntN(1<<12-1))
	if r.IntN(2) == 0 { // long periods come from short lists
		numbers = r.Perm(12)[:1+r.IntN(4)]
		for i := range numbers {
			numbers[i]++
		}
		slices.Sort(numbers)
	}
	return fmt.Sprint(1+r.IntN(400), " ", len(numbers), " ", list(numbers))
}

// allNotAll has every game of up to four heaps of at most three stones, and of fewer or smaller heaps.
func allNotAll(yield func(string) bool) {
	var games []string
	for _, play := range []string{"normal", "misere"} {
		for n, most := range []int{9, 7, 4, 3, 1, 1} {
			tables(n+1, most, func(heaps []int) {
				games = append(games, fmt.Sprint(play, " ", n+1, " ", list(heaps)))
			})
		}
	}
	yield(together(games))
}

// notAllGame has heaps that are often equal, which is necessary to lose.
func notAllGame(r *rand.Rand) string {
	k := 1 + r.IntN(6)
	most := []int{30, 20, 7, 3, 2, 1}[k-1]
	heaps := make([]int, k)
	size := r.IntN(most + 1)
	for i := range heaps {
		heaps[i] = size
		if r.IntN(k+1) == 0 {
			heaps[i] = r.IntN(most + 1)
		}
	}
	return fmt.Sprint([]string{"normal", "misere"}[r.IntN(2)], " ", k, " ", list(heaps))
}

// allWorths has every list of numbers up to 6.
func allWorths(yield func(string) bool) {
	var games []string
	for _, play := range []string{"normal", "misere"} {
		for ones := 1; ones < 1<<6; ones++ {
			games = append(games, fmt.Sprint(play, " 40 ", len(subset(ones)), " ", list(subset(ones))))
		}
	}
	yield(together(games))
}

func worthTable(r *rand.Rand) string {
	numbers := r.Perm(5 + r.IntN(20))[:1+r.IntN(5)]
	for i := range numbers {
		numbers[i]++
	}
	slices.Sort(numbers)
	return fmt.Sprint([]string{"normal", "misere"}[r.IntN(2)], " ", r.IntN(120), " ", len(numbers), " ", list(numbers))
}

// printedGrundy are the Grundy numbers of 0 to 13 stones of which a move takes 1, 3 or 4, as "Disjunctive and Selective
// Compound Games" prints them, and printedWorths the w-numbers above them.
const (
	printedGrundy = "0 1 0 1 2 3 2 0 1 0 1 2 3 2"
	printedWorths = "SL SW 0 SW SW 1 2 0 2 0 1 3 1 2"
)

func TestPrintedNumbersOfPiles(t *testing.T) {
	if got := list(grundyNumbers([]int{1, 3, 4}, 13)); got != printedGrundy {
		t.Errorf("Grundy numbers %s", got)
	}
	worths := goProgram(t, "problems/wnumbers/submissions/accepted/wnumbers.go")
	if said := worths.run(t, "1\nnormal 13 3 1 3 4\n"); said.stdout != printedWorths+"\n" {
		t.Errorf("w-numbers: %s", said)
	}
}

// TestSumsOfWorths plays with three piles until one of them is finished; a move takes from one pile. The results of
// wnumbers for single piles decide who wins.
func TestSumsOfWorths(t *testing.T) {
	const most = 8
	program := goProgram(t, "problems/wnumbers/submissions/accepted/wnumbers.go")
	for _, play := range []string{"normal", "misere"} {
		for ones := 1; ones < 1<<5; ones++ {
			takes := subset(ones)
			said := program.run(t, fmt.Sprint("1\n", play, " ", most, " ", len(takes), " ", list(takes), "\n"))
			worths := strings.Fields(said.stdout)
			won := map[[3]int]bool{}
			tables(3, most, func(heaps []int) {
				piles := [3]int(heaps)
				won[piles] = winsShort(won, piles, takes, play)
				if want := worthsWin(worths, piles); won[piles] != want {
					t.Fatalf("%s, takes %v, piles %v: won %t, the worths %v say %t", play, takes, piles, won[piles], worths, want)
				}
			})
		}
	}
}

// winsShort follows the rules; won contains all smaller positions.
func winsShort(won map[[3]int]bool, piles [3]int, takes []int, play string) bool {
	if slices.Min(piles[:]) < takes[0] {
		return play == "misere"
	}
	for i := range piles {
		for _, take := range takes {
			after := piles
			if after[i] -= take; after[i] >= 0 && !won[after] {
				return true
			}
		}
	}
	return false
}

// worthsWin is the rule of the slides.
func worthsWin(worths []string, piles [3]int) bool {
	sum := 0
	winning := false
	for _, pile := range piles {
		switch worths[pile] {
		case "SL":
			return false
		case "SW":
			winning = true
		default:
			var w int
			fmt.Sscan(worths[pile], &w)
			sum ^= w
		}
	}
	return winning || sum != 0
}

// grundyNumbers are the Grundy numbers of piles of up to most stones.
func grundyNumbers(takes []int, most int) []int {
	var numbers []int
	for n := range most + 1 {
		var options []int
		for _, take := range takes {
			if take <= n {
				options = append(options, numbers[n-take])
			}
		}
		least := 0
		for slices.Contains(options, least) {
			least++
		}
		numbers = append(numbers, least)
	}
	return numbers
}

// TestGrundyNumbersOfBash checks the editorial of bash on several piles, and TestPeriodsOfLists that of takeset on
// periods.
func TestGrundyNumbersOfBash(t *testing.T) {
	for k := 1; k <= 12; k++ {
		for n, g := range grundyNumbers(subset(1<<k-1), 60) {
			if g != n%(k+1) {
				t.Errorf("n = %d, k = %d: Grundy number %d", n, k, g)
			}
		}
	}
}

func TestPeriodsOfLists(t *testing.T) {
	type course struct{ begin, period int }
	courses := map[string]course{}
	var longest, latest int
	for ones := 1; ones < 1<<12; ones++ {
		takes := subset(ones)
		begin, period := periodOf(grundyNumbers(takes, 200))
		courses[list(takes)] = course{begin, period}
		longest, latest = max(longest, period), max(latest, begin)
	}
	if longest != 61 || latest != 27 {
		t.Errorf("longest period %d, latest beginning %d", longest, latest)
	}
	want := map[string]course{
		"1 3 4": {0, 7}, "1 2 4": {0, 3}, "2 4 7": {4, 3}, "4 9 11": {27, 5}, "1 6 11 12": {0, 61},
		"3 4 5 8 12": {23, 9}, "3 8 11 12": {0, 55},
	}
	for m := 1; m <= 12; m++ {
		want[list(subset(1<<m-1))] = course{0, m + 1}
		want[fmt.Sprint(m)] = course{0, 2 * m}
	}
	for takes, c := range want {
		if courses[takes] != c {
			t.Errorf("takes %s: %+v, want %+v", takes, courses[takes], c)
		}
	}
}

// periodOf is the least period of the outcomes of piles with these Grundy numbers, and where it begins. Twelve
// outcomes determine the next one, so the last part of the numbers shows the period.
func periodOf(grundy []int) (begin, period int) {
	lost := func(n int) bool { return grundy[n] == 0 }
	last := len(grundy) - 1
	for same := false; !same; {
		period++
		same = true
		for i := range 12 {
			same = same && lost(last-i) == lost(last-i-period)
		}
	}
	for begin = last - period; begin > 0 && lost(begin-1) == lost(begin-1+period); {
		begin--
	}
	return begin, period
}
