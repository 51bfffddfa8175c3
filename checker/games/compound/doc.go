// Package compound holds the rules and the perfect play of the game.
package compound
