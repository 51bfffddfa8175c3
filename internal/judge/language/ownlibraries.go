package language

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// ownLibraries are the libraries of the user, outside the system's directories, to which a source refers.
type ownLibraries struct {
	// Paths are where compilers and programs are told to look for them, in this order.
	paths []string
	// shown are the directories that boxes have to show, at their own paths.
	shown []string
	// stamps change when a file of a library does.
	stamps []string
	// crates are the options for the crates of the project around a source.
	crates []string
}

// ownLibraries finds those libraries of the user to which a layout refers. Programs of packages get none but installed
// packages: a package brings what it needs, and its programs are not the user's.
func (b *Builder) ownLibraries(ctx context.Context, row *Language, tools Toolchain, l *layout, ofPackage bool) (ownLibraries, error) {
	var found ownLibraries
	if b.Strangers {
		return found, nil
	}
	var own []string
	if !ofPackage {
		own = slices.Concat(row.libraryPlaces(tools), l.around)
	}
	for i, place := range slices.Concat(own, tools.Installed) {
		library, err := tools.usable(place)
		if err != nil {
			b.warnOnce(place, err)
		}
		if library == "" || !l.refersTo(library, row) {
			continue
		}
		stamp := treeStamp(library)
		paths, err := b.pathsOf(ctx, library, stamp, row)
		if err != nil {
			return found, err
		}
		if i < len(own) {
			found.paths = append(found.paths, paths...)
		}
		found.stamps = append(found.stamps, library, stamp)
		dir := paths[0]
		if isRegular(dir) {
			dir = filepath.Dir(dir)
		}
		if visible := slices.Concat(systemFolders, tools.Roots, found.shown); !slices.ContainsFunc(visible, func(root string) bool { return fsutil.IsBelow(root, dir) }) {
			found.shown = append(found.shown, dir)
		}
	}
	return found, nil
}

// libraryPlaces are where the user's libraries may lie: those of the configuration, of options for compilers and of
// variables of the environment.
func (l *Language) libraryPlaces(tools Toolchain) []string {
	places := slices.Concat(l.Libraries, l.Flags.places())
	for _, command := range l.Compile {
		places = append(places, command.places()...)
	}
	for _, variable := range l.LibraryVariables {
		name, pattern, isAbove := strings.Cut(variable, "/")
		for _, place := range filepath.SplitList(tools.environment.Get(name)) {
			if !isAbove {
				places = append(places, place)
				continue
			}
			found, _ := filepath.Glob(filepath.Join(globQuoted(place), filepath.FromSlash(pattern))) // the pattern is valid
			places = append(places, found...)
		}
	}
	for i := range places {
		places[i] = tools.atHome(places[i])
	}
	// Those that the toolchain finds by itself need no variable.
	return slices.DeleteFunc(places, func(place string) bool { return slices.Contains(tools.Installed, place) })
}

// placesAround returns the directories of libraries beside a source and beside the directories around it.
func (l *Language) placesAround(source Source) []string {
	if l.LibraryDirectory == "" {
		return nil
	}
	var places []string
	for _, dir := range source.around() {
		if place := filepath.Join(dir, l.LibraryDirectory); exists(place) {
			places = append(places, place)
		}
	}
	return places
}

// around returns the directory of a source and those above, from below; none if the source has no place on this machine.
func (s *Source) around() []string {
	if len(s.Files) == 0 || s.Files[0].Path == "" {
		return nil
	}
	dir, err := filepath.Abs(filepath.Dir(s.Files[0].Path))
	if err != nil {
		return nil // the working directory is gone
	}
	dirs := []string{dir}
	for above := filepath.Dir(dir); above != dir; above = filepath.Dir(dir) {
		dir = above
		dirs = append(dirs, dir)
	}
	return dirs
}

// includeOptions are the options of compilers that name a directory of headers or libraries.
var includeOptions = []string{"-isystem", "-iquote", "-idirafter", "-I", "-L"}

