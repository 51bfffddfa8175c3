package workspace

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/environment"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// Config says where a person's things lie and how programs are to be run. All but the log may be left out.
type Config struct {
	// Environment is the person's: it names the folders below that are not given, and the toolchains.
	Environment environment.Variables
	// Problems is the folder of problem packages: "" for the nearest one, or else the problems of the binary.
	Problems string
	// Templates is the folder of a person's own templates, "" for that of the configuration.
	Templates string
	// Plain holds for plain folders.
	Plain Plain
	// KeepRuns is how many judgements the history keeps, 0 for no new ones.
	KeepRuns int
	// Now is the clock, nil for the system's.
	Now func() time.Time
	// Sandbox is the kind of sandbox that is wished for, "" for the best one.
	Sandbox backend.Wish
	// Required is the weakest isolation that will do, "" for any.
	Required sandbox.Tier
	// Jobs is how many programs run at the same time, each on a core of its own; 0, and what is more than the cores, for
	// one on each.
	Jobs int
	// Beside tells that other judges of this person's, which are told so, too, share the cores of this machine: no two of them run
	// programs on one core at the same time.
	Beside bool
	// Folders, where they are not those of the environment.
	Folders Folders
	// Log takes what people should know of: what is weaker, slower or lost.
	Log *slog.Logger
	// Executor opens what does the jobs of a workspace; nil has the judge of this machine do them.
	Executor func(ctx context.Context, w *Workspace) (Executor, error)
}

// Plain is what a person sets for folders of inputs and answers that say nothing of it themselves; what is zero stays as it is
// usual.
type Plain struct {
	Time time.Duration
	// TimeSource says for people where Time comes from.
	TimeSource     string
	Memory, Output bytesize.Size
	// IgnoreCase has outputs compared without regard to upper and lower case.
	IgnoreCase bool
}

// set gives a problem that was read from a plain folder what the person sets and the folder does not.
func (s *Plain) set(p *problem.Problem) {
	if p == nil || p.Format != problem.Plain {
		return
	}
	if s.Time > 0 && p.Limits.TimeSource != plain.SettingsFile {
		p.Limits.Time, p.Limits.TimeSource = s.Time, s.TimeSource
	}
	if s.Memory > 0 && !p.Limits.MemoryStated {
		p.Limits.Memory = s.Memory
	}
	p.Limits.Output = cmp.Or(s.Output, p.Limits.Output)
	p.Output.IgnoreCase = s.IgnoreCase
}

// Folders are where a person's things lie.
type Folders struct {
	// Cache is where builds and unpacked packages are kept.
	Cache string
	// Data is where the history is kept.
	Data string
	// Configuration holds config.yaml, languages.yaml and templates.
	Configuration string
	// Temporary is the folder for temporary files; a folder of the person's own is made in it.
	Temporary string
}
