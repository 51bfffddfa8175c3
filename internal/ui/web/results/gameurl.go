package results

import (
	"net/url"
	"strconv"
	"strings"
)

// GameURL is a user's place in a game, as the address of its page says it: which game, from which position, and what was
// said there. The judge answers the same to the same words, so that nothing else need be remembered: each tab has a
// game of its own, and a page that is loaded again, or of another server, goes on where it was.
type GameURL struct {
	ID       string // of the problem
	Case     string // the position of a test case, "" for the first one
	Position string // or one that the user made, as an input has it
	Said     []string
	// By is the file of the program that said it, "" for the user. At is how many moves of both are shown then, -1 for
	// all.
	By string
	At int
	// Tell is what the user wants to know: "hint", "why" or "mistake".
	Tell string
}

// Between stands between the lines of an address; no line has it, and addresses need not escape it.
const Between = "~"

// MaxAddress bounds, in bytes, the part of an address behind the path: browsers and the server take no longer ones.
const MaxAddress = 48 << 10

// GameURLOf reads the address of a request.
func GameURLOf(id string, query url.Values) GameURL {
	at := GameURL{ID: id, Case: query.Get("case"), Position: query.Get("position"), By: query.Get("by"), Tell: query.Get("tell"), At: -1}
	if said := query.Get("said"); said != "" {
		at.Said = strings.Split(said, Between)
	}
	if shown, err := strconv.Atoi(query.Get("at")); err == nil && shown >= 0 {
		at.At = shown
	}
	if at.Position != "" {
		at.Position = strings.TrimRight(strings.ReplaceAll(at.Position, "\r\n", "\n"), "\n") + "\n"
	}
	return at
}

// String is the address.
func (at GameURL) String() string {
	query := url.Values{}
	set := func(key, value string) {
		if value != "" {
			query.Set(key, value)
		}
	}
	set("case", at.Case)
	set("position", at.Position)
	set("said", strings.Join(at.Said, Between))
	set("by", at.By)
	set("tell", at.Tell)
	if at.By != "" && at.At >= 0 {
		query.Set("at", strconv.Itoa(at.At))
	}
	return (&url.URL{Path: "play/" + at.ID, RawQuery: query.Encode()}).String()
}

// Back is the seat after so many of its words, as the user's own.
func (at GameURL) Back(said int) GameURL {
	at.Said, at.By, at.Tell, at.At = at.Said[:min(said, len(at.Said))], "", "", -1
	return at
}

// Undo is the seat before the last word.
func (at GameURL) Undo() GameURL { return at.Back(max(0, len(at.Said)-1)) }

// Again is the beginning of the game.
func (at GameURL) Again() GameURL { return at.Back(0) }

// Telling is the same seat, with something told.
func (at GameURL) Telling(what string) GameURL {
	at.Tell = what
	return at
}

// Shown is the same game, as it was after so many moves of both.
func (at GameURL) Shown(moves int) GameURL {
	at.At, at.Tell = moves, ""
	return at
}

// And is the seat after another word.
func (at GameURL) And(line string) GameURL {
	at = at.Back(len(at.Said))
	at.Said = append(at.Said[:len(at.Said):len(at.Said)], line)
	return at
}