// withPlaces replaces the directories that options name, in the same word or in the next one. Without a directory the
// option goes, too.
func (w Words) withPlaces(replace func(place string) string) Words {
	var words Words
	for i := 0; i < len(w); i++ {
		option := slices.IndexFunc(includeOptions, func(option string) bool { return strings.HasPrefix(w[i], option) })
		if option < 0 {
			words = append(words, w[i])
			continue
		}
		name := includeOptions[option]
		place := strings.TrimPrefix(w[i], name)
		if place == "" && i+1 < len(w) {
			i++
			place = w[i]
		}
		if place = replace(place); place != "" {
			words = append(words, name+place)
		}
	}
	return words
}

// withoutPlaces removes the options that name directories.
func (w Words) withoutPlaces() Words { return w.withPlaces(func(string) string { return "" }) }

// places returns the directories that options name.
func (w Words) places() []string {
	var places []string
	w.withPlaces(func(place string) string {
		places = append(places, place)
		return place
	})
	return places
}

// usable returns the real path of a library, or "" if there is none. The error says why one is not obeyed: it would show
// private files, or other users can write to it.
func (t *Toolchain) usable(place string) (library string, err error) {
	library, err = filepath.EvalSymlinks(place)
	if err != nil || !filepath.IsAbs(place) { // such as -I{prepared}
		return "", nil
	}
	if isSystem(library) || slices.ContainsFunc(t.Roots, func(root string) bool { return fsutil.IsBelow(root, library) }) {
		return library, nil
	}
	if t.isPrivate(library) {
		return "", hint.Errorf("name the directory below it that holds the library",
			"the libraries in %s are ignored: programs in the sandbox would see all files of yours there", place)
	}
	if err := fsutil.Trusted(library); err != nil {
		return "", hint.Errorf("let only yourself write there: chmod -R go-w "+hint.Quote(place), "the libraries in %s are ignored: %w", place, err)
	}
	return library, nil
}

// warnOnce logs a warning about a path or a command the first time.
func (b *Builder) warnOnce(about string, err error) {
	if _, told := b.untrusted.LoadOrStore(about, true); !told {
		b.Log.Warn(err.Error(), "remedy", hint.Of(err))
	}
}

// WarnOfAbsence warns of the libraries and flags of the user that a source has here and would lack on another machine.
func (b *Builder) WarnOfAbsence(ctx context.Context, source Source) {
	row, err := b.Table.Detect(source)
	if err != nil || source.OfPackage {
		return // the judge there reports it
	}
	if len(row.Flags) > 0 {
		b.warnOnce("flags of "+row.ID, hint.Errorf("judge on this machine to have them: leave out --on",
			"the flags %s of your row %s do not apply on the workers of a hub", strings.Join(row.Flags, " "), row.ID))
	}
	tools, err := b.toolchain(ctx, row)
	if err != nil {
		tools = Toolchain{environment: b.Environment}
	}
	laid, err := b.newLayout(row, tools, source)
	if err != nil {
		return
	}
	own, err := b.ownLibraries(ctx, row, tools, laid, false)
	if err != nil {
		return
	}
	for _, dir := range own.shown {
		b.warnOnce("absence of "+dir, hint.Errorf("put the files beside the source, so that they go along, or leave out --on",
			"%s refers to libraries in %s, which the workers of a hub do not have", source.Files[0].Name, dir))
	}
}

// LibraryPlace is a place of the user's libraries.
type LibraryPlace struct {
	Language string // its name for users
	Path     string
	Err      error // why it is not obeyed, or nil
}

// LibraryPlaces lists the places of the user's libraries, for the toolchains of this machine.
func (b *Builder) LibraryPlaces(ctx context.Context) []LibraryPlace {
	var listed []LibraryPlace
	for _, row := range b.Table.Languages() {
		if b.Table.isSanitized(row) {
			continue
		}
		tools, err := b.toolchain(ctx, row)
		if err != nil {
			continue // without it, nothing uses them
		}
		for _, place := range row.libraryPlaces(tools) {
			library, err := tools.usable(place)
			if library != "" || err != nil {
				listed = append(listed, LibraryPlace{row.Name, place, err})
			}
		}
		for _, place := range tools.Installed {
			if library, err := tools.usable(place); library != "" && !isSystem(library) {
				listed = append(listed, LibraryPlace{row.Name, place, err})
			}
		}
	}
	return listed
}

