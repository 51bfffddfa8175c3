//go:build !linux

package activity

import "time"

// census is what no other system offers.
type census struct{}

// InputName is "": nobody compares it.
func InputName(int) string { return "" }

func newCensus(Run) *census { return &census{} }

func (*census) take() finding { return finding{at: time.Now(), blind: true} }
