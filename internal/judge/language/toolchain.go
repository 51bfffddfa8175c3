package language

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/environment"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// Toolchain is what a row needs, as found on this machine.
type Toolchain struct {
	// Version is the version that the toolchain prints, or "".
	Version string
	// Commands are the commands found, by the first word of the row's commands: "g++|clang++".
	Commands map[string]Command
	// Roots are the toolchain's directories outside the system's.
	Roots []string
	// Optional are the row's optional options that the toolchain supports.
	Optional map[string][]string
	// Installed are the directories of packages that were installed for the language, and Leading the variables that
	// lead there, as the row's command prints them.
	Installed, Leading []string
	// InstalledStamps change when something is installed there, which may lead to further directories.
	InstalledStamps []string
	// Modules are the names of the language's own modules, if the row can list them.
	Modules []string
	// Lacks is the name of a required part that is missing, or "".
	Lacks string

	environment environment.Variables // in which the judge looked for it
	broken      string                // the output of a command that exists but does not work, or ""
	late        string                // the first query that took longer than probeTime, or ""
}

// Command is a command that was found.
type Command struct {
	Name string // "clang++"
	// Found is the path found in PATH. Path is what really runs: links and scripts that only select a version are
	// followed.
	Found, Path string
	// FoundStamp and PathStamp change when the files do.
	FoundStamp, PathStamp string
}

// systemFolders are visible in every box, so toolchains there need no mount.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

// sharedPrefixes are directories of package managers whose packages refer to one another.
var sharedPrefixes = []string{"/nix/store", "/gnu/store", "/snap", "/home/linuxbrew/.linuxbrew", "/opt/homebrew"}

// selectors are where version managers record the selected version. They are part of a toolchain's cache key, since
// the command itself does not change when another version is selected.
var selectors = struct{ variables, files []string }{
	variables: []string{
		"PYENV_VERSION", "RBENV_VERSION", "PLENV_VERSION", "NODENV_VERSION", "RUSTUP_TOOLCHAIN", "RUSTUP_HOME", "GOROOT",
		"JAVA_HOME", "VIRTUAL_ENV", "PYTHONUSERBASE", "PYTHONNOUSERSITE",
	},
	files: []string{
		".pyenv/version", ".rbenv/version", ".plenv/version", ".nodenv/version", ".rustup/settings.toml", ".tool-versions",
		".config/mise/config.toml",
	},
}

// ownPackages are where Python keeps the packages that its user installed, below the home directory. Which home that is
// counts only if there are some.
var ownPackages = []string{".local/lib", "Library/Python", "AppData/Roaming/Python"}

// probeTime bounds each query to a toolchain. Tests shorten it.
var probeTime = 20 * time.Second

// toolchain finds what a row needs. The cache keeps the result as long as the commands stay the same, so that the
// next call starts no command. It does not keep failures and missing parts, since the remedy may be anywhere.
func (b *Builder) toolchain(ctx context.Context, row *Language) (Toolchain, error) {
	unlock := b.lock("toolchain " + row.ID)
	defer unlock()

	found := Toolchain{environment: b.Environment}
	first := map[string]Command{}
	for _, tool := range row.tools() {
		command, ok := found.lookUp(tool)
		if !ok {
			b.warnOfUntrusted(tool, "")
			return found, b.missing(row, alternatives(tool))
		}
		first[tool] = command
	}
	var unusable error // says why the first commands will not do
	for _, commands := range found.choices(row, first) {
		for tool, command := range commands {
			b.warnOfUntrusted(tool, command.Name)
		}
		tools, err := b.inspected(ctx, row, commands)
		if err == nil && tools.Lacks != "" {
			err = b.missing(row, tools.Lacks)
		}
		switch {
		case err == nil:
			if broken := (*MissingError)(nil); errors.As(unusable, &broken) && broken.Path != "" {
				b.warnOnce("broken "+row.ID, hint.Errorf(broken.Install, "%w, so another command takes its place", broken))
			}
			return tools, nil
		case tools.broken == "" && tools.Lacks == "" || tools.late != "":
			return tools, cmp.Or(unusable, err)
		case unusable == nil:
			found, unusable = tools, err
		}
	}
	return found, unusable
}

