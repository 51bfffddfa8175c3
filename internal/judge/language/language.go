package language

import (
	"grundy/internal/judge/sandbox"
)

// Language is a row of the table of toolchains. The row format is documented in languages.yaml, which holds the
// built-in rows.
type Language struct {
	// ID names the row: "cpp". It is the code of the ICPC list unless Code says otherwise.
	ID string `yaml:"-"`
	// Name is for people: "C++".
	Name string `yaml:"name"`
	// Code is the code of the ICPC list that lists of allowed languages and include folders go by; the ID by default.
	Code string `yaml:"code"`

	// Extensions are the file endings that decide for the language, with their dot.
	Extensions []string `yaml:"extensions"`
	// Also are endings that belong to its sources without deciding.
	Also []string `yaml:"also"`
	// Interpreters are the names that a shebang line may give.
	Interpreters []string `yaml:"interpreters"`
	// Content tells the language from others with the same ending.
	Content Pattern `yaml:"content"`
	// Main finds the main file among several by its content.
	Main Pattern `yaml:"main"`

	// Compile are the commands that build or check the sources, run in their folder one after the other.
	Compile Commands `yaml:"compile"`
	// Run starts the program.
	Run Words `yaml:"run"`
	// CompileEnv and Env are added to the small environment of compilers and programs.
	CompileEnv map[string]Words `yaml:"compile-env"`
	Env        map[string]Words `yaml:"env"`
	// Files are laid beneath the sources unless they have their own.
	Files map[string]string `yaml:"files"`
	// GoModule tells that the sources form a Go module, around which Libraries are laid.
	GoModule bool `yaml:"go-module"`

	// Version prints the toolchain's version, VersionPattern finds it.
	Version        Words   `yaml:"version"`
	VersionPattern Pattern `yaml:"version-pattern"`
	// Root prints the folders of a toolchain whose command is only a link or a script that selects one.
	Root Words `yaml:"root"`
	// Requires are parts that the toolchain must have besides its commands, by their name for people.
	Requires map[string]Probe `yaml:"requires"`
	// Flags become placeholders: options that are used where the toolchain can.
	Flags map[string]Choice `yaml:"flags"`
	// Prepare makes what speeds up every compilation, once for each version of the toolchain; none without a Command.
	Prepare Preparation `yaml:"prepare"`
	// Modules prints the names of the language's own modules, which a file of the source with that name would hide.
	Modules Words `yaml:"modules"`
	// Hello is a program that shows that the toolchain works, "" where that it tells its version must do.
	Hello string `yaml:"hello"`
	// Install says how to get the toolchain, by the package manager's command: the packages' names.
	Install map[string]string `yaml:"install"`
	// URL is where to get it otherwise.
	URL string `yaml:"url"`
	// Otherwise is the ID of the row that is used when this one's toolchain is missing.
	Otherwise string `yaml:"otherwise"`
	// Sanitized is the ID of the row that builds the same with checks of what the program does at run time.
	Sanitized string `yaml:"sanitized"`

	// TimeMultiplier and MemoryMultiplier scale a problem's limits.
	TimeMultiplier   float64 `yaml:"time-multiplier"`
	MemoryMultiplier float64 `yaml:"memory-multiplier"`
	// Processes is the number of processes and threads that the runtime needs at least.
	Processes int `yaml:"processes"`
	// RuntimeFile is the size of the largest file that the runtime makes for itself, such as one in memory for machine code.
	RuntimeFile Size `yaml:"runtime-file"`
	// Tested tells that the row is exercised by the project's own tests.
	Tested bool `yaml:"tested"`
}

// Probe is a question to a toolchain: does a command, which must succeed, print something that matches?
type Probe struct {
	Command Words   `yaml:"command"`
	Prints  Pattern `yaml:"prints"`
}

// Flag is an option that is added where all probes say yes.
type Flag struct {
	Add  Words   `yaml:"add"`
	When []Probe `yaml:"when"`
	// With is a command that the option has the toolchain start, "" for none. It must lie where every box shows it.
	With string `yaml:"with"`
}

// Choice are flags of which the first one that can be used is.
type Choice []Flag

// UnmarshalYAML reads a list of flags. A single one need not be written as a list.
func (c *Choice) UnmarshalYAML(unmarshal func(any) error) error {
	var value any
	if err := unmarshal(&value); err != nil {
		return err
	}
	if _, several := value.([]any); several {
		return unmarshal((*[]Flag)(c))
	}
	*c = make(Choice, 1)
	return unmarshal(&(*c)[0])
}

// Preparation is a folder that is made once for each version of a toolchain and shown to compilers as {prepared}.
type Preparation struct {
	// When is looked for in the sources; without a match they compile without.
	When Pattern `yaml:"when"`
	// Files are the sources of the preparation, Command makes {prepared} from them.
	Files   map[string]string `yaml:"files"`
	Command Commands          `yaml:"command"`
}

func (l *Language) limits(limits sandbox.Limits) sandbox.Limits {
	if limits.Processes > 0 {
		limits.Processes = max(limits.Processes, l.Processes)
	}
	limits.RuntimeFile = max(limits.RuntimeFile, l.RuntimeFile.Size)
	return limits
}
