// Package mousetrap holds the rules and the perfect play of the game.
package mousetrap