// choices returns the commands to try, by tool: the first ones found, then the others in turn. Another interpreter may have what
// the first one in PATH lacks, or work where that one only names a shop, as python3 does on Windows.
func (t *Toolchain) choices(row *Language, first map[string]Command) []map[string]Command {
	choices := []map[string]Command{first}
	for _, tool := range row.tools() {
		for name := range strings.SplitSeq(tool, "|") {
			if command, found := t.lookUp(name); found && command.Found != first[tool].Found {
				other := maps.Clone(first)
				other[tool] = command
				choices = append(choices, other)
			}
		}
	}
	return choices
}

// inspected returns the toolchain of these commands. Lacks is set if a required part is missing.
func (b *Builder) inspected(ctx context.Context, row *Language, commands map[string]Command) (Toolchain, error) {
	found := Toolchain{Commands: commands, Optional: map[string][]string{}, environment: b.Environment}
	key := found.key(row)
	if known, ok := b.remembered(key); ok {
		known.environment = b.Environment
		return known, nil
	}
	if err := found.inspect(ctx, row); err != nil {
		return found, err
	}
	switch {
	case found.late != "" && (found.broken != "" || found.Lacks != ""):
		return found, b.tooLate(row, found.late)
	case found.broken != "":
		return found, b.broken(row, found, found.broken)
	case found.late != "", found.Lacks != "":
		return found, nil // the next call asks again
	}
	return found, b.remember(key, found)
}

// tooLate returns the error for a toolchain that did not answer in time, which may work all the same.
func (b *Builder) tooLate(row *Language, query string) error {
	return &MissingError{
		Language: row.Name, Tool: "an answer of " + query, Reason: fmt.Sprintf("%s did not end within %v", query, probeTime),
		Install: "try again when the machine is less busy; if it happens again, start the command by hand",
	}
}

func (b *Builder) missing(row *Language, tool string) error {
	return &MissingError{Language: row.Name, Tool: tool, Reason: tool + " was not found", Install: row.installation(b.Environment)}
}

// warnOfUntrusted warns once about each command that precedes the found one in PATH but is not trusted; found is ""
// if no command was found.
func (b *Builder) warnOfUntrusted(tool, found string) {
	for name := range strings.SplitSeq(tool, "|") {
		if err := b.Environment.Untrusted(name); err != nil {
			b.warnOnce(name, err)
		}
		if name == found {
			return
		}
	}
}

// alternatives formats the commands of which one is enough.
func alternatives(tool string) string { return strings.ReplaceAll(tool, "|", " or ") }

// tools returns the first words of all commands that the row cannot do without.
func (l *Language) tools() []string {
	var tools []string
	for _, command := range append(slices.Clone(l.Compile), l.Run) {
		if tool := command.tool(); tool != "" && !slices.Contains(tools, tool) {
			tools = append(tools, tool)
		}
	}
	return tools
}

// installation says how to install the toolchain with this machine's package manager, or where to get it.
func (l *Language) installation(variables environment.Variables) string {
	var hints []string
	for _, m := range managers {
		packages, known := l.Install[m.name]
		if _, err := variables.LookPath(m.command); known && err == nil {
			hints = append(hints, m.install+" "+packages)
			break
		}
	}
	if l.URL != "" {
		hints = append(hints, "see "+l.URL)
	}
	if len(hints) == 0 && l.Install["apt"] != "" {
		hints = append(hints, "on Debian: apt install "+l.Install["apt"])
	}
	return strings.Join(hints, ", or ")
}

// lookUp finds the first of several commands in PATH.
func (t *Toolchain) lookUp(tool string) (Command, bool) {
	for name := range strings.SplitSeq(tool, "|") {
		found, err := t.environment.LookPath(name)
		if filepath.IsAbs(name) {
			found, err = exec.LookPath(name)
		}
		if err != nil {
			continue
		}
		return Command{Name: filepath.Base(name), Found: found, FoundStamp: stamp(found)}, true
	}
	return Command{}, false
}

