package language

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// cargoProject is the project around a source of Rust, whose crates it may use.
type cargoProject struct {
	dir          string
	dependencies map[string]any
	places       []string // the directories where the crates lie, which boxes have to show
	vendored     bool     // one of them is the project's own
}

const (
	cargoManifest = "Cargo.toml"
	cargoLock     = "Cargo.lock"
	vendorDir     = "vendor"
	depsDir       = "deps" // of a preparation of crates
)

// cratesTime bounds how long building the crates of a project may take.
const cratesTime = 10 * time.Minute

// projectAround reads the nearest manifest above a single source. It returns false if there is none with dependencies.
func (t *Toolchain) projectAround(source Source) (cargoProject, bool) {
	if len(source.Files) != 1 || source.Files[0].Path == "" {
		return cargoProject{}, false
	}
	for dir := filepath.Dir(source.Files[0].Path); ; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, cargoManifest)); err == nil {
			var manifest struct{ Dependencies map[string]any }
			if toml.Unmarshal(text, &manifest) != nil || len(manifest.Dependencies) == 0 || fsutil.Trusted(dir) != nil {
				return cargoProject{}, false
			}
			p := cargoProject{dir: dir, dependencies: manifest.Dependencies}
			p.locate(t)
			return p, true
		}
		if dir == filepath.Dir(dir) {
			return cargoProject{}, false
		}
	}
}

// locate finds where the crates lie: beside the project, in it, or where cargo keeps what it fetched.
func (p *cargoProject) locate(t *Toolchain) {
	for _, dependency := range p.dependencies {
		keys, _ := dependency.(map[string]any)
		if place, is := keys["path"].(string); is {
			if !filepath.IsAbs(place) {
				place = filepath.Join(p.dir, place)
			}
			keys["path"] = place
			p.places = append(p.places, place)
		}
	}
	if vendor := filepath.Join(p.dir, vendorDir); exists(vendor) {
		p.places, p.vendored = append(p.places, vendor), true
		return
	}
	for _, kept := range []string{"registry", "git"} {
		if place := filepath.Join(t.cargoHome(), kept); exists(place) {
			p.places = append(p.places, place)
		}
	}
}

func (t *Toolchain) cargoHome() string {
	if home := t.environment.Get("CARGO_HOME"); home != "" {
		return home
	}
	return filepath.Join(t.environment.Home(), ".cargo")
}

// crateNames are the dependencies as sources name them.
func (p *cargoProject) crateNames() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(p.dependencies)) {
		names = append(names, strings.ReplaceAll(name, "-", "_"))
	}
	return names
}

// addCrates builds the crates to which a source refers, once for each state of its project.
func (b *Builder) addCrates(ctx context.Context, box sandbox.Box, row *Language, tools Toolchain, l *layout, source Source, own *ownLibraries) error {
	if len(row.Crates) == 0 || b.Strangers || source.OfPackage {
		return nil
	}
	project, found := tools.projectAround(source)
	if !found || !slices.ContainsFunc(project.crateNames(), l.mentions) {
		return nil
	}
	files, err := project.files()
	if err != nil {
		return err
	}
	hash := cache.NewHash("crates 1").Texts(tools.identity()).Texts(row.Crates)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		hash.Text(name).Text(files[name])
	}
	var mounts []sandbox.Mount
	for i, place := range project.places {
		library, err := tools.usable(place)
		if err != nil {
			b.warnOnce(place, err)
		}
		if library == "" {
			continue
		}
		if !fsutil.IsBelow(tools.cargoHome(), library) {
			hash.Text(treeStamp(library)) // what cargo fetched does not change
		}
		mounts = append(mounts, sandbox.Mount{Name: fmt.Sprintf("crates%d", i+1), Host: library, SamePath: true})
	}
	dir, err := b.makeShared(ctx, "crates "+project.dir, row, hash.Key(), func(dir string) error {
		return project.build(ctx, box, row, tools, files, mounts, dir)
	})
	if err != nil {
		return err
	}
	deps := filepath.Join(dir, depsDir)
	own.shown, own.stamps = append(own.shown, deps), append(own.stamps, string(hash.Key()))
	own.crates = []string{"-L", "dependency=" + deps}
	for _, name := range project.crateNames() {
		if built, _ := filepath.Glob(filepath.Join(globQuoted(deps), "lib"+name+"-*.[rs]*")); len(built) > 0 {
			own.crates = append(own.crates, "--extern", name+"="+built[0])
		}
	}
	return nil
}

