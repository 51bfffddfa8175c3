package language

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"grundy/internal/store/cache"
)

// preparationTime bounds the wall time of a preparation. The slowest is Go's standard library, some twenty seconds of
// CPU time.
const preparationTime = 20 * time.Minute

// errPreparing says that a preparation took longer than preparationTime.
var errPreparing = fmt.Errorf("the toolchain did not end within %v: is the machine busy with other things?", preparationTime)

// failureFile marks a preparation that failed, so that builds do not try it again.
const failureFile = "failed"

// prepared returns the directory of the row's preparation, which it makes if necessary, or "" if the source needs
// none.
//
// The command runs on the host, like the queries for versions: its input is the table's and no submission's.
// Compilers in the sandbox see the result read-only, so that no submission can poison later ones.
func (b *Builder) prepared(ctx context.Context, l *layout, tools Toolchain) (string, error) {
	preparation := l.row.Prepare
	if len(preparation.Command) == 0 || !preparation.wanted(l) {
		return "", nil
	}
	known := l.row.preparing(tools, l.flags)
	key := preparation.key(l.row, tools, known)
	dir, made := b.Cache.Get(key)
	switch {
	case made:
	case preparation.isOptional():
		b.prepareMeanwhile(ctx, l.row, tools, known, key)
		return "", nil
	default:
		var err error
		dir, err = b.makeShared(ctx, "prepare "+l.row.ID, l.row, key, func(dir string) error {
			return preparation.make(ctx, l.row, tools, known, dir)
		})
		if err != nil {
			return "", fmt.Errorf("prepare %s: %w", l.row.Name, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, failureFile)); err == nil {
		b.Log.Debug("compiling without the preparation that speeds it up", "language", l.row.Name, "reason", string(text))
		return "", nil
	}
	return dir, nil
}

// makeShared makes a cache entry that builds in a row's language share, unless it is there. The name is that of the lock under
// which it is made. Meanwhile Preparing names the language.
func (b *Builder) makeShared(ctx context.Context, name string, row *Language, key cache.Key, make func(dir string) error) (string, error) {
	defer b.lock(name)()
	return b.Cache.Make(ctx, key, func(dir string) error {
		b.preparing.Store(row.Name, true)
		defer b.preparing.Delete(row.Name)
		return make(dir)
	})
}

// prepareMeanwhile begins a preparation that later builds use, while the present one goes on without it.
func (b *Builder) prepareMeanwhile(ctx context.Context, row *Language, tools Toolchain, known values, key cache.Key) {
	if _, begun := b.begun.LoadOrStore(key, true); begun {
		return
	}
	ctx = context.WithoutCancel(ctx) // the build may be over first
	b.background.Go(func() {
		_, err := b.Cache.Make(ctx, key, func(dir string) error { return row.Prepare.make(ctx, row, tools, known, dir) })
		if err != nil {
			b.begun.Delete(key)
			b.Log.Debug("compiling without the preparation that speeds it up", "language", row.Name, "reason", err)
		}
	})
}

// Wait returns when the preparations that builds began are made.
func (b *Builder) Wait() { b.background.Wait() }

// preparing returns the placeholders of the commands that prepare a row. Directories of headers matter to no header of
// the toolchain.
func (l *Language) preparing(tools Toolchain, flags Words) values {
	return values(tools.Optional).with(values{"options": l.Options, "flags": flags.withoutPlaces()})
}

// isOptional reports whether builds can do without the preparation, more slowly.
func (p Preparation) isOptional() bool { return p.When.text != "" }

// Preparing returns the name of a language for which something that all later builds share is being compiled, such as
// its standard library, or "".
func (b *Builder) Preparing() string {
	var names []string
	for name := range b.preparing.Range {
		names = append(names, name.(string))
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names)
}

// wanted reports whether a source benefits from the preparation.
func (p Preparation) wanted(l *layout) bool {
	if !p.isOptional() {
		return true
	}
	return slices.ContainsFunc(l.files, func(file File) bool { return p.When.matches(file.Data) })
}

func (p Preparation) key(row *Language, tools Toolchain, known values) cache.Key {
	hash := cache.NewHash("preparation 2").Texts(tools.identity())
	for _, command := range p.Command {
		hash.Texts(command.expand(known))
	}
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		hash.Text(name).Text(p.Files[name])
	}
	return hash.Texts(tools.environ(row.CompileEnv, nil)).Key()
}

// diskFull returns the system's error if a program printed it; no locale translates it here.
func diskFull(printed []byte) error {
	for _, number := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT} {
		if bytes.Contains(bytes.ToLower(printed), []byte(number.Error())) {
			return number
		}
	}
	return nil
}

// writeFiles writes files, which are named with slashes, into a directory.
func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (p Preparation) make(ctx context.Context, row *Language, tools Toolchain, known values, dir string) error {
	if err := writeFiles(dir, p.Files); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, preparationTime, errPreparing)
	defer cancel()
	known = known.with(values{"prepared": {dir}})
	// What a killed compiler leaves vanishes with the draft of the cache entry.
	temporary := filepath.Join(dir, "tmp")
	if err := os.Mkdir(temporary, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	for _, words := range p.Command {
		args := tools.resolve(words).expand(known)
		command := exec.CommandContext(ctx, args[0], args[1:]...)
		command.Env = append(tools.environ(row.CompileEnv, known), "TMPDIR="+temporary, "HOME="+temporary) // any user could place settings in /tmp
		command.Dir = dir
		command.WaitDelay = time.Second
		printed, err := runGuarded(command)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			if full := diskFull(printed); full != nil {
				return full // not the toolchain's fault
			}
			return os.WriteFile(filepath.Join(dir, failureFile), printed, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// prepares reports whether every build has to wait for a preparation that has not been made yet.
func (b *Builder) prepares(row *Language, tools Toolchain) bool {
	if len(row.Prepare.Command) == 0 || row.Prepare.isOptional() {
		return false
	}
	_, made := b.Cache.Get(row.Prepare.key(row, tools, row.preparing(tools, nil)))
	return !made
}
