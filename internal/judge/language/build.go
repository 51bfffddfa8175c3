package language

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/environment"
	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// Builder builds programs from sources. Its methods may be called concurrently, each call with a box of its own.
type Builder struct {
	Table     *Table
	Cache     *cache.Cache
	Libraries Libraries
	Log       *slog.Logger
	// Environment is where the judge looks for toolchains: in its PATH, and in variables of version managers.
	Environment environment.Variables
	// Testlib is the testlib.h for sources that include it and bring none. The file need not exist. "" means none.
	Testlib string
	// Prebuilt finds programs that need no compiler; nil finds none.
	Prebuilt Prebuilt
	// Tier is how well the boxes in which programs are built isolate.
	Tier sandbox.Tier
	// Strangers reports that the programs are those of other people: they see no libraries of the user, and the flags
	// of the user's rows do not apply to them.
	Strangers bool

	locks sync.Map // of *sync.Mutex by name, so that what builds share is made once
	// preparing holds the names of the languages that are being prepared.
	preparing sync.Map
	// begun holds the keys of the preparations that builds began, and background waits for them.
	begun      sync.Map
	background sync.WaitGroup
	// untrusted holds the names of the commands and paths that the user was warned of.
	untrusted sync.Map
}

// Bounds of a compilation that no problem sets.
const (
	fileLimit        = 512 * bytesize.MiB
	resultLimit      = 256 * bytesize.MiB
	compileProcesses = 1024
	compileFiles     = 1024 // open ones
	wallFactor       = 2
	wallExtra        = 5 * time.Second
)

// Below the cache entry of a build.
const (
	programDir = "program"
	recordFile = "build.json"
)

// record is what the cache keeps of a build besides its results.
type record struct {
	Command string
	Log     string
	Time    time.Duration
}

// Build builds a program from a source, in the box unless the cache has it. The error is a CompileError if the source
// is faulty, a SourceError if its language is unclear, a MissingError if the toolchain is missing. Any other error
// means that the judge failed.
func (b *Builder) Build(ctx context.Context, box sandbox.Box, source Source, limits Limits) (*Program, error) {
	row, err := b.Table.Detect(source)
	if err != nil {
		return nil, err
	}
	argument, isPrebuilt, err := b.findPrebuilt(row, source)
	if err != nil {
		return nil, err
	}
	if isPrebuilt && (source.Tool || source.Reference) && b.mustPrepare(ctx, row) {
		return b.prebuilt(ctx, row, source, argument)
	}
	wanted := row
	row, tools, err := b.available(ctx, box, row, limits.Load)
	if _, isMissing := errors.AsType[*MissingError](err); isMissing && isPrebuilt {
		return b.prebuilt(ctx, row, source, argument)
	}
	if err != nil {
		return nil, err
	}
	// Files that a problem includes do not count.
	size, err := source.size()
	if err != nil {
		return nil, err
	}
	if limits.Code > 0 && size > limits.Code && !row.isExecutable() {
		reason := fmt.Sprintf("the source has %d bytes, the limit is %s", size, limits.Code)
		return nil, &CompileError{Language: row, Reason: reason}
	}
	row, err = row.adapted(source)
	if err != nil {
		return nil, err
	}
	laid, err := b.newLayout(row, tools, source)
	if err != nil {
		return nil, err
	}
	if !source.OfPackage && !b.Strangers {
		laid.flags = row.Flags.withPlaces(tools.atHome)
	}
	libraries, err := b.ownLibraries(ctx, row, tools, laid, source.OfPackage)
	if err != nil {
		return nil, err
	}

	if err := b.addCrates(ctx, box, row, tools, laid, source, &libraries); err != nil {
		return nil, err
	}

	job := &job{builder: b, box: box, layout: laid, tools: tools, libraries: libraries, limits: limits}
	program := &Program{
		Language: row, Key: job.key(), Entry: laid.entry, tools: tools, libraries: libraries, files: source.All(), renamed: laid.renamed, Sanitized: source.Sanitize,
	}
	program.missingLibrary = func(ctx context.Context, said string) string {
		return b.missingLibrary(ctx, row, tools, source, said)
	}
	dir, cached := b.Cache.Get(program.Key)
	if !cached {
		if dir, err = b.Cache.Put(program.Key, func(dir string) error { return job.build(ctx, dir) }); err != nil {
			if failed, ok := errors.AsType[*CompileError](err); ok {
				failed.Log = program.OwnPaths("", failed.Log)
				if laid.lacksTestlib() {
					failed.Help = TestlibRemedy(b.Testlib)
				} else {
					failed.Help = cmp.Or(program.MissingLibrary(ctx, failed.Log), b.substituted(ctx, wanted, row))
				}
			}
			return nil, err
		}
	}
	kept, err := readRecord(dir)
	if err != nil {
		return nil, err
	}
	program.Dir = filepath.Join(dir, programDir)
	program.SpeaksTestlib = SpeaksTestlib(laid.files) && !laid.row.bringsOwnScripts()
	program.Hides, program.Sources = laid.hides(tools.Modules), laid.copies(source, program.Dir)
	program.Command, program.Log, program.Time, program.Cached = kept.Command, program.OwnPaths("", kept.Log), kept.Time, cached
	return program, nil
}

