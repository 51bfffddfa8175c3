package job

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Package is the part of a problem that its programs depend on, without locations: its model, and its files by
// digest. It leaves out statements, submissions and other reading matter, so that it stays the same when they change.
type Package struct {
	// Files are in the order in which the model names them.
	Files []PackageFile
	// Problem has names of Files, and of directories of them, in place of paths.
	Problem problem.Problem
}

// PackageFile is one file.
type PackageFile struct {
	Name string // slash-separated, relative to the directory of the package
	// Digest is its SHA-256 in hexadecimal.
	Digest string
	Size   int64
	// Executable reports that it may be started.
	Executable bool
}

// Digests returns the SHA-256 of a file in hexadecimal. Links cannot lead out of the directory.
type Digests interface {
	File(dir, path string) (string, error)
}

// Digest names a package: packages with the same digest judge alike.
func (p *Package) Digest() (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("name package %q: %w", p.Problem.ID, err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// Proof proves that a user has the package: its digest alone does not suffice to make one.
func (p *Package) Proof(person string) (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("prove that package %q is here: %w", p.Problem.ID, err)
	}
	return proof(text, person), nil
}

// Proof is the proof for a package which Unpack laid out.
func Proof(dir, person string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, descriptionName))
	if err != nil {
		return "", fmt.Errorf("open a package: %w", err)
	}
	return proof(text, person), nil
}

// The description is not the key: HMAC reduces a long key to its SHA-256, which is the package's name.
func proof(description []byte, person string) string {
	sum := hmac.New(sha256.New, []byte(person))
	sum.Write(description)
	return hex.EncodeToString(sum.Sum(nil))
}

// Pack describes a problem, and returns the path on this machine of each of its files, by digest. Files outside the
// problem's directory get a directory of their own.
func Pack(p *problem.Problem, digests Digests) (*Package, map[string]string, error) {
	k := &packer{dir: p.Dir, repository: fsutil.RepositoryOf(p.Dir), digests: digests, names: map[string]string{}, places: map[string]string{}, added: map[string]bool{}}
	k.packed.Problem = problem.Problem{
		ID: p.ID, Format: p.Format, Names: p.Names, Type: p.Type, Limits: p.Limits, Languages: p.Languages,
		AllowFileWriting: p.AllowFileWriting, Files: p.Files, Idleness: p.Idleness, Constants: p.Constants, Entry: p.Entry,
		Output: problem.OutputJudge{Dialect: p.Output.Dialect, IgnoreCase: p.Output.IgnoreCase},
	}
	packed := &k.packed.Problem
	packed.Data = k.group(p.Data)
	for _, c := range p.ValidatorCases {
		packed.ValidatorCases = append(packed.ValidatorCases, problem.ValidatorCase{
			Case: *k.testCase(&c.Case), Kind: c.Kind, Output: k.file(c.Output),
		})
	}
	packed.Output.Programs = k.programs(p.Output.Programs)
	packed.InputValidators = k.programs(p.InputValidators)
	packed.AnswerValidators = k.programs(p.AnswerValidators)
	packed.StaticValidator = k.program(p.StaticValidator)
	packed.Grader = k.program(p.Grader)
	packed.InputVisualizer = k.program(p.InputVisualizer)
	packed.OutputVisualizer = k.program(p.OutputVisualizer)
	for _, code := range slices.Sorted(maps.Keys(p.Includes)) {
		if packed.Includes == nil {
			packed.Includes = map[string]string{}
		}
		packed.Includes[code] = k.folder(p.Includes[code], language.FolderFiles)
	}
	if k.err != nil {
		return nil, nil, fmt.Errorf("describe package %q: %w", p.ID, k.err)
	}
	return &k.packed, k.places, nil
}

// packer collects a package. After the first error it does nothing more.
type packer struct {
	dir string
	// repository is where programs may have files that they share with other packages.
	repository string
	digests    Digests
	packed     Package
	names      map[string]string // of files and directories, by path
	places     map[string]string // paths, by digest
	added      map[string]bool   // files, by name
	err        error
}

