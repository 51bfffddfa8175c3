// Package oddstones holds the rules and the perfect play of the odd stones: one pile of an odd number of stones, a move takes
// from 1 to K of them, and when the pile is gone exactly one of the two players has taken an even number in all. The rules
// of a game say whether that player wins or the other one.
//
// The game is from "Game Theory and the Sprague-Grande Function" (https://habr.com/ru/post/124856/), which solves K = 4 by a
// period that was found by looking. The period and the lost positions for every K are derived and proved in the solution
// text of the problem oddstones; the tests of this package compare them with an exhaustive search.
package oddstones
