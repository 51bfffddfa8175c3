package workspace

import (
	"log/slog"

	"grundy/internal/environment"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
)

// Config says where a person's things lie and how programs are to be run. All but the log may be left out.
type Config struct {
	// Environment is the person's: it names the folders below that are not given, and the toolchains.
	Environment environment.Variables
	// Problems is the folder of problem packages: "" for the nearest one, or else the problems of the binary.
	Problems string
	// Sandbox is the kind of sandbox that is wished for, "" for the best one.
	Sandbox backend.Wish
	// Required is the weakest isolation that will do, "" for any.
	Required sandbox.Tier
	// Jobs is how many programs run at the same time, each on a core of its own; 0, and what is more than the cores, for
	// one on each.
	Jobs int
	// Folders, where they are not those of the environment.
	Folders Folders
	// Log takes what people should know of: what is weaker, slower or lost.
	Log *slog.Logger
	// Executor does the jobs, given a folder for a while; nil has the judge of this machine do them.
	Executor func(scratch string) (Executor, error)
}

// Folders are where a person's things lie.
type Folders struct {
	// Cache is where builds and unpacked packages are kept.
	Cache string
	// Data is where the history is kept.
	Data string
	// Configuration holds languages.yaml and templates.
	Configuration string
	// Temporary is the folder for temporary files; a folder of the person's own is made in it.
	Temporary string
}