// available returns the row whose toolchain is used: the given one, or its substitute.
func (b *Builder) available(ctx context.Context, box sandbox.Box, row *Language, load float64) (*Language, Toolchain, error) {
	tools, err := b.working(ctx, box, row, load)
	var missing *MissingError
	if !errors.As(err, &missing) || row.Otherwise == "" {
		return row, tools, err
	}
	if other, found := b.Table.Lookup(row.Otherwise); found {
		if tools, otherErr := b.working(ctx, box, other, load); otherErr == nil {
			if missing.Path != "" { // it is there, so the user expects it
				b.warnOnce(row.ID, hint.Errorf(missing.Install, "%w, so %s stands in", missing, other.Name))
			}
			return other, tools, nil
		}
	}
	return row, tools, err
}

// substituted says which row stands in for the wanted one, and how to get that. It returns "" if none does.
func (b *Builder) substituted(ctx context.Context, wanted, row *Language) string {
	if wanted == row {
		return ""
	}
	_, err := b.toolchain(ctx, wanted)
	missing, lacks := errors.AsType[*MissingError](err)
	if !lacks {
		return ""
	}
	return fmt.Sprintf("built as %s, since %s: %s", row.Name, missing.Reason, missing.Install)
}

// working finds a toolchain that has been shown to work.
func (b *Builder) working(ctx context.Context, box sandbox.Box, row *Language, load float64) (Toolchain, error) {
	tools, err := b.toolchain(ctx, row)
	if err == nil && !b.tried(row, tools) {
		err = b.try(ctx, box, row, tools, load)
	}
	return tools, err
}

// lock makes callers with the same name wait for one another.
func (b *Builder) lock(name string) (unlock func()) {
	mutex, _ := b.locks.LoadOrStore(name, new(sync.Mutex))
	mutex.(*sync.Mutex).Lock()
	return mutex.(*sync.Mutex).Unlock
}

// job is a build that is not in the cache.
type job struct {
	builder *Builder
	box     sandbox.Box
	layout  *layout
	tools   Toolchain
	// libraries are those of the user to which the source refers.
	libraries ownLibraries
	limits    Limits
}

// values returns the placeholders of the compiler's commands.
func (j *job) values() values {
	return j.layout.values(j.tools, j.memory()).with(values{"libraries": j.libraries.value(), "crates": j.libraries.crates})
}

// memory returns the compiler's limit in MiB.
func (j *job) memory() string {
	const unlimited = 2 * bytesize.GiB // for runtimes that need a number
	limit := j.limits.Memory
	if limit <= 0 {
		limit = unlimited
	}
	return strconv.FormatInt(int64(limit/bytesize.MiB), 10)
}

// key hashes everything that decides the results: commands as given, environment, toolchain and sources. A
// preparation is not part of it, since it only makes compilation faster.
func (j *job) key() cache.Key {
	hash := cache.NewHash("build 1").Text(j.layout.row.ID).Text(j.layout.entry)
	known := j.values().with(values{"prepared": {"prepared"}})
	for _, command := range j.layout.commands() {
		hash.Texts(command.expand(known))
	}
	hash.Texts(j.tools.environ(j.layout.row.CompileEnv, known)).Texts(j.tools.identity())
	if libraries := j.libraries; len(libraries.stamps) > 0 {
		hash.Texts(libraries.paths).Texts(libraries.stamps)
	}
	return j.layout.hash(hash).Key()
}

// build compiles into the directory of a cache entry.
func (j *job) build(ctx context.Context, dir string) error {
	result := filepath.Join(dir, programDir)
	if err := os.Mkdir(result, 0o755); err != nil {
		return fmt.Errorf("make a directory for the program: %w", err)
	}
	prepared, err := j.builder.prepared(ctx, j.layout, j.tools)
	if err != nil {
		return err
	}
	var kept record
	commands := j.layout.commands()
	if len(commands) == 0 {
		err = j.layout.stage(result)
	} else {
		kept, err = j.compile(ctx, commands, prepared, result)
	}
	if err != nil {
		return err
	}
	if err := j.requireProgram(result, kept); err != nil {
		return err
	}
	return kept.write(dir)
}

// requireProgram checks that the file to run was produced.
func (j *job) requireProgram(result string, kept record) error {
	name, own := strings.CutPrefix(j.layout.row.Run[0], "{program}/")
	if !own {
		return nil
	}
	name = strings.Join(Words{name}.expand(values{"binary": {binaryName}, "main": {j.layout.entry}}), "")
	if _, err := os.Stat(filepath.Join(result, name)); err != nil {
		return &CompileError{
			Language: j.layout.row, Command: kept.Command, Log: kept.Log, Time: kept.Time,
			Reason: "the compilation made no program " + name,
		}
	}
	return nil
}

