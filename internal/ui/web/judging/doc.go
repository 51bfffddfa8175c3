// Package judging is what the pages of a problem ask for: the judgement of a file, a run on an input of the user's own,
// the repetition of an earlier judgement.
package judging
