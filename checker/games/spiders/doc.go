// Package spiders holds the rules and the perfect play of the game of spiders and flies. Flies sit still. Player 1
// cuts one edge a turn for them, and then any of the spiders of player 2 move one step each. The spiders win when one
// reaches a fly.
//
// Path is the game on a path. Threats is what remains of it once every gap between neighbouring flies is considered
// by itself, and PathSearch plays that game perfectly. The game is from Kulkarni and Pusalkar, "Greedy Spiders".
// Their arrays M, D and D' are the threats; their strategies, however, lose some won positions.
package spiders
