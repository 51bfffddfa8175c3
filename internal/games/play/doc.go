// Package play lets the user play the games of interactive problems: the user is the submission, and the package's
// own interactor is the judge. A Game is a session of games from one position; a Table is a single game. A Table
// draws the position, explains what the rules forbid, gives hints, and explains who wins. The package knows
// neither sandbox nor command line.
//
// An interactive problem whose game has no Table is played in the words of its protocol.
package play
