package language

import (
	"grundy/internal/judge/sandbox"
)

// Language is a row of the table of toolchains. The row format is documented in languages.yaml, which holds the
// built-in rows.
type Language struct {
	// ID names the row: "cpp". It is the code of the ICPC list unless Code says otherwise.
	ID string `yaml:"-"`
	// Name is shown to users: "C++".
	Name string `yaml:"name"`
	// Code is the code of the ICPC list, used in lists of allowed languages and for include directories. Default: the
	// ID.
	Code string `yaml:"code"`

	Recognition    `yaml:",inline"`
	Building       `yaml:",inline"`
	ToolchainRules `yaml:",inline"`
	LibraryRules   `yaml:",inline"`
	Needs          `yaml:",inline"`

	// Tested says that the project's own tests exercise the row.
	Tested bool `yaml:"tested"`
	// Proved says that all programs of make languages got their verdicts with the row's toolchain.
	Proved bool `yaml:"proved"`
}

// Recognition says which files are sources of a language.
type Recognition struct {
	// Extensions are the file endings, with their dot, that identify the language.
	Extensions []string `yaml:"extensions"`
	// Also are endings that belong to its sources but do not identify it.
	Also []string `yaml:"also"`
	// Interpreters are the names that a shebang line may give.
	Interpreters []string `yaml:"interpreters"`
	// Content distinguishes the language from others with the same ending.
	Content Pattern `yaml:"content"`
	// Main finds the main file among several by its content.
	Main Pattern `yaml:"main"`
}

// Building says how sources become a program, and how it starts.
type Building struct {
	// Options decide how the sources are built, such as their standard. The profile of a site has others.
	Options Words `yaml:"options"`
	// Flags are the user's own options, in addition to those.
	Flags Words `yaml:"flags"`
	// Compile are the commands that build or check the sources, run in their directory one after the other.
	Compile Commands `yaml:"compile"`
	// Run starts the program.
	Run Words `yaml:"run"`
	// CompileEnv and Env are added to the small environment of compilers and programs.
	CompileEnv map[string]Words `yaml:"compile-env"`
	Env        map[string]Words `yaml:"env"`
	// Files are added to the sources, unless these bring their own.
	Files map[string]string `yaml:"files"`
	// LineDirective is the line before a single source that gives the compiler its {name}. The source itself gets a name that
	// hides no library, since that of its file names a module.
	LineDirective string `yaml:"line-directive"`
	// GoModule says that the sources form a Go module, to which Libraries are added.
	GoModule bool `yaml:"go-module"`
	// Prepare speeds up every compilation. It runs once for each version of the toolchain; without a Command it is
	// unused.
	Prepare Preparation `yaml:"prepare"`
}

// ToolchainRules say how to find, describe, try and install what a language is built and run with.
type ToolchainRules struct {
	// Version prints the toolchain's version, and VersionPattern finds it in the output.
	Version        Words   `yaml:"version"`
	VersionPattern Pattern `yaml:"version-pattern"`
	// Root prints the directories of a toolchain whose command is only a link or a script that selects one.
	Root Words `yaml:"root"`
	// Requires are parts that the toolchain must have besides its commands, by the names that users know.
	Requires map[string]Probe `yaml:"requires"`
	// Optional options become placeholders: they are used if the toolchain supports them.
	Optional map[string]Choice `yaml:"optional"`
	// Hello is a program that shows that the toolchain works. With "" a printed version suffices.
	Hello string `yaml:"hello"`
	// Install lists the packages of the toolchain, by the command of the package manager.
	Install map[string]string `yaml:"install"`
	// URL is where to get the toolchain otherwise.
	URL string `yaml:"url"`
	// Otherwise is the ID of the row to use if this one's toolchain is missing.
	Otherwise string `yaml:"otherwise"`
	// Sanitized is the ID of the row that builds the same with run-time checks.
	Sanitized string `yaml:"sanitized"`
}

// LibraryRules say how sources find libraries, and what hides or misses one.
type LibraryRules struct {
	// Libraries are the user's own: directories, and archives. LibraryVariables are environment variables that list
	// more of them, or, as NAME/PATTERN, directories around them. Directories called LibraryDirectory beside the source, or
	// beside a directory around it, hold more. Files with the ending LibraryArchives in such directories are libraries
	// themselves.
	Libraries        Places   `yaml:"libraries"`
	LibraryVariables []string `yaml:"library-variables"`
	LibraryDirectory string   `yaml:"library-directory"`
	LibraryArchives  string   `yaml:"library-archives"`
	// Installed prints the directories of packages that were installed for the language, and variables that lead there.
	Installed Words `yaml:"installed"`
	// Crates builds the crates of the project of Cargo around a source.
	Crates Words `yaml:"crates"`
	// Missing finds the name of a library in what the toolchain says when it does not find it.
	Missing Pattern `yaml:"missing"`
	// Offers are the libraries for which the row exists beside another one of the same sources, by the names that Missing
	// finds.
	Offers []string `yaml:"offers"`
	// Modules prints the names of the language's own modules, which a source file of that name would hide.
	Modules Words `yaml:"modules"`
}

// Needs are what a language's runtime takes in addition to the program itself.
type Needs struct {
	// TimeMultiplier and MemoryMultiplier scale a problem's limits.
	TimeMultiplier   float64 `yaml:"time-multiplier"`
	MemoryMultiplier float64 `yaml:"memory-multiplier"`
	// Processes is how many processes and threads the runtime needs at least.
	Processes int `yaml:"processes"`
	// RuntimeFile is the size of the largest file that the runtime creates for itself, such as machine code in
	// memory.
	RuntimeFile Size `yaml:"runtime-file"`
}

// Probe asks a toolchain whether a command succeeds and prints something that matches.
type Probe struct {
	Command Words   `yaml:"command"`
	Prints  Pattern `yaml:"prints"`
}

// Flag is an option that is used if all its probes succeed.
type Flag struct {
	Add  Words   `yaml:"add"`
	When []Probe `yaml:"when"`
	// With is a command that the option makes the toolchain start, or "". It must lie where every box shows it.
	With string `yaml:"with"`
}

// Choice is a list of flags; the first usable one applies.
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

// Preparation is a directory that is made once for each version of a toolchain and shown to compilers as {prepared}.
type Preparation struct {
	// When must match the sources; without a match they compile without the preparation.
	When Pattern `yaml:"when"`
	// Files are the sources of the preparation. Command makes {prepared} from them.
	Files   map[string]string `yaml:"files"`
	Command Commands          `yaml:"command"`
}

// Places are paths. A single one need not be written as a list.
type Places []string

// UnmarshalYAML reads a path or a list of paths.
func (p *Places) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if unmarshal(&one) == nil {
		*p = Places{one}
		return nil
	}
	return unmarshal((*[]string)(p))
}

func (l *Language) limits(limits sandbox.Limits) sandbox.Limits {
	if limits.Processes > 0 {
		limits.Processes = max(limits.Processes, l.Processes)
	}
	limits.RuntimeFile = max(limits.RuntimeFile, l.RuntimeFile.Size)
	return limits
}
