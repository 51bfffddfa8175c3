package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/environment"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/store/workspace"
)

// changes are the files of Git repositories that differ from a commit, the working tree included.
type changes struct {
	git string // the path of the program
	env environment.Variables
	ref string
	of  map[string][]string // the changed files as absolute paths, by the top directory of their repository
}

// newChanges looks for Git.
func newChanges(c *call, ref string) (*changes, error) {
	if ref == "" { // continuous integration may set the variable to nothing
		return nil, hint.Errorf("write one, such as origin/main; the empty tree stands for all: $(git hash-object -t tree /dev/null)", "--changed-since: want a commit")
	}
	git, err := c.environment.LookPath("git")
	if err != nil {
		return nil, hint.Errorf("install Git (apt install git), or name the packages", "--changed-since %s: git is not installed", ref)
	}
	return &changes{git: git, env: c.environment, ref: ref, of: map[string][]string{}}, nil
}

// differs reports whether anything at a path differs from the commit. New files that are not ignored, removed ones
// and renamed ones count, too. Links cannot lead out of a package.
func (c *changes) differs(ctx context.Context, at string) (bool, error) {
	place, err := filepath.EvalSymlinks(fsutil.Absolute(at))
	if err != nil {
		return false, err
	}
	changed, err := c.in(ctx, place)
	return slices.ContainsFunc(changed, func(file string) bool { return fsutil.IsBelow(place, file) }), err
}

// in returns the changed files of the repository that contains a path.
func (c *changes) in(ctx context.Context, place string) ([]string, error) {
	folder := place
	if info, err := os.Stat(place); err == nil && !info.IsDir() {
		folder = filepath.Dir(place)
	}
	top, err := c.run(ctx, folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top = filepath.FromSlash(strings.TrimSuffix(top, "\n"))
	if known, found := c.of[top]; found {
		return known, nil
	}
	tree, err := c.run(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", c.ref+"^{tree}")
	if err != nil {
		return nil, hint.Errorf("run git fetch; checkouts in continuous integration often contain only the last commit (fetch-depth: 0 gets all)",
			"--changed-since %s: no such commit in %s", c.ref, top)
	}
	changed, err := c.run(ctx, top, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", strings.TrimSpace(tree), "--")
	if err != nil {
		return nil, err
	}
	added, err := c.run(ctx, top, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	files := []string{}
	for name := range strings.SplitSeq(changed+added, "\x00") {
		if name != "" {
			files = append(files, filepath.Join(top, filepath.FromSlash(name)))
		}
	}
	c.of[top] = files
	return files, nil
}

// run returns what Git prints; its error is what Git says. The settings keep Git from starting programs to look for
// changes when a package looks like a repository or contains one.
func (c *changes) run(ctx context.Context, folder string, args ...string) (string, error) {
	args = append([]string{"-C", folder, "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"}, args...)
	command := exec.CommandContext(ctx, c.git, args...)
	command.Env = c.env
	text, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		said, _, _ := strings.Cut(strings.TrimSpace(string(failed.Stderr)), "\n")
		return "", hint.Errorf("name packages in a Git repository, or leave out --changed-since",
			"--changed-since %s: git in %s: %s", c.ref, folder, strings.TrimPrefix(said, "fatal: "))
	}
	return string(text), err
}

// unchangedOf reports for each package whether it is unchanged since the commit of --changed-since. All count as
// changed without that flag.
func unchangedOf(ctx context.Context, c *call, members []workspace.Selected) ([]bool, error) {
	unchanged := make([]bool, len(members))
	if !c.IsSet("changed-since") {
		return unchanged, nil
	}
	since, err := newChanges(c, c.String("changed-since"))
	if err != nil {
		return nil, err
	}
	for i, member := range members {
		differs, err := since.differs(ctx, member.Path)
		if err != nil {
			return nil, err
		}
		unchanged[i] = !differs
	}
	return unchanged, nil
}
