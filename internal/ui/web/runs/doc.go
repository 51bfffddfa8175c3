// Package runs is the pages of the history: earlier judgements, compared with each other, and the user's progress.
package runs