func (k *packer) group(g *problem.Group) *problem.Group {
	if g == nil {
		return &problem.Group{}
	}
	packed := *g
	packed.Groups, packed.Cases = nil, nil
	// Package verify checks legacy scores, and JSON has no infinite numbers.
	packed.Grading.RangeMin, packed.Grading.RangeMax = 0, 0
	for _, c := range g.Cases {
		packed.Cases = append(packed.Cases, k.testCase(c))
	}
	for _, child := range g.Groups {
		packed.Groups = append(packed.Groups, k.group(child))
	}
	return &packed
}

func (k *packer) testCase(c *problem.Case) *problem.Case {
	packed := new(problem.Case)
	*packed = withoutFiles(c)
	packed.Unshipped = c.Unshipped
	if len(c.Unshipped) == 0 { // the others cannot be judged
		packed.Input, packed.Answer = k.file(c.Input), k.file(c.Answer)
	}
	if c.AnswerWanted != "" {
		packed.AnswerWanted = path.Base(c.AnswerWanted) // only the fact that it is missing counts
	}
	if c.Files != "" {
		packed.Files = k.folder(c.Files, allFiles)
	}
	return packed
}

func (k *packer) programs(list []problem.Program) []problem.Program {
	var packed []problem.Program
	for _, program := range list {
		moved := problem.Program{Name: program.Name, Language: program.Language, Sanitize: program.Sanitize}
		for _, file := range program.Files {
			moved.Files = append(moved.Files, k.file(file))
		}
		if info, err := os.Stat(program.Path); err == nil && info.IsDir() {
			moved.Path = k.folder(program.Path, language.FolderFiles)
		} else if err == nil {
			moved.Path = k.file(program.Path)
			k.headers(program.Path)
		} else if program.Files == nil && k.err == nil {
			// Building it will report that it is missing.
			moved.Path = k.name(program.Path)
		}
		packed = append(packed, moved)
	}
	return packed
}

// program adds an optional program.
func (k *packer) program(p *problem.Program) *problem.Program {
	if p == nil {
		return nil
	}
	return &k.programs([]problem.Program{*p})[0]
}

// headers adds the files that a single-file source includes from its directory.
func (k *packer) headers(host string) {
	source, err := language.ReadWithBeside(host)
	if err != nil && k.err == nil {
		k.err = err
	}
	for _, header := range source.Beside {
		k.add(path.Join(path.Dir(k.name(host)), header.Name), header.Path)
	}
}

// name returns the name of a file or directory in the package.
func (k *packer) name(host string) string {
	if name, known := k.names[host]; known {
		return name
	}
	name, err := filepath.Rel(k.dir, host)
	if name = filepath.ToSlash(name); err != nil || !fs.ValidPath(name) || name == "." || strings.HasPrefix(name, elsewhere+"/") {
		name = path.Join(elsewhere, strconv.Itoa(len(k.names)), filepath.Base(host))
	}
	k.names[host] = name
	return name
}

// elsewhere is the directory for files outside the problem's directory.
const elsewhere = ".elsewhere"

// file adds a file, "" for none.
func (k *packer) file(host string) string {
	if host == "" || k.err != nil {
		return ""
	}
	if name, known := k.names[host]; known {
		return name
	}
	name := k.name(host)
	k.add(name, host)
	return name
}

func (k *packer) add(name, host string) {
	if k.err != nil || k.added[name] {
		return
	}
	k.added[name] = true
	info, err := os.Stat(host)
	if err != nil {
		k.err = err
		return
	}
	within := k.repository
	if strings.HasPrefix(name, "data/") {
		within = k.dir
	}
	sum, err := k.digests.File(within, host)
	if err != nil {
		k.err = err
		return
	}
	k.places[sum] = host
	k.packed.Files = append(k.packed.Files, PackageFile{name, sum, info.Size(), info.Mode()&0o111 != 0})
}

// folder adds the files of a directory.
func (k *packer) folder(host string, list func(string) ([]language.File, error)) string {
	name := k.name(host)
	files, err := list(host)
	if err != nil && k.err == nil {
		k.err = err
	}
	for _, file := range files {
		k.add(path.Join(name, file.Name), file.Path)
	}
	return name
}

// allFiles lists the regular files below a directory.
func allFiles(dir string) ([]language.File, error) {
	var files []language.File
	err := filepath.WalkDir(dir, func(host string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, host)
		files = append(files, language.File{Name: filepath.ToSlash(name), Path: host})
		return err
	})
	return files, err
}