// files are a project with the same dependencies and an empty program.
func (p *cargoProject) files() (map[string]string, error) {
	var manifest strings.Builder
	err := toml.NewEncoder(&manifest).Encode(map[string]any{
		"package":      map[string]any{"name": "grundy-crates", "version": "0.0.0", "edition": "2021"},
		"dependencies": p.dependencies,
	})
	files := map[string]string{cargoManifest: manifest.String(), "src/main.rs": "fn main() {}\n"}
	if lock, missing := os.ReadFile(filepath.Join(p.dir, cargoLock)); missing == nil {
		files[cargoLock] = string(lock)
	}
	if p.vendored {
		files[".cargo/config.toml"] = fmt.Sprintf("[source.crates-io]\nreplace-with = \"vendored\"\n\n[source.vendored]\ndirectory = %q\n", filepath.Join(p.dir, vendorDir))
	}
	return files, err
}

// build builds the crates in a box, without network, and puts them into a directory.
func (p *cargoProject) build(
	ctx context.Context, box sandbox.Box, row *Language, tools Toolchain, files map[string]string, mounts []sandbox.Mount, dir string,
) error {
	from, to := filepath.Join(dir, "project"), filepath.Join(dir, "built")
	if err := writeFiles(from, files); err != nil {
		return err
	}
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	log, err := newLog()
	if err != nil {
		return err
	}
	command := tools.beside(row.Crates)
	result, err := box.Run(ctx, sandbox.Spec{
		Args:   command,
		Env:    append(tools.environ(row.CompileEnv, nil), "CARGO_HOME="+tools.cargoHome(), "CARGO_TARGET_DIR=target", "CARGO_NET_OFFLINE=true"),
		Mounts: append(tools.mounts("compiler"), mounts...),
		Copies: []sandbox.Copy{{Host: from, To: "."}},
		Export: to, ExportLimit: resultLimit,
		Stdout: log.writer, Stderr: log.writer,
		Limits: row.limits(sandbox.Limits{CPU: cratesTime, Wall: cratesTime, Memory: 4 * bytesize.GiB, Output: fileLimit, Processes: compileProcesses, OpenFiles: compileFiles}),
	})
	said := log.close()
	if err != nil {
		return fmt.Errorf("build the crates of %s: %w", p.dir, err)
	}
	if result.Exit != 0 || result.Breach != sandbox.NoBreach {
		return &CompileError{
			Language: row, Command: commandLine(command), Log: said, Time: result.Wall,
			Reason: "the crates of " + filepath.Join(p.dir, cargoManifest) + " cannot be built without a network",
			Help:   "fetch them once: cargo fetch --manifest-path " + hint.Quote(filepath.Join(p.dir, cargoManifest)),
		}
	}
	built := filepath.Join(to, "target", "release", depsDir)
	return errors.Join(os.Rename(built, filepath.Join(dir, depsDir)), os.RemoveAll(from), os.RemoveAll(to))
}

// beside resolves a command that lies beside the toolchain's own ones: those in PATH may only select a version.
func (t *Toolchain) beside(command Words) Words {
	for _, known := range slices.Sorted(maps.Keys(t.Commands)) {
		if path := filepath.Join(filepath.Dir(t.Commands[known].Path), command[0]); isRegular(path) {
			return slices.Concat(Words{path}, command[1:])
		}
	}
	return t.resolve(command)
}
