package checktestdata

import (
	"context"
	"io"
)

// Program is a program that was read. It may be run any number of times, also at once.
type Program struct {
	steps []step
	names int // of variables
}

// step is a command and where it stands.
type step struct {
	at   Position
	name string // "INT"
	do   command
}

// command is what a program consists of.
type command interface {
	run(m *machine) error
}

// Run runs the program over data. It returns nil when the data is as the program says, a *MismatchError when it is not,
// a *FaultError when the program cannot go on or reaches a limit, the cause of ctx when that ends, and otherwise what
// happened while reading.
func (p *Program) Run(ctx context.Context, data io.Reader, limits Limits) error {
	return newMachine(ctx, p.names, data, limits).runAll(p.steps)
}
