package icpc

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// maxText bounds what is read of a hand-written file.
const maxText = 8 << 20

// folder gives access to the files of a package. It hides what the format says to ignore, and links that lead out of
// the package; survey reports both. Programs may share files with other packages of the same Git repository by links.
type folder struct {
	*problem.Report
	dir        string // absolute
	real       string // dir with links resolved
	repository string // the directory of the repository that holds real, or real

	followed map[string]string // targets of the package's directories that were visited
}

// entry is a visible file or directory of a package.
type entry struct {
	name  string // "1.in"
	path  string // below the package, with slashes: "data/secret/1.in"
	isDir bool
}

func (f *folder) abs(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// entries lists a directory in byte order; nothing if it does not exist.
func (f *folder) entries(name string) []entry {
	listed, err := os.ReadDir(f.abs(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.Fail(problem.Position{File: name}, "make the directory readable", "cannot read the directory: %v", problem.Reason(err))
	}
	var entries []entry
	for _, item := range listed {
		e := entry{name: item.Name(), path: path.Join(name, item.Name()), isDir: item.IsDir()}
		if !problem.IsFileName(e.name) {
			continue
		}
		if item.Type()&fs.ModeSymlink != 0 {
			target, err := f.target(e.path)
			if err != nil {
				continue
			}
			e.isDir = target.IsDir()
		}
		entries = append(entries, e)
	}
	return entries
}

// find returns the entry at a path; false if it does not exist or is invisible.
func (f *folder) find(name string) (entry, bool) {
	info, err := f.target(name)
	if err != nil {
		return entry{}, false
	}
	return entry{name: path.Base(name), path: name, isDir: info.IsDir()}, true
}

func (f *folder) isFile(name string) bool { e, ok := f.find(name); return ok && !e.isDir }

func (f *folder) isDir(name string) bool { e, ok := f.find(name); return ok && e.isDir }

// target describes what is at a path after following links; it fails if they lead out of the package or to nothing.
func (f *folder) target(name string) (fs.FileInfo, error) {
	_, info, err := f.follow(path.Clean(name))
	return info, err
}

// follow finds the target of a clean path. If it has followed the parent directory before, it follows only the rest.
func (f *folder) follow(name string) (real string, info fs.FileInfo, err error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", nil, errOutside
	}
	real = f.real
	if name != "." {
		parent, known := f.followed[path.Dir(name)]
		if !known {
			if parent, _, err = f.follow(path.Dir(name)); err != nil {
				return "", nil, err
			}
			f.followed[path.Dir(name)] = parent
		}
		real = filepath.Join(parent, path.Base(name))
	}
	if info, err = os.Lstat(real); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return real, info, err
	}
	if real, err = filepath.EvalSymlinks(real); err != nil {
		return "", nil, err
	}
	root := f.repository
	if name == "data" || strings.HasPrefix(name, "data/") {
		root = f.real
	}
	if !fsutil.IsBelow(root, real) {
		return "", nil, errOutside
	}
	info, err = os.Stat(real)
	return real, info, err
}

var (
	errOutside = errors.New("leads out of the package")
	errTooDeep = errors.New("too deep")
)

// read returns the text of a file; false if it is absent. It reports other failures.
func (f *folder) read(name string) ([]byte, bool) {
	info, err := f.target(name)
	if err != nil || info.IsDir() {
		return nil, false
	}
	if info.Size() > maxText {
		f.Fail(problem.Position{File: name}, "shorten the file", "the file has %d bytes, more than %d", info.Size(), maxText)
		return nil, false
	}
	text, err := os.ReadFile(f.abs(name))
	if err != nil {
		f.Fail(problem.Position{File: name}, "make the file readable", "cannot read the file: %v", problem.Reason(err))
		return nil, false
	}
	return text, true
}

// document parses a YAML file of the package; false if it is absent, empty or faulty.
func (f *folder) document(name string) (yamldoc.Value, bool) {
	text, ok := f.read(name)
	if !ok {
		return yamldoc.Value{}, false
	}
	return f.Parse(name, text)
}