// stamp returns a value that changes when a file does, or "" if the file does not exist.
func stamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d %o", info.Size(), info.ModTime().UnixNano(), info.Mode().Perm())
}

// key is the toolchain's cache key: everything that decides what inspect will find.
func (t *Toolchain) key(row *Language) cache.Key {
	hash := cache.NewHash("toolchain 6").Text(fmt.Sprint(row.tools(), row.Version, row.VersionPattern, row.Root, row.Modules, row.Installed))
	for _, name := range slices.Sorted(maps.Keys(row.Optional)) {
		hash.Text(fmt.Sprint(name, row.Optional[name]))
		for _, flag := range row.Optional[name] {
			helper, _ := t.helper(flag.With)
			hash.Text(helper).Text(stamp(helper))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(row.Requires)) {
		hash.Text(fmt.Sprint(name, row.Requires[name]))
	}
	for _, tool := range row.tools() {
		hash.Text(t.Commands[tool].Found).Text(t.Commands[tool].FoundStamp)
	}
	for _, variable := range selectors.variables {
		hash.Text(t.environment.Get(variable))
	}
	if home := t.environment.Home(); home != "" {
		for _, file := range selectors.files {
			hash.Text(stamp(filepath.Join(home, file)))
		}
		for _, dir := range ownPackages {
			if _, err := os.Stat(filepath.Join(home, dir)); len(row.Installed) > 0 && err == nil {
				hash.Text(filepath.Join(home, dir))
			}
		}
	}
	return hash.Key()
}

const toolchainFile = "toolchain.json"

func (b *Builder) remembered(key cache.Key) (Toolchain, bool) {
	dir, found := b.Cache.Get(key)
	if !found {
		return Toolchain{}, false
	}
	var t Toolchain
	text, err := os.ReadFile(filepath.Join(dir, toolchainFile))
	if err != nil || json.Unmarshal(text, &t) != nil {
		return Toolchain{}, false
	}
	if t.hasChanged() {
		b.Cache.Remove(key)
		return Toolchain{}, false
	}
	return t, true
}

// hasChanged reports whether a command or a place of packages is another one than when the toolchain was inspected.
func (t *Toolchain) hasChanged() bool {
	for _, command := range t.Commands {
		if command.PathStamp != stamp(command.Path) { // the script or link to it may not have changed
			return true
		}
	}
	for i, place := range t.Installed {
		if t.InstalledStamps[i] != stamp(place) {
			return true
		}
	}
	return false
}

func (b *Builder) remember(key cache.Key, t Toolchain) error {
	text, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("cache a toolchain: %w", err)
	}
	_, err = b.Cache.Put(key, func(dir string) error {
		return os.WriteFile(filepath.Join(dir, toolchainFile), text, 0o600)
	})
	if err != nil {
		return fmt.Errorf("cache a toolchain: %w", err)
	}
	return nil
}

// inspect finds the real commands and their directories, the version and the flags. An error means that ctx ended.
func (t *Toolchain) inspect(ctx context.Context, row *Language) error {
	roots := t.printedRoots(ctx, row)
	for tool, command := range t.Commands {
		t.Commands[tool] = t.locate(command, roots)
	}
	for name, choice := range row.Optional {
		if i := slices.IndexFunc(choice, func(flag Flag) bool { return t.supports(ctx, flag) }); i >= 0 {
			t.Optional[name] = choice[i].Add
		}
	}
	for _, name := range slices.Sorted(maps.Keys(row.Requires)) {
		if !t.probeMatches(ctx, row.Requires[name]) {
			t.Lacks = name
			break
		}
	}
	if len(row.Version) > 0 {
		text, ok := t.query(ctx, row.Version)
		t.Version = row.VersionPattern.find(text) // some print it and still exit with an error code
		if !ok && t.Version == "" && t.Lacks == "" {
			// A script that selects a version may exist without any version.
			t.broken = cmp.Or(firstLine(text), "it prints no version")
		}
	}
	if len(row.Modules) > 0 {
		if text, ok := t.query(ctx, row.Modules); ok {
			t.Modules = strings.Fields(text)
		}
	}
	if len(row.Installed) > 0 {
		t.findInstalled(ctx, row.Installed)
	}
	return context.Cause(ctx) // incomplete answers must not be cached
}

