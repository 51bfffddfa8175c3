package runner

import (
	"context"
	"maps"
	"strconv"
	"sync"
	"time"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// programs holds the built programs of packages. The key is made from the source, since packages change while a judge
// runs.
type programs struct {
	mu     sync.Mutex
	builds map[cache.Key]*programBuild
}

// programBuild is the one build of a program, shared by all callers. A failed build is not kept, since what was
// missing may be installed later.
type programBuild struct {
	mu      sync.Mutex        // held while it is built
	program *language.Program // nil until a build has succeeded
	ended   time.Time
}

// programAge is how long a build is used before the builder is asked again. The builder's cache may drop a build
// after a day.
const programAge = time.Hour

// build returns the entry of a build, and drops entries that are too old.
func (p *programs) build(key cache.Key) *programBuild {
	p.mu.Lock()
	defer p.mu.Unlock()
	if found := p.builds[key]; found != nil {
		return found
	}
	maps.DeleteFunc(p.builds, func(_ cache.Key, b *programBuild) bool {
		if !b.mu.TryLock() {
			return false // a build is under way
		}
		defer b.mu.Unlock()
		return !b.ended.IsZero() && !b.recent()
	})
	if p.builds == nil {
		p.builds = map[cache.Key]*programBuild{}
	}
	made := &programBuild{}
	p.builds[key] = made
	return made
}

func (b *programBuild) recent() bool { return time.Since(b.ended) < programAge }

// packageProgram builds a program of a package, or returns an earlier build.
func (j *Judge) packageProgram(ctx context.Context, p *problem.Problem, program problem.Program, want priority) (*language.Program, error) {
	source, err := job.ReadProgram(program)
	if err != nil {
		return nil, &job.PackageError{Program: program.Name, Err: err}
	}
	return j.tool(ctx, p, program.Name, source, want)
}

// outputValidator builds a checker, an interactor or a visualizer of a package, with constants substituted, or
// returns an earlier build.
func (j *Judge) outputValidator(ctx context.Context, p *problem.Problem, program problem.Program, want priority) (*language.Program, error) {
	source, err := job.ReadValidator(p, program)
	if err != nil {
		return nil, &job.PackageError{Program: program.Name, Err: err}
	}
	return j.tool(ctx, p, program.Name, source, want)
}

// Tool builds a program that serves a problem without being part of its model, such as a generator. The error is a
// *job.PackageError if the source is faulty or the toolchain is missing.
func (j *Judge) Tool(ctx context.Context, p *problem.Problem, name string, source language.Source) (*language.Program, error) {
	return j.tool(ctx, p, name, source, urgent)
}

func (j *Judge) tool(ctx context.Context, p *problem.Problem, name string, source language.Source, want priority) (*language.Program, error) {
	source.Legacy, source.Tool, source.OfPackage = p.Format.IsLegacy(), true, p.Format != problem.Plain
	limits := language.Limits{Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory}
	key, err := j.programKey(source, limits)
	if err != nil {
		return nil, &job.PackageError{Program: name, Err: err}
	}
	b := j.programs.build(key)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.program != nil && b.recent() {
		return b.program, nil
	}
	if cancelled := context.Cause(ctx); cancelled != nil {
		return nil, cancelled
	}
	b.program, err = j.compile(ctx, source, limits, want)
	b.ended = time.Now()
	if cancelled := context.Cause(ctx); cancelled != nil {
		return nil, cancelled
	}
	if err != nil {
		return nil, &job.PackageError{Program: name, Err: err}
	}
	return b.program, nil
}

// programKey identifies a build by its inputs.
func (j *Judge) programKey(source language.Source, limits language.Limits) (cache.Key, error) {
	hash := cache.NewHash("program").Text(source.Language).Text(source.Entrypoint).Text(strconv.FormatBool(source.Legacy))
	hash.Text(strconv.FormatBool(source.Sanitize))
	hash.Number(int64(limits.Time)).Number(int64(limits.Memory))
	for _, file := range source.All() {
		if file.Data != nil {
			hash.Text(file.Name).Text("").Bytes(file.Data)
			continue
		}
		sum, err := j.digests.File("", file.Path)
		if err != nil {
			return "", err
		}
		hash.Text(file.Name).Text(sum)
	}
	return hash.Key(), nil
}
