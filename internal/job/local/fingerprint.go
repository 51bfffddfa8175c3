package local

import (
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

	"grundy/internal/judge/language"
)

// fingerprint is a hash of a program. It does not depend on what compilers record about the sources. It includes the
// sources only of a program that is not compiled.
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

// hashSections adds the sections of an ELF file except the notes, in which Go's linker stores a hash of the sources.
// It returns false for other files.
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
