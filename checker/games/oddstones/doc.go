// Package oddstones holds the rules and the perfect play of the game.
package oddstones
