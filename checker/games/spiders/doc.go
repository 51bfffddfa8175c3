// Package spiders holds the rules and the perfect play of the game of spiders and flies: flies sit still, player 1 cuts one
// edge a turn for them, and then any of the spiders of player 2 move one step each. The spiders win when one reaches a fly.
//
// Path is the game on a path; Threats is what remains of it once every gap between neighbouring flies is looked at by
// itself, and PathSearch plays that game perfectly. The game is the one of Kulkarni and Pusalkar, "Greedy Spiders", whose
// arrays M, D and D' the threats are; their strategies, however, lose some won positions.
package spiders