// The contents of an unpacked package's directory: its description, and a directory with its files.
const (
	descriptionName = "package.json"
	filesName       = "files"
)

// Unpack lays a package out in a new directory. Fetch writes the file of a digest to a new path. Open opens it.
func (p *Package) Unpack(dir string, fetch func(digest, path string) error) error {
	text, err := json.Marshal(p)
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, filesName), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, descriptionName), text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("unpack package %q: %w", p.Problem.ID, err)
	}
	for _, file := range p.Files {
		if !fs.ValidPath(file.Name) || file.Name == "." {
			return fmt.Errorf("unpack package %q: %q is not a name for a file", p.Problem.ID, file.Name)
		}
		host := filepath.Join(dir, filesName, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(host), 0o755); err != nil {
			return fmt.Errorf("unpack package %q: %w", p.Problem.ID, err)
		}
		if err := fetch(file.Digest, host); err != nil {
			return fmt.Errorf("unpack package %q: %s: %w", p.Problem.ID, file.Name, err)
		}
		mode := fs.FileMode(0o644)
		if file.Executable {
			mode = 0o755
		}
		if err := os.Chmod(host, mode); err != nil {
			return fmt.Errorf("unpack package %q: %w", p.Problem.ID, err)
		}
	}
	return nil
}

// Open opens a package that Unpack laid out. The description is untrusted: a name in it that leads out of the
// directory is an error.
func Open(dir string) (*problem.Problem, error) {
	text, err := os.ReadFile(filepath.Join(dir, descriptionName))
	if err != nil {
		return nil, fmt.Errorf("open a package: %w", err)
	}
	var p Package
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("open a package: %w", err)
	}
	unpacked := p.Problem
	unpacked.Dir = filepath.Join(dir, filesName)
	if unpacked.Data == nil {
		return nil, fmt.Errorf("open package %q: it has no test data", p.Problem.ID)
	}
	u := &unpacker{dir: unpacked.Dir}
	u.group(unpacked.Data)
	for i := range unpacked.ValidatorCases {
		c := &unpacked.ValidatorCases[i]
		u.testCase(&c.Case)
		u.place(&c.Output)
	}
	for _, programs := range [][]problem.Program{unpacked.Output.Programs, unpacked.InputValidators, unpacked.AnswerValidators} {
		for i := range programs {
			u.program(&programs[i])
		}
	}
	for _, program := range []*problem.Program{unpacked.StaticValidator, unpacked.Grader, unpacked.InputVisualizer, unpacked.OutputVisualizer} {
		if program != nil {
			u.program(program)
		}
	}
	for code, folder := range unpacked.Includes {
		u.place(&folder)
		unpacked.Includes[code] = folder
	}
	if u.err != nil {
		return nil, fmt.Errorf("open package %q: %w", p.Problem.ID, u.err)
	}
	return &unpacked, nil
}

// errNothing reports a description that no packer wrote.
var errNothing = errors.New("the description has a hole")

// unpacker turns names into paths, and keeps the first error.
type unpacker struct {
	dir string
	err error
}

func (u *unpacker) place(name *string) {
	if *name == "" {
		return
	}
	// A file that the sender lacks has a name, too: using it reports that it is missing.
	if !fs.ValidPath(*name) || !filepath.IsLocal(filepath.FromSlash(*name)) {
		u.err = cmp.Or(u.err, fmt.Errorf("%q is not a name for a file", *name))
		return
	}
	*name = filepath.Join(u.dir, filepath.FromSlash(*name))
}

func (u *unpacker) group(g *problem.Group) {
	for _, c := range g.Cases {
		if c == nil {
			u.err = cmp.Or(u.err, errNothing)
			return
		}
		u.testCase(c)
	}
	for _, child := range g.Groups {
		if child == nil {
			u.err = cmp.Or(u.err, errNothing)
			return
		}
		u.group(child)
	}
}

func (u *unpacker) testCase(c *problem.Case) {
	u.place(&c.Input)
	u.place(&c.Answer)
	u.place(&c.Files)
}

func (u *unpacker) program(p *problem.Program) {
	u.place(&p.Path)
	for i := range p.Files {
		u.place(&p.Files[i])
	}
}