// findInstalled asks where packages lie, a line each, and which variables lead there.
func (t *Toolchain) findInstalled(ctx context.Context, command Words) {
	text, _ := t.query(ctx, command)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch name, _, isVariable := strings.Cut(line, "="); {
		case filepath.IsAbs(line):
			t.Installed, t.InstalledStamps = append(t.Installed, line), append(t.InstalledStamps, stamp(line))
		case isVariable && name != "":
			t.Leading = append(t.Leading, line)
		}
	}
}

// supports reports whether the toolchain supports an option.
func (t *Toolchain) supports(ctx context.Context, flag Flag) bool {
	_, found := t.helper(flag.With)
	return found && !slices.ContainsFunc(flag.When, func(p Probe) bool { return !t.probeMatches(ctx, p) })
}

// helper finds a command that the toolchain is to start itself. That works in a box only if the command lies where
// every box shows it.
func (t *Toolchain) helper(name string) (path string, found bool) {
	if name == "" {
		return "", true
	}
	path, err := t.environment.LookPath(name)
	if err != nil {
		return "", false
	}
	real, err := filepath.EvalSymlinks(path)
	return path, err == nil && isSystem(path) && isSystem(real)
}

// printedRoots asks the toolchain for its own directories. Even a system command may only lead to another one:
// Debian's rustc is a link to rustup, whose toolchains lie in home directories.
func (t *Toolchain) printedRoots(ctx context.Context, row *Language) []string {
	command, found := t.Commands[row.Root.tool()]
	if !found {
		return nil
	}
	// Call the command by the path that was found, since a selecting link (rustup) depends on its name.
	text, _ := t.output(ctx, append([]string{command.Found}, row.Root[1:]...))
	var roots []string
	for line := range strings.Lines(text) {
		root := strings.TrimSpace(line)
		if !filepath.IsAbs(root) {
			continue
		}
		if real, err := filepath.EvalSymlinks(root); err == nil && isSystem(root) && !isSystem(real) {
			root = real // Debian has GHC's packages below /usr, in a directory that is a link to one below /var
		}
		roots = append(roots, root)
	}
	return roots
}

// locate follows a command to what really runs, and notes the directories that it needs.
func (t *Toolchain) locate(command Command, roots []string) Command {
	command.Path = command.Found
	real, err := filepath.EvalSymlinks(command.Found)
	// A target with another name may depend on the name that it is called by (ccache, rustup).
	sameName := strings.HasPrefix(filepath.Base(real), filepath.Base(command.Name))
	if err == nil && (sameName && (!isSystem(command.Found) || !isSystem(real)) || throughEtc(command.Found)) {
		command.Path = real
	}
	if !isSystem(command.Found) || !isSystem(real) || slices.ContainsFunc(roots, isNotSystem) {
		selected := false
		for _, root := range roots {
			t.addRoot(root)
			candidate := filepath.Join(root, "bin", filepath.Base(command.Name))
			resolved, err := filepath.EvalSymlinks(candidate)
			if err != nil {
				continue
			}
			t.addRoot(t.prefix(resolved))
			if !selected {
				command.Path, selected = candidate, true
			}
		}
		t.addRoot(t.prefix(command.Path))
		if !selected && err == nil {
			t.addRoot(t.prefix(real))
		}
	}
	command.PathStamp = stamp(command.Path)
	return command
}

// addRoot notes a directory, unless it is visible anyway or would show more than a toolchain.
func (t *Toolchain) addRoot(dir string) {
	if isSystem(dir) || t.isPrivate(dir) || stamp(dir) == "" {
		return
	}
	if !slices.ContainsFunc(t.Roots, func(root string) bool { return fsutil.IsBelow(root, dir) }) {
		t.Roots = append(t.Roots, dir)
	}
}

