package language

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// A toolchain counts as found when it builds its row's hello in a box and the program ends well there. A command that
// prints a version is not enough: it may only lead to another one, which is missing or which boxes cannot read.

// helloLimits bound the trial far above what any toolchain takes.
var helloLimits = Limits{Time: time.Minute, Memory: 2 * bytesize.GiB}

// helloProcesses is enough for runtimes that declare no number of processes.
const helloProcesses = 64

// helloKey is the cache key of a successful trial. Boxes of one tier may read files that those of another cannot.
func (b *Builder) helloKey(row *Language, tools Toolchain) cache.Key {
	hash := cache.NewHash("hello 3").Text(string(b.Tier)).Text(string(tools.key(row))).Texts(tools.identity()).Text(row.Hello)
	for _, command := range append(row.Compile, row.Run, row.Options) {
		hash.Texts(command)
	}
	return hash.Texts(tools.environ(row.CompileEnv, nil)).Texts(tools.environ(row.Env, nil)).Key()
}

// tried reports whether no trial is needed.
func (b *Builder) tried(row *Language, tools Toolchain) bool {
	if row.Hello == "" {
		return true
	}
	_, known := b.Cache.Get(b.helloKey(row, tools))
	return known
}

// try builds and runs a row's hello. A failure is a MissingError. It is not cached, since the remedy may be anywhere.
func (b *Builder) try(ctx context.Context, box sandbox.Box, row *Language, tools Toolchain, load float64) error {
	unlock := b.lock("hello " + row.ID)
	defer unlock()
	if b.tried(row, tools) { // by another call
		return nil
	}
	source := Source{Files: []File{{Name: "hello" + row.endings()[0], Data: []byte(row.Hello)}}}
	laid, err := b.newLayout(row, tools, source)
	if err != nil {
		return err
	}
	limits := helloLimits
	limits.Load = load
	job := &job{builder: b, box: box, layout: laid, tools: tools, limits: limits}
	_, err = b.Cache.Put(b.helloKey(row, tools), func(dir string) error { return job.greet(ctx, dir) })
	if failed := (*CompileError)(nil); errors.As(err, &failed) {
		return b.broken(row, tools, cmp.Or(firstLine(failed.Log), failed.Reason))
	}
	return err
}

// greet builds and runs hello in an empty directory, and leaves nothing there. The error is also a CompileError if
// hello does not run.
func (j *job) greet(ctx context.Context, dir string) error {
	if err := j.build(ctx, dir); err != nil {
		return err
	}
	program := &Program{Language: j.layout.row, Dir: filepath.Join(dir, programDir), Entry: j.layout.entry, tools: j.tools}
	mounts := program.Mounts("program")
	log, err := newLog()
	if err != nil {
		return err
	}
	result, err := j.box.Run(ctx, sandbox.Spec{
		Args: program.Args(j.box, mounts[0], j.limits.Memory), Env: program.Env(), Mounts: mounts,
		Stdout: log.writer, Stderr: log.writer,
		Limits: program.Limits(sandbox.Limits{
			CPU: j.limits.Time, Wall: j.limits.wall(), Memory: j.limits.Memory,
			Output: fileLimit, Processes: helloProcesses,
		}),
	})
	said := log.close()
	if err != nil {
		return j.unstarted(fmt.Errorf("try %s: %w", j.layout.row.Name, err))
	}
	if reason := j.failure(result, said); reason != "" {
		return &CompileError{Language: j.layout.row, Log: said, Reason: reason}
	}
	return errors.Join(os.RemoveAll(program.Dir), os.Remove(filepath.Join(dir, recordFile)))
}

// broken returns the error for a toolchain that exists but does not work.
func (b *Builder) broken(row *Language, tools Toolchain, said string) *MissingError {
	tool, found := row.tools()[0], Command{}
	for _, name := range row.tools() {
		if command := tools.Commands[name]; command.Name != "" {
			tool, found = command.Name, command
			break
		}
	}
	missing := &MissingError{
		Language: row.Name, Tool: "a working " + tool, Reason: tool + " does not work: " + strings.TrimSuffix(said, "."), Path: found.Found,
		Install: cmp.Or(remedy(found), row.installation(b.Environment)),
	}
	if b.Table.isSanitized(row) {
		missing.Tool, missing.Reason = tool+" with sanitizers", tool+" does not work with the sanitizers: "+strings.TrimSuffix(said, ".")
		missing.Install = strings.TrimPrefix(missing.Install+", or put a compiler that has them first in PATH", ", or ")
	}
	return missing
}

// unstarted turns a toolchain command that boxes cannot start into an error of the toolchain, and passes on other
// errors.
func (j *job) unstarted(err error) error {
	var failed *sandbox.StartError
	if !errors.As(err, &failed) {
		return err
	}
	if j.layout.row.bringsOwnScripts() {
		return &CompileError{Language: j.layout.row, Reason: fmt.Sprintf("the sandbox cannot start %s: %v; a script begins with #!/bin/sh", failed.Command, failed.Err)}
	}
	missing := j.builder.broken(j.layout.row, j.tools, fmt.Sprintf("the sandbox cannot start %s: %v", failed.Command, failed.Err))
	if errors.Is(failed, fs.ErrPermission) {
		missing.Install = "let other users execute it: chmod -R go+rX " + hint.Quote(j.tools.prefix(failed.Command))
	}
	return missing
}

// launchers are commands that only start the real one, by the directories that they lie in, with what makes them
// work.
var launchers = []struct{ name, remedy string }{
	{"rustup", "rustup default stable"},
	{"pyenv", "pyenv global VERSION; pyenv versions lists them"},
	{"rbenv", "rbenv global VERSION; rbenv versions lists them"},
	{"nodenv", "nodenv global VERSION; nodenv versions lists them"},
	{"plenv", "plenv global VERSION; plenv versions lists them"},
	{"jenv", "jenv global VERSION; jenv versions lists them"},
	{"asdf", "choose a version in ~/.tool-versions; asdf list shows them"},
	{"mise", "mise use --global TOOL@VERSION; mise ls lists them"},
	{"sdkman", "sdk default CANDIDATE VERSION; sdk list CANDIDATE shows them"},
	{"nvm", "nvm install --lts"},
	{"volta", "volta install TOOL"},
}

// remedy says how to make a launcher find a toolchain; it returns "" for other commands.
func remedy(command Command) string {
	real, err := filepath.EvalSymlinks(command.Found)
	if err != nil {
		real = command.Found
	}
	for _, launcher := range launchers {
		for _, path := range []string{command.Found, real} {
			for element := range strings.SplitSeq(filepath.ToSlash(path), "/") {
				if strings.TrimPrefix(element, ".") == launcher.name {
					return launcher.remedy
				}
			}
		}
	}
	return ""
}

// firstLine returns the first line that says something, bounded.
func firstLine(text string) string {
	const most = 200
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if len(line) > most {
		return strings.ToValidUTF8(line[:most], "") + "…"
	}
	return line
}
