package checktestdata

import (
	"context"
	"io"
)

// Program is a parsed program. It may be run any number of times, also concurrently.
type Program struct {
	steps []step
	names int // number of variables
}

// step is a command with its position.
type step struct {
	at   Position
	name string // "INT"
	do   command
}

// command is a command of a program.
type command interface {
	run(m *machine) error
}

// Run runs the program over data. It returns nil if the program accepts the data, a *MismatchError if it rejects
// it, a *FaultError if the program cannot continue or reaches a limit, the cause of ctx when that ends, and
// otherwise the read error.
func (p *Program) Run(ctx context.Context, data io.Reader, limits Limits) error {
	return newMachine(ctx, p.names, data, limits).runAll(p.steps)
}