// survey walks the whole package once and reports ignored and rejected names and links, and names that differ in case
// only. It returns false for a package with directories too deep to be read.
func (f *folder) survey() bool {
	folded := map[string]string{}
	err := filepath.WalkDir(f.real, func(full string, item fs.DirEntry, err error) error {
		if full == f.real {
			return nil
		}
		relative, _ := filepath.Rel(f.real, full)
		name := filepath.ToSlash(relative)
		if err != nil {
			f.Fail(problem.Position{File: name}, "make it readable", "cannot read it: %v", problem.Reason(err))
			return nil
		}
		if !problem.IsFileName(item.Name()) {
			// Names such as .git and .DS_Store are expected and ignored silently.
			if !strings.HasPrefix(item.Name(), ".") {
				f.Warn(problem.Position{File: name}, "rename it: letters, digits, _ . - only, and the first a letter, digit or _",
					"the name is not allowed; it is ignored")
			}
			if item.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		alike := path.Join(path.Dir(name), strings.ToLower(item.Name()))
		if other, found := folded[alike]; found {
			f.Warn(problem.Position{File: name}, "rename one of them", "its name differs from %s in case only: Windows and macOS take them for one", path.Base(other))
		}
		folded[alike] = name
		switch mode := item.Type(); {
		case mode.IsDir() && strings.Count(name, "/") >= problem.MaxDepth:
			f.Fail(problem.Position{File: problem.ShortName(name)}, "remove them", "more than %d directories lie in each other", problem.MaxDepth)
			return errTooDeep
		case mode&fs.ModeSymlink != 0:
			f.checkLink(name)
		case !mode.IsDir() && !mode.IsRegular():
			f.Fail(problem.Position{File: name}, "remove it", "neither a file nor a directory")
		}
		return nil
	})
	return err == nil
}

// judged matches files without which submissions would be judged by something else.
var judged = lazyregexp.New(`^(problem\.yaml|(data/(sample|secret)|include|graders|output_validators?|static_validator)(/.*)?)$`)

func (f *folder) checkLink(name string) {
	link, _ := os.Readlink(f.abs(name))
	report := f.Lack // users of the file report that it is missing
	if judged().MatchString(name) {
		report = f.Fail
	}
	switch _, err := f.target(name); {
	case errors.Is(err, errOutside):
		report(problem.Position{File: name}, "copy the file into the package", "the link to %s leads out of the package", link)
	case err != nil:
		report(problem.Position{File: name}, "remove the link or add what it names", "the link to %s leads nowhere", link)
	}
}

// support matches files beside programs that are not programs themselves.
var support = lazyregexp.New(`(?i)^(readme.*|license.*|copying.*|makefile|cmakelists\.txt|__pycache__)$|\.(h|hh|hpp|hxx|md|txt|ya?ml|json|pdf|html|pyc)$`)

// built matches files that compilers make of sources.
var built = lazyregexp.New(`(?i)^a\.out$|\.(class|o|obj|exe|bin|so|dll|dylib|a|lib|pdb|hi|cm[iox])$`)

// stray matches backups by editors, templates, and files that an author disabled.
var stray = lazyregexp.New(`(?i)\.(bak|disabled|old|orig|rej|save|sw[op]|template|tmp)$`)

// IsProgram reports whether a file in a directory of programs is one by its name: no header, document, product of a compiler or
// backup.
func IsProgram(name string) bool {
	return !support().MatchString(name) && !IsBuilt(name) && !stray().MatchString(name)
}

// IsBuilt reports whether a compiler made a file, by its name.
func IsBuilt(name string) bool { return built().MatchString(name) }

// isStray reports whether a file or directory is not meant as a program, and adds a warning.
func (f *folder) isStray(e entry) bool {
	if !e.isDir && IsBuilt(e.name) {
		f.warnOfBuilt(e)
		return true
	}
	if !stray().MatchString(e.name) {
		return false
	}
	f.Lack(problem.Position{File: e.path}, "remove it, or give it the ending of its language", "its ending is not that of a program; it is ignored")
	return true
}

func (f *folder) warnOfBuilt(e entry) {
	f.Warn(problem.Position{File: e.path}, "remove it; packages hold sources", "a compiler made the file; it is ignored")
}

// programs lists the programs of a directory: every file or directory in it is one.
func (f *folder) programs(name string) []problem.Program {
	if f.isProgram(name) {
		return []problem.Program{f.program(name)}
	}
	var programs []problem.Program
	for _, e := range f.entries(name) {
		if !support().MatchString(e.name) && !f.isStray(e) {
			programs = append(programs, f.program(e.path))
		}
	}
	return programs
}

// theProgram returns the program of a directory that contains exactly one: a file, a directory, or several files that
// form the program together.
func (f *folder) theProgram(name string) (problem.Program, bool) {
	if !f.isDir(name) {
		return problem.Program{}, false
	}
	var found, folders []entry
	extra := false
	for _, e := range f.entries(name) {
		switch {
		case f.isStray(e):
		case e.isDir && !support().MatchString(e.name):
			folders = append(folders, e)
			found = append(found, e)
		case support().MatchString(e.name):
			extra = extra || !readme(e.name)
		default:
			found = append(found, e)
		}
	}
	switch {
	case len(found) == 0:
		f.Fail(problem.Position{File: name}, "add the program or remove the directory", "the directory holds no program")
		return problem.Program{}, false
	case f.isProgram(name):
		return f.program(name), true
	case len(folders) > 1:
		f.Fail(problem.Position{File: name}, "keep one of them", "want one program, got %d: %s", len(folders), entryNames(folders))
		return problem.Program{}, false
	case len(found) == 1 && !extra:
		return f.program(found[0].path), true
	}
	return f.program(name), true
}

// isProgram reports whether a directory is itself a program, by its scripts.
func (f *folder) isProgram(name string) bool {
	return f.isFile(path.Join(name, "build")) || f.isFile(path.Join(name, "run"))
}

func (f *folder) program(name string) problem.Program {
	return problem.Program{Name: name, Path: f.abs(name)}
}

func readme(name string) bool { return strings.HasPrefix(strings.ToUpper(name), "README") }

func entryNames(entries []entry) string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.name
	}
	return strings.Join(names, ", ")
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