// compile runs the commands one after the other. Each starts in the directory that the previous one left; the last
// one's becomes result. The sandbox has closed every file of result when it returns, but a newly written executable
// can still be busy for a moment in a child that another goroutine is forking (golang/go#22315).
func (j *job) compile(ctx context.Context, commands []Words, prepared, result string) (record, error) {
	// Next to the results, so that leftovers of a killed judge vanish with the draft of the cache entry.
	work := result + ".work"
	if err := os.Mkdir(work, 0o755); err != nil {
		return record{}, fmt.Errorf("make a directory for the build: %w", err)
	}
	defer os.RemoveAll(work)

	from := filepath.Join(work, "sources")
	if err := os.Mkdir(from, 0o755); err != nil {
		return record{}, fmt.Errorf("make a directory for the build: %w", err)
	}
	if err := j.layout.stage(from); err != nil {
		return record{}, err
	}
	var done record
	for i, command := range commands {
		to := result
		if i < len(commands)-1 {
			to = filepath.Join(work, strconv.Itoa(i))
			if err := os.Mkdir(to, 0o755); err != nil {
				return record{}, fmt.Errorf("make a directory for the build: %w", err)
			}
		}
		step, err := j.step(ctx, command, prepared, from, to)
		done.add(step)
		if failed := (*CompileError)(nil); errors.As(err, &failed) {
			failed.Command, failed.Log, failed.Time = done.Command, done.Log, done.Time
		}
		if err != nil {
			return record{}, err
		}
		from = to
	}
	return done, nil
}

// step runs one command in a copy of the directory from, and puts its results into the directory to.
func (j *job) step(ctx context.Context, command Words, prepared, from, to string) (record, error) {
	row := j.layout.row
	known := j.values()
	step := record{Command: commandLine(j.tools.resolve(command).expand(known))}
	mounts := slices.Concat(j.tools.mounts("compiler"), j.libraries.mounts("compiler"))
	if prepared != "" {
		mount := sandbox.Mount{Name: "prepared", Host: prepared}
		mounts = append(mounts, mount)
		known["prepared"] = []string{j.box.Path(mount)}
	}

	log, err := newLog()
	if err != nil {
		return step, err
	}
	limits := row.limits(sandbox.Limits{
		CPU: j.limits.Time, Memory: j.limits.Memory, Output: fileLimit, Processes: compileProcesses, OpenFiles: compileFiles,
	})
	if j.limits.Time > 0 {
		limits.Wall = j.limits.wall()
	}
	result, err := j.box.Run(ctx, sandbox.Spec{
		Args:   j.tools.resolve(command).expand(known),
		Env:    j.tools.environ(row.CompileEnv, known),
		Mounts: mounts,
		Copies: []sandbox.Copy{{Host: from, To: "."}},
		Export: to, ExportLimit: resultLimit,
		Stdout: log.writer, Stderr: log.writer,
		Limits: limits,
	})
	step.Log = log.close()
	step.Time = result.Wall
	if err != nil {
		return step, j.unstarted(fmt.Errorf("compile %s: %w", row.Name, err))
	}
	if reason := j.failure(result, step.Log); reason != "" {
		return step, &CompileError{Language: row, Reason: reason}
	}
	return step, nil
}

// tooLarge is what compilers say when a file of theirs exceeds fileLimit.
const tooLarge = "File size limit exceeded"

// failure says why a compilation failed, or returns "".
func (j *job) failure(result sandbox.Result, log string) string {
	switch {
	case result.Breach == sandbox.CPUBreach:
		return fmt.Sprintf("the compiler was killed at %v of CPU time", j.limits.Time)
	case result.Breach == sandbox.WallBreach:
		return fmt.Sprintf("the compiler was killed after %v", j.limits.wall().Round(time.Second))
	case result.Breach == sandbox.MemoryBreach, result.OOMKills > 0:
		return fmt.Sprintf("the compiler was killed at %s of memory", j.limits.Memory)
	case result.Breach == sandbox.OutputBreach:
		return fmt.Sprintf("the compiler made more than %s", resultLimit)
	case result.Exit != 0 && strings.Contains(log, tooLarge):
		return fmt.Sprintf("the program needs a file of more than %s: does it set the values of a large static array?", fileLimit)
	case result.Signal != 0:
		return fmt.Sprintf("the compiler was killed by signal %d", result.Signal)
	case result.Exit != 0:
		return fmt.Sprintf("exit code %d", result.Exit)
	}
	return ""
}

// add appends the record of a further command.
func (r *record) add(step record) {
	r.Command = strings.Join(slices.DeleteFunc([]string{r.Command, step.Command}, isEmpty), " && ")
	r.Log = truncate(r.Log + step.Log)
	r.Time += step.Time
}

func isEmpty(text string) bool { return text == "" }

func (r *record) write(dir string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("store the compiler's output: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, recordFile), text, 0o644); err != nil {
		return fmt.Errorf("store the compiler's output: %w", err)
	}
	return nil
}

func readRecord(dir string) (record, error) {
	var r record
	text, err := os.ReadFile(filepath.Join(dir, recordFile))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		return r, fmt.Errorf("read the compiler's output: %w", err)
	}
	return r, nil
}
