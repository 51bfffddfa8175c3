// Straight from the rules: searches every position (mouse, blocked passages, dirty passages) with every action of both sides, and
// takes any action that still wins. Gives up (exit code 1) beyond 9 rooms.
package main

import (
	"fmt"
	"os"
)

// position is the hunter's turn; bit e of blocked and dirty belongs to passage e.
type position struct {
	mouse          int
	blocked, dirty uint
	moves          int
}

type search struct {
	trap  int
	ends  [][2]int
	known map[position]bool
}

func main() {
	var n, trap int
	var p position
	fmt.Scan(&n, &trap, &p.mouse, &p.moves)
	if n > 9 {
		fmt.Fprintln(os.Stderr, "too many positions")
		os.Exit(1)
	}
	s := search{trap: trap, ends: make([][2]int, n-1), known: map[position]bool{}}
	for e := range s.ends {
		fmt.Scan(&s.ends[e][0], &s.ends[e][1])
	}
	for p.mouse != trap {
		p = s.act(p)
		from := p.mouse
		fmt.Scan(&p.mouse)
		for e, ends := range s.ends {
			if from != p.mouse && (ends == [2]int{from, p.mouse} || ends == [2]int{p.mouse, from}) {
				p.dirty |= 1 << e
			}
		}
	}
}

// act says an action that wins, and returns the mouse's turn.
func (s *search) act(p position) position {
	if next := p; s.runs(p) != nil && s.afterMouse(next) {
		fmt.Println("pass")
		return next
	}
	for e, ends := range s.ends {
		for _, action := range s.actions(p, e) {
			if s.afterMouse(action.next) {
				fmt.Println(action.word, ends[0], ends[1])
				return action.next
			}
		}
	}
	panic("no action wins")
}

type action struct {
	word string
	next position
}

// actions are those that use a move on passage e.
func (s *search) actions(p position, e int) []action {
	if p.moves == 0 {
		return nil
	}
	bit := uint(1) << e
	var list []action
	if p.blocked&bit == 0 {
		list = append(list, action{"block", position{p.mouse, p.blocked | bit, p.dirty, p.moves - 1}})
	}
	if p.dirty&bit != 0 {
		list = append(list, action{"clean", position{p.mouse, p.blocked, p.dirty &^ bit, p.moves - 1}})
	}
	return list
}

// wins tells whether the hunter, to act, can catch the mouse. A pass makes a passage dirty or changes nothing at all, and
// every other action uses a move: the recursion ends.
func (s *search) wins(p position) bool {
	if p.mouse == s.trap {
		return true
	}
	won, ok := s.known[p]
	if !ok {
		won = s.hunt(p)
		s.known[p] = won
	}
	return won
}

func (s *search) hunt(p position) bool {
	if s.runs(p) != nil && s.afterMouse(p) {
		return true
	}
	for e := range s.ends {
		for _, action := range s.actions(p, e) {
			if s.afterMouse(action.next) {
				return true
			}
		}
	}
	return false
}

// afterMouse tells whether every answer of the mouse leaves the hunter winning; a stuck mouse stays.
func (s *search) afterMouse(p position) bool {
	runs := s.runs(p)
	for _, next := range runs {
		if !s.wins(next) {
			return false
		}
	}
	return runs != nil || s.wins(p)
}

// runs are the positions that the mouse can make.
func (s *search) runs(p position) []position {
	var list []position
	for e, ends := range s.ends {
		for side, room := range ends {
			if room == p.mouse && (p.blocked|p.dirty)>>e&1 == 0 {
				list = append(list, position{ends[1-side], p.blocked, p.dirty | 1<<e, p.moves})
			}
		}
	}
	return list
}
