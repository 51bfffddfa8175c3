package language

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// Status is what `grundy languages` shows of a row.
type Status struct {
	Language *Language
	// Path is the first command of the toolchain, "" when something is missing.
	Path string
	// Version is the toolchain's own word, "" when it tells none.
	Version string
	// Missing names the command or part that was not found, Install says how to install it.
	Missing, Install string
	// Err is set when the toolchain could not be looked at.
	Err error
}

// Inspect looks at the toolchains of all rows, several at a time. Only what has changed since it was looked at last is
// started.
func (b *Builder) Inspect(ctx context.Context) []Status {
	rows := b.Table.Languages()
	statuses := make([]Status, len(rows))
	slots := make(chan struct{}, runtime.NumCPU())
	var group sync.WaitGroup
	for i, row := range rows {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			statuses[i] = b.status(ctx, row)
		})
	}
	group.Wait()
	return statuses
}

func (b *Builder) status(ctx context.Context, row *Language) Status {
	status := Status{Language: row}
	tools, err := b.toolchain(ctx, row)
	var missing *MissingError
	switch {
	case errors.As(err, &missing):
		status.Missing, status.Install = missing.Tool, missing.Install
	case err != nil:
		status.Err = err
	default:
		status.Version = tools.Version
		if names := row.tools(); len(names) > 0 {
			status.Path = tools.Commands[names[0]].Path
		}
	}
	return status
}
