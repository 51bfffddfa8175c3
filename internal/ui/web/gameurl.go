package web

import (
	"net/url"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// gameURL is a user's place in a game, as the address of its page says it: which game, from which position, and what was
// said there. The judge answers the same to the same words, so that nothing else need be remembered: each tab has a
// game of its own, and a page that is loaded again, or of another server, goes on where it was.
type gameURL struct {
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

// between stands between the lines of an address; no line has it, and addresses need not escape it.
const between = "~"

// maxAddress bounds, in bytes, the part of an address behind the path: browsers and the server take no longer ones.
const maxAddress = 48 << 10

// errLong is about a game whose moves have no room in an address.
var errLong = hint.Errorf("grundy play in a terminal has no such bound", "the game has become too long for a page")

// gameURLOf reads the address of a request.
func gameURLOf(id string, query url.Values) gameURL {
	at := gameURL{ID: id, Case: query.Get("case"), Position: query.Get("position"), By: query.Get("by"), Tell: query.Get("tell"), At: -1}
	if said := query.Get("said"); said != "" {
		at.Said = strings.Split(said, between)
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
func (at gameURL) String() string {
	query := url.Values{}
	set := func(key, value string) {
		if value != "" {
			query.Set(key, value)
		}
	}
	set("case", at.Case)
	set("position", at.Position)
	set("said", strings.Join(at.Said, between))
	set("by", at.By)
	set("tell", at.Tell)
	if at.By != "" && at.At >= 0 {
		query.Set("at", strconv.Itoa(at.At))
	}
	return (&url.URL{Path: "play/" + at.ID, RawQuery: query.Encode()}).String()
}

// Back is the seat after so many of its words, as the user's own.
func (at gameURL) Back(said int) gameURL {
	at.Said, at.By, at.Tell, at.At = at.Said[:min(said, len(at.Said))], "", "", -1
	return at
}

// Undo is the seat before the last word.
func (at gameURL) Undo() gameURL { return at.Back(max(0, len(at.Said)-1)) }

// Again is the beginning of the game.
func (at gameURL) Again() gameURL { return at.Back(0) }

// Telling is the same seat, with something told.
func (at gameURL) Telling(what string) gameURL {
	at.Tell = what
	return at
}

// Shown is the same game, as it was after so many moves of both.
func (at gameURL) Shown(moves int) gameURL {
	at.At, at.Tell = moves, ""
	return at
}

// and is the seat after another word.
func (at gameURL) and(line string) gameURL {
	at = at.Back(len(at.Said))
	at.Said = append(at.Said[:len(at.Said):len(at.Said)], line)
	return at
}