// prefix returns the directory that a command was installed into.
func (t *Toolchain) prefix(command string) string {
	for _, shared := range sharedPrefixes {
		if fsutil.IsBelow(shared, command) {
			return shared
		}
	}
	dir := filepath.Dir(command)
	if above := filepath.Dir(dir); filepath.Base(dir) == "bin" && !t.isPrivate(above) {
		return above
	}
	return dir
}

// isPrivate reports whether a directory holds a user's private files, or everything.
func (t *Toolchain) isPrivate(dir string) bool {
	home := t.environment.Home()
	if home == "" {
		return filepath.Dir(dir) == dir
	}
	return fsutil.IsBelow(dir, home) || dir == filepath.Join(home, ".local") || dir == filepath.Join(home, ".local", "share")
}

func isNotSystem(path string) bool { return !isSystem(path) }

func isSystem(path string) bool {
	return slices.ContainsFunc(systemFolders, func(dir string) bool { return fsutil.IsBelow(dir, path) })
}

// throughEtc reports whether links lead through /etc (Debian's alternatives), which boxes do not show.
func throughEtc(path string) bool {
	const most = 40 // links, the kernel's own bound
	for range most {
		target, err := os.Readlink(path)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		if fsutil.IsBelow("/etc", target) {
			return true
		}
		path = target
	}
	return false
}

// probeMatches runs a probe.
func (t *Toolchain) probeMatches(ctx context.Context, probe Probe) bool {
	text, ok := t.query(ctx, probe.Command)
	return ok && probe.Prints.matches([]byte(text))
}

// query runs a command on the host and returns what it prints, and whether it succeeded. Toolchains are trusted, and
// see nothing of a submission here.
func (t *Toolchain) query(ctx context.Context, command Words) (text string, ok bool) {
	return t.output(ctx, t.resolve(command))
}

func (t *Toolchain) output(ctx context.Context, args []string) (text string, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	command.Env = append(slices.Clip(t.environment), "LC_ALL=C", "GOTOOLCHAIN=local", "DOTNET_CLI_TELEMETRY_OPTOUT=1")
	command.Dir = t.environment.Neutral() // version managers obey files in the working directory and above it
	command.WaitDelay = time.Second
	printed, err := runGuarded(command)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && t.late == "" {
		t.late = commandLine(args)
	}
	return string(printed), err == nil
}

// resolve replaces a command's first word by the path that was found.
func (t *Toolchain) resolve(command Words) Words {
	tool := command.tool()
	found, ok := t.Commands[tool]
	if !ok && tool != "" { // a probe may use commands that the row itself does not
		found, ok = t.lookUp(tool)
		found.Path = found.Found
	}
	if ok {
		command = slices.Concat(Words{found.Path}, command[1:])
	}
	return command
}

// mounts shows the toolchain's directories at their own paths.
func (t *Toolchain) mounts(name string) []sandbox.Mount {
	var mounts []sandbox.Mount
	for i, root := range t.Roots {
		mounts = append(mounts, sandbox.Mount{Name: fmt.Sprintf("%s-tool%d", name, i+1), Host: root, SamePath: true})
	}
	return mounts
}

// environ returns a whole environment: the small common one, with a row's additions.
func (t *Toolchain) environ(additions map[string]Words, known values) []string {
	var path []string
	for _, tool := range slices.Sorted(maps.Keys(t.Commands)) {
		if dir := filepath.Dir(t.Commands[tool].Path); !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	for _, dir := range []string{"/usr/local/bin", "/usr/bin", "/bin"} {
		if !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	env := []string{"PATH=" + strings.Join(path, string(os.PathListSeparator)), "LANG=C.UTF-8", "HOME=/tmp", "TMPDIR=/tmp"}
	for _, name := range slices.Sorted(maps.Keys(additions)) {
		if text := additions[name].expand(known); len(text) > 0 || len(additions[name]) == 0 {
			env = append(env, name+"="+strings.Join(text, " "))
		}
	}
	return env
}

// identity returns what a build depends on in the toolchain.
func (t *Toolchain) identity() []string {
	parts := []string{t.Version}
	for _, tool := range slices.Sorted(maps.Keys(t.Commands)) {
		parts = append(parts, t.Commands[tool].Path, t.Commands[tool].PathStamp)
	}
	return parts
}
