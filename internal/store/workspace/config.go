package workspace

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/environment"
	"grundy/internal/games"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// Config says where the user's files are and how programs are to be run. Everything except Log is optional.
type Config struct {
	// Environment is the user's environment: it provides the directories that are not given below, and the toolchains.
	Environment environment.Variables
	// Problems is the directory of problem packages; "" for the nearest one, or else the built-in problems.
	Problems string
	// Templates is the directory of the user's templates; "" for the configuration directory.
	Templates string
	// Plain contains settings for plain directories.
	Plain Plain
	// Profiles choose the site by whose compilers and limits solutions are judged.
	Profiles Profiles
	// Strangers reports that the programs are those of other people, who have no part in the user's libraries and flags.
	Strangers bool
	// KeepRuns is how many judgements the history keeps; 0 stores no new ones.
	KeepRuns int
	// Now is the clock; nil for the system's.
	Now func() time.Time
	// Sandbox is the requested kind of sandbox; "" for the best one.
	Sandbox backend.Preference
	// Required is the weakest acceptable isolation; "" for any.
	Required sandbox.Tier
	// Jobs is how many programs run at the same time, each on a core of its own. 0, or more than there are cores, means
	// one on each core.
	Jobs int
	// SharesCores reports that this process shares the cores of the machine with the user's other judges that set it too: no
	// two of them run programs on one core at the same time.
	SharesCores bool
	// Games are the parts that know the games of problems; without them, the workspace knows no game.
	Games games.Registry
	// Prebuilt finds the programs that are part of the executable; nil finds none.
	Prebuilt language.Prebuilt
	// Folders replace the directories of the environment if set.
	Folders Folders
	// Log takes messages for the user: what is weaker, slower or lost.
	Log *slog.Logger
	// Executor opens the executor of the workspace's jobs; nil means the judge of this machine.
	Executor func(ctx context.Context, w *Workspace) (Executor, error)
}

// Plain contains the user's settings for directories of inputs and answers without settings of their own. Zero values
// mean the defaults.
type Plain struct {
	Time time.Duration
	// TimeSource is where Time comes from, for messages.
	TimeSource     string
	Memory, Output bytesize.Size
	// IgnoreCase makes comparisons ignore upper and lower case.
	IgnoreCase bool
}

// set applies the user's settings to a problem that was read from a plain directory, where the directory does not set
// them.
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

// Folders are the user's directories.
type Folders struct {
	// Cache contains builds and unpacked packages.
	Cache string
	// Data contains the history.
	Data string
	// Configuration contains config.yaml, languages.yaml and templates.
	Configuration string
	// Temporary is the directory for temporary files; the workspace makes a directory of the user's own in it.
	Temporary string
}
