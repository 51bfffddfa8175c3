package language

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"grundy/internal/judge/sandbox"
)

// Status is what `grundy languages` shows about a row.
type Status struct {
	Language *Language
	// Path is the first command of the toolchain, or "" if a command is missing.
	Path string
	// Version is the version that the toolchain prints, or "".
	Version string
	// Missing names the missing command or part. Reason says so, or why an existing toolchain does not count. Install
	// says how to install it or to make it work.
	Missing, Reason, Install string
	// Err is set if the toolchain could not be examined.
	Err error
}

// Inspect examines the toolchains of all rows, several at a time. It tries those that were not tried before in boxes
// that lend opens. If lend fails, or a trial would need a long preparation first, they count as untried. Inspect
// starts only commands that have changed since the last time.
func (b *Builder) Inspect(ctx context.Context, lend func(context.Context, func(sandbox.Box) error) error) []Status {
	rows := b.Table.Languages()
	statuses := make([]Status, len(rows))
	slots := make(chan struct{}, runtime.NumCPU())
	var group sync.WaitGroup
	for i, row := range rows {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			statuses[i] = b.status(ctx, row, lend)
		})
	}
	group.Wait()
	return statuses
}

// Available returns the names of the languages whose commands, or whose substitute's commands, exist. It starts
// nothing, so a command may turn out not to work.
func (b *Builder) Available() []string {
	found := func(row *Language) bool {
		tools := Toolchain{environment: b.Environment}
		return !slices.ContainsFunc(row.tools(), func(tool string) bool {
			_, there := tools.lookUp(tool)
			return !there
		})
	}
	var names []string
	for _, row := range b.Table.Languages() {
		other, replaced := b.Table.Lookup(row.Otherwise)
		if found(row) || replaced && found(other) {
			names = append(names, row.Name)
		}
	}
	return names
}

func (b *Builder) status(ctx context.Context, row *Language, lend func(context.Context, func(sandbox.Box) error) error) Status {
	status := Status{Language: row}
	tools, err := b.toolchain(ctx, row)
	if err == nil && !b.tried(row, tools) && !b.prepares(row, tools) {
		_ = lend(ctx, func(box sandbox.Box) error {
			err = b.try(ctx, box, row, tools, 1)
			return nil
		})
	}
	var missing *MissingError
	switch {
	case errors.As(err, &missing):
		status.Missing, status.Reason, status.Install = missing.Tool, missing.Reason, missing.Install
		status.Path = missing.Path
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
