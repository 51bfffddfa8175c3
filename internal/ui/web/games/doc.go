// Package games is the pages of games: a board to play on, and the laboratory of small positions.
package games
