// Straight from the rules: searches every position (mouse, blocked edges, dirty edges) with every move of both sides.
// Gives up (exit code 1) beyond 9 vertices.
package main

import (
	"fmt"
	"os"
)

// position is the hunter's turn; bit e of blocked and dirty belongs to edge e.
type position struct {
	mouse          int
	blocked, dirty uint
}

type search struct {
	trap  int
	edges [][2]int
	// wins remembers which queries were answered, and how.
	wins map[query]bool
}

// query asks whether so many moves suffice.
type query struct {
	position
	moves int
}

func main() {
	var n, trap, mouse int
	fmt.Scan(&n, &trap, &mouse)
	if n > 9 {
		fmt.Fprintln(os.Stderr, "too many positions")
		os.Exit(1)
	}
	s := search{trap: trap, edges: make([][2]int, n-1), wins: map[query]bool{}}
	for e := range s.edges {
		fmt.Scan(&s.edges[e][0], &s.edges[e][1])
	}
	moves := 0
	for !s.suffices(query{position{mouse: mouse}, moves}) {
		moves++
	}
	fmt.Println(moves)
}

// suffices tells whether the hunter, to move, can force the mouse into the trap. A pass makes an edge dirty or changes
// nothing at all, and every other action uses a move: the recursion ends.
func (s *search) suffices(q query) bool {
	if q.mouse == s.trap {
		return true
	}
	if won, ok := s.wins[q]; ok {
		return won
	}
	won := s.hunt(q)
	s.wins[q] = won
	return won
}

func (s *search) hunt(q query) bool {
	if s.canRun(q.position) && s.afterMouse(q) {
		return true
	}
	if q.moves == 0 {
		return false
	}
	for e := range s.edges {
		bit := uint(1) << e
		if q.blocked&bit == 0 {
			next := query{position{q.mouse, q.blocked | bit, q.dirty}, q.moves - 1}
			if s.afterMouse(next) {
				return true
			}
		}
		if q.dirty&bit != 0 {
			next := query{position{q.mouse, q.blocked, q.dirty &^ bit}, q.moves - 1}
			if s.afterMouse(next) {
				return true
			}
		}
	}
	return false
}

// afterMouse tells whether every answer of the mouse leaves the hunter winning; a stuck mouse stays.
func (s *search) afterMouse(q query) bool {
	stuck := true
	for e, edge := range s.edges {
		to, ok := s.run(q.position, e, edge)
		if !ok {
			continue
		}
		stuck = false
		if !s.suffices(query{position{to, q.blocked, q.dirty | 1<<e}, q.moves}) {
			return false
		}
	}
	return !stuck || s.suffices(q)
}

func (s *search) canRun(p position) bool {
	for e, edge := range s.edges {
		if _, ok := s.run(p, e, edge); ok {
			return true
		}
	}
	return false
}

// run tells where the mouse gets along edge e, and whether it may.
func (s *search) run(p position, e int, edge [2]int) (to int, ok bool) {
	if (p.blocked|p.dirty)>>e&1 != 0 {
		return 0, false
	}
	switch p.mouse {
	case edge[0]:
		return edge[1], true
	case edge[1]:
		return edge[0], true
	}
	return 0, false
}
