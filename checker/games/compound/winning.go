package compound

// Winning returns a winning move, or nil if the position is lost or the game is over. The error is ErrHard.
func (g *Game) Winning(rules Rules, position []int) (Move, error) {
	wins, err := g.Wins(rules, position)
	if err != nil || !wins || g.Over(rules, position) {
		return nil, err
	}
	switch rules.Style {
	case Selective:
		if rules.Misere && !rules.Short {
			return g.winningSelectiveMisere(position), nil
		}
		return g.loseEach(rules.Misere, position), nil
	case Conjunctive:
		return g.winningConjunctive(rules, position), nil
	case NotAll:
		if !rules.Short && !rules.Misere {
			return g.level(position), nil
		}
	case Disjunctive:
	}
	for move := range g.Moves(rules, position) {
		theirs, err := g.Wins(rules, move.After(position))
		if err != nil {
			return nil, err
		}
		if !theirs {
			return move, nil
		}
	}
	panic("compound: a won position has no winning move")
}

// loseEach wins every component that can be won, each on its own.
func (g *Game) loseEach(misere bool, position []int) Move {
	var move Move
	for i, v := range position {
		for _, u := range g.options[v] {
			value := g.values[u].Grundy
			if misere {
				value = g.values[u].MisereGrundy
			}
			if value == 0 {
				move = append(move, Step{i, u})
				break
			}
		}
	}
	return move
}

// winningSelectiveMisere leaves either at least two unfinished components that are all lost in normal play, or
// exactly one, which is lost in misère play. If making each component lost does not achieve the first, the second is
// possible.
func (g *Game) winningSelectiveMisere(position []int) Move {
	move := g.loseEach(false, position)
	if after := move.After(position); len(move) > 0 && len(after)-g.finished(after) >= 2 {
		return move
	}
	for last := range position {
		if move := g.leaveOne(last, position); len(move) > 0 {
			return move
		}
	}
	panic("compound: a won selective compound has no winning move")
}

// leaveOne finishes all components but one, which it leaves lost in misère play. It returns nil if it cannot.
func (g *Game) leaveOne(last int, position []int) Move {
	var move Move
	for i, v := range position {
		wanted := func(u int) bool {
			if i == last {
				return g.values[u].MisereGrundy == 0
			}
			return g.Finished(u)
		}
		if wanted(v) {
			continue
		}
		found := false
		for _, u := range g.options[v] {
			if wanted(u) {
				move, found = append(move, Step{i, u}), true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return move
}

// winningConjunctive plays each component on its own, for a short game or for a long one.
func (g *Game) winningConjunctive(rules Rules, position []int) Move {
	var move Move
	for i, v := range position {
		if !g.Finished(v) {
			move = append(move, Step{i, g.hurry(g.options[v], lostParity(rules.Misere), !rules.Short, lengthOf(rules))})
		}
	}
	return move
}

// level brings all components down to the least Grundy value.
func (g *Game) level(position []int) Move {
	least, _ := g.spread(position)
	var move Move
	for i, v := range position {
		if g.values[v].Grundy == least {
			continue
		}
		for _, u := range g.options[v] {
			if g.values[u].Grundy == least {
				move = append(move, Step{i, u})
				break
			}
		}
	}
	return move
}

// Whim returns some move, for a player who has lost, or nil if there is none. choose returns a number from 0 up to
// but not including its argument; it alone decides.
func (g *Game) Whim(rules Rules, position []int, choose func(n int) int) Move {
	if g.Over(rules, position) {
		return nil
	}
	var live []int
	for i, v := range position {
		if !g.Finished(v) {
			live = append(live, i)
		}
	}
	moves := len(live)
	switch rules.Style {
	case Disjunctive:
		moves = 1
	case Selective:
		moves = 1 + choose(moves)
	case NotAll:
		moves = 1 + choose(min(moves, len(position)-1))
	case Conjunctive:
	}
	for len(live) > moves {
		i := choose(len(live))
		live = append(live[:i], live[i+1:]...)
	}
	var move Move
	for _, i := range live {
		options := g.options[position[i]]
		move = append(move, Step{i, options[choose(len(options))]})
	}
	return move
}