// pathsOf returns what leads to a library: its directory, and the archives in it. An archive is copied, so that boxes
// show no other files of its directory. The stamp is that of the library.
func (b *Builder) pathsOf(ctx context.Context, library, stamp string, row *Language) ([]string, error) {
	if !isRegular(library) {
		return append([]string{library}, row.archivesIn(library)...), nil
	}
	name := filepath.Base(library)
	dir, err := b.Cache.Make(ctx, cache.NewHash("library 1").Text(library).Text(stamp).Key(), func(dir string) error {
		return fsutil.Copy(library, filepath.Join(dir, name), os.O_EXCL, 0o644)
	})
	return []string{filepath.Join(dir, name)}, err
}

// archivesIn lists the archives directly in a directory that are libraries themselves.
func (l *Language) archivesIn(dir string) []string {
	if l.LibraryArchives == "" {
		return nil
	}
	entries, _ := os.ReadDir(dir) // one that cannot be read has none
	var archives []string
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), l.LibraryArchives) {
			archives = append(archives, filepath.Join(dir, entry.Name()))
		}
	}
	return archives
}

// refersTo reports whether the files of a layout mention something in a library by its name: a directory or a file
// without its endings, or a package of an archive. A mention that is no reference does no harm.
func (l *layout) refersTo(library string, row *Language) bool {
	archives := row.archivesIn(library)
	if isRegular(library) {
		archives = []string{library}
	}
	if slices.ContainsFunc(archives, func(archive string) bool { return slices.ContainsFunc(packagesIn(archive), l.mentions) }) {
		return true
	}
	entries, _ := os.ReadDir(library) // one that cannot be read has none
	return slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		name, _, _ := strings.Cut(entry.Name(), ".")
		return name != "" && name != cachedBytecode && l.mentions(name)
	})
}

// mentions reports whether a name occurs as a word in a file.
func (l *layout) mentions(name string) bool {
	return slices.ContainsFunc(l.files, func(file File) bool {
		for text := file.Data; ; {
			before, after, found := bytes.Cut(text, []byte(name))
			if !found {
				return false
			}
			last, _ := utf8.DecodeLastRune(before)
			next, _ := utf8.DecodeRune(after)
			if !isOfWord(last) && !isOfWord(next) {
				return true
			}
			text = after
		}
	})
}

func isOfWord(char rune) bool { return char == '_' || unicode.IsLetter(char) || unicode.IsDigit(char) }

// packagesIn lists the packages with classes in an archive, with dots: "com.google.gson".
func packagesIn(archive string) []string {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return nil // the compiler reports it
	}
	defer reader.Close()
	packages := map[string]bool{}
	for _, file := range reader.File {
		dir, name := path.Split(file.Name)
		if class, is := strings.CutSuffix(name, ".class"); is {
			packages[cmp.Or(strings.ReplaceAll(strings.Trim(dir, "/"), "/", "."), class)] = true
		}
	}
	return slices.Collect(maps.Keys(packages))
}

// cachedBytecode is where Python keeps what it compiled.
const cachedBytecode = "__pycache__"

// treeStamp returns a value that changes when a file or a directory below a path does.
func treeStamp(root string) string {
	hash := sha256.New()
	_ = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			fmt.Fprintln(hash, name, err)
			return nil
		}
		if entry.IsDir() && (entry.Name() == cachedBytecode || entry.Name() == ".git") {
			return filepath.SkipDir
		}
		fmt.Fprintln(hash, name, stamp(name))
		return nil
	})
	return hex.EncodeToString(hash.Sum(nil))
}

// mounts shows the libraries at their own paths.
func (o *ownLibraries) mounts(name string) []sandbox.Mount {
	var mounts []sandbox.Mount
	for i, dir := range o.shown {
		mounts = append(mounts, sandbox.Mount{Name: fmt.Sprintf("%s-library%d", name, i+1), Host: dir, SamePath: true})
	}
	return mounts
}

// value is that of the placeholder: a list of paths, as the variables of compilers and interpreters hold it.
func (o *ownLibraries) value() []string {
	if len(o.paths) == 0 {
		return nil
	}
	return []string{strings.Join(o.paths, string(os.PathListSeparator))}
}
