package mutate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"grundy/internal/cache"
	"grundy/internal/language"
	"grundy/internal/sandbox"
	"grundy/runner"
)

// Builder builds what another one builds, refuses mutants that become the same program as their original, and in the end
// forgets the builds of mutants: there are many, and nobody needs them again.
type Builder struct {
	builder runner.Builder
	builds  Forgetter

	mu       sync.Mutex
	original language.Source
	sum      string      // of the original's program, "" before it is built
	made     []cache.Key // builds of mutants that were not there before
}

// Forgetter removes a build that the builder keeps.
type Forgetter interface{ Remove(key cache.Key) }

// NewBuilder wraps a builder. Builds is where it keeps what it built.
func NewBuilder(builder runner.Builder, builds Forgetter) *Builder {
	return &Builder{builder: builder, builds: builds}
}

// SameProgramError is returned by Build for a mutant that becomes the same program as its original.
type SameProgramError struct{}

func (*SameProgramError) Error() string { return "the mutant is the same program as the original" }

// expect says of which source the following ones are mutants.
func (b *Builder) expect(original language.Source) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.original, b.sum = original, ""
}

// Build builds a source.
func (b *Builder) Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error) {
	program, err := b.builder.Build(ctx, box, source, limits)
	if err != nil || !b.isVariant(source) {
		return program, err
	}
	sum, err := fingerprint(program, source)
	if err != nil {
		return nil, fmt.Errorf("compare the mutant with the original: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isOriginal(source) {
		b.sum = sum
		return program, nil
	}
	if !program.Cached {
		b.made = append(b.made, program.Key)
	}
	if sum == b.sum {
		return nil, &SameProgramError{}
	}
	return program, nil
}

// Close forgets the builds of all mutants. None may be running.
func (b *Builder) Close() error {
	for _, key := range b.made {
		b.builds.Remove(key)
	}
	b.made = nil
	return nil
}

// isVariant tells the original and its mutants, which are in memory, from the checkers of the problem.
func (b *Builder) isVariant(source language.Source) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(source.Files) > 0 && slices.EqualFunc(source.Files, b.original.Files, func(f, g language.File) bool {
		return f.Name == g.Name && f.Data != nil && g.Data != nil
	})
}

func (b *Builder) isOriginal(source language.Source) bool {
	return slices.EqualFunc(source.Files, b.original.Files, func(f, g language.File) bool { return bytes.Equal(f.Data, g.Data) })
}

// fingerprint is a hash of a program that does not depend on what compilers note about its sources, which lie beside a
// compiled program and are the program elsewhere.
func fingerprint(program *language.Program, source language.Source) (string, error) {
	isSource := func(name string) bool {
		return slices.ContainsFunc(source.Files, func(f language.File) bool { return f.Name == name })
	}
	compiled := strings.HasPrefix(program.Language.Run[0], "{program}/")
	sum := sha256.New()
	err := filepath.WalkDir(program.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(program.Dir, path)
		if err != nil || compiled && isSource(filepath.ToSlash(name)) {
			return err
		}
		fmt.Fprintf(sum, "%s\x00", name)
		if hashSections(sum, path) {
			return nil
		}
		data, err := os.ReadFile(path)
		sum.Write(data)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}

// hashSections adds the sections of an ELF file but for the notes: Go's linker writes a hash of the sources there. It
// returns false for other files.
func hashSections(sum hash.Hash, path string) bool {
	file, err := elf.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	fmt.Fprintf(sum, "%d\x00", file.Entry)
	for _, section := range file.Sections {
		if section.Type == elf.SHT_NOTE {
			continue
		}
		fmt.Fprintf(sum, "%s %d %d\x00", section.Name, section.Addr, section.Size)
		if section.Type != elf.SHT_NOBITS {
			data, err := section.Data()
			if err != nil {
				return false
			}
			sum.Write(data)
		}
	}
	return true
}
