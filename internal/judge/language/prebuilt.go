package language

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/store/cache"
)

// Prebuilt finds the programs that are part of the judge's own executable: it becomes one of them when its first argument
// is the one that Prebuilt returns for the program's only source file.
type Prebuilt func(source []byte) (argument string, found bool)

// findPrebuilt returns the argument that makes the judge's executable the program of a source. A source whose language was
// chosen gets the compiler of that language.
func (b *Builder) findPrebuilt(row *Language, source Source) (argument string, found bool, err error) {
	all := source.All()
	if b.Prebuilt == nil || !row.GoModule || source.Language != "" || source.Sanitize || len(all) != 1 {
		return "", false, nil
	}
	text, err := all[0].Read()
	if err != nil {
		return "", false, err
	}
	argument, found = b.Prebuilt(text)
	return argument, found, nil
}

// mustPrepare reports whether a compiler is there, but would compile what all its programs share first, for many seconds.
// Otherwise a compiled program is better than a prebuilt one: it starts in a third of the time.
func (b *Builder) mustPrepare(ctx context.Context, row *Language) bool {
	tools, err := b.toolchain(ctx, row)
	return err == nil && b.prepares(row, tools)
}

// prebuilt returns the program that the judge's executable becomes with an argument. Its key covers the libraries, as
// that of a compiled program does.
func (b *Builder) prebuilt(ctx context.Context, row *Language, source Source, argument string) (*Program, error) {
	laid, err := b.newLayout(row, Toolchain{}, source)
	if err != nil {
		return nil, err
	}
	dir, err := b.executable(ctx)
	if err != nil {
		return nil, fmt.Errorf("copy the judge's executable, which contains %s: %w", source.Files[0].Name, err)
	}
	return &Program{
		Language: row, Dir: dir, Key: laid.hash(cache.NewHash("prebuilt 1")).Key(), Cached: true, argument: argument,
		tools: Toolchain{environment: b.Environment}, files: source.All(),
	}, nil
}

// executable returns a directory that contains a copy of the judge's executable, and nothing else that boxes could see.
func (b *Builder) executable(ctx context.Context) (dir string, err error) {
	defer b.lock("executable")()
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	key := cache.NewHash("executable 1").Text(own).Text(stamp(own)).Key()
	return b.Cache.Make(ctx, key, func(dir string) error {
		return fsutil.Copy(own, filepath.Join(dir, binaryName), os.O_EXCL, 0o755)
	})
}
