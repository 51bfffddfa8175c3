// Package spiders holds the rules and the perfect play of the game.
package spiders
