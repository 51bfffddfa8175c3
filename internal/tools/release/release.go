package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// file is an entry of an archive, named by slashes below the archive's only directory.
type file struct {
	name       string
	executable bool
	content    []byte
}

// byName orders the files of an archive.
func byName(a, b file) int { return cmp.Compare(a.name, b.name) }

// release packs the repository's commit for the platforms: an archive for each, or a wheel. They appear in out when all are
// complete, the checksums last; files with other names stay.
func release(ctx context.Context, repository, out string, platforms []platform, wheels bool) (err error) {
	scratch, err := os.MkdirTemp("", "grundy-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	source, err := checkOut(ctx, repository, filepath.Join(scratch, "source"))
	if err != nil {
		return err
	}
	packed := contents(wheel)
	if !wheels {
		// The program itself prints its manual page and completions.
		program, err := source.build(ctx, platform{runtime.GOOS, runtime.GOARCH}, filepath.Join(scratch, "here"))
		if err != nil {
			return err
		}
		common, err := commonFiles(ctx, source, program)
		if err != nil {
			return err
		}
		packed = archiveWith(common)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	staging, err := os.MkdirTemp(out, ".release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staging)
	var names []string
	var sums strings.Builder
	slices.SortFunc(platforms, func(a, b platform) int { return cmp.Compare(a.String(), b.String()) })
	for _, p := range slices.Compact(platforms) {
		name, sum, err := pack(ctx, source, p, packed, staging, filepath.Join(scratch, p.os+"-"+p.arch))
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		names = append(names, name)
		fmt.Fprintf(&sums, "%x  %s\n", sum, name)
	}
	names = append(names, "SHA256SUMS")
	if err := os.WriteFile(filepath.Join(staging, "SHA256SUMS"), []byte(sums.String()), 0o644); err != nil {
		return err
	}
	for _, name := range names {
		if err := os.Rename(filepath.Join(staging, name), filepath.Join(out, name)); err != nil {
			return err
		}
	}
	return nil
}

// contents returns the name and the files of an archive with a program of some content, and the licences of its parts.
type contents func(source checkout, p platform, program build, content []byte, licences []file) (name string, files []file, err error)

// archiveWith returns the contents of archives that have files in common.
func archiveWith(common []file) contents {
	return func(_ checkout, p platform, program build, content []byte, licences []file) (string, []file, error) {
		folder := fmt.Sprintf("grundy-%s-%s-%s", program.version, p.os, p.arch)
		files := slices.Concat(licences, []file{{p.program(), true, content}}, common)
		for i := range files {
			files[i].name = path.Join(folder, files[i].name)
		}
		slices.SortFunc(files, byName)
		if p.os == "windows" {
			return folder + ".zip", files, nil
		}
		return folder + ".tar.gz", files, nil
	}
}

// pack writes the archive of one platform into a directory and returns its name and the checksum of its bytes.
func pack(ctx context.Context, source checkout, p platform, packed contents, dir, scratch string) (string, []byte, error) {
	program, err := source.build(ctx, p, scratch)
	if err != nil {
		return "", nil, err
	}
	content, err := os.ReadFile(program.path)
	if err != nil {
		return "", nil, err
	}
	notices, err := licences(ctx, source, program.modules)
	if err != nil {
		return "", nil, err
	}
	name, files, err := packed(source, p, program, content, notices)
	if err != nil {
		return "", nil, err
	}
	format := writeZip
	if strings.HasSuffix(name, ".tar.gz") {
		format = writeTar
	}
	archive, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return "", nil, err
	}
	defer archive.Close()
	sum := sha256.New()
	if err := format(io.MultiWriter(archive, sum), files, source.time); err != nil {
		return "", nil, fmt.Errorf("write %s: %w", name, err)
	}
	return name, sum.Sum(nil), archive.Close()
}

// copied are the files and directories of the commit that each archive contains: the README and all that it links to.
var copied = []string{"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs"}

// commonFiles returns the files that are the same on all platforms.
func commonFiles(ctx context.Context, source checkout, program build) ([]file, error) {
	var files []file
	for _, printed := range []struct {
		name string
		args []string
	}{
		{"man/man1/grundy.1", []string{"man"}},
		{"completions/grundy.bash", []string{"completion", "bash"}},
		{"completions/_grundy", []string{"completion", "zsh"}},
		{"completions/grundy.fish", []string{"completion", "fish"}},
	} {
		content, err := program.run(ctx, printed.args...)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: printed.name, content: content})
	}
	for _, name := range copied {
		err := filepath.WalkDir(filepath.Join(source.dir, name), func(at string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			below, err := filepath.Rel(source.dir, at)
			files = append(files, file{name: filepath.ToSlash(below), content: content})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
