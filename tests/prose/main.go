// Command prose checks the English of the documentation with textlint. Without npm or its registry it says that no page was checked.
package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	module    = "tests/prose"
	reachTime = 10 * time.Second
)

func main() {
	pages, err := checked(".")
	if err != nil {
		fatal(err)
	}
	if !installed() {
		if err := reach(); err != nil {
			fmt.Printf("prose: npm or its registry is out of reach, so no page was checked: %v\n", err)
			return
		}
		if err := run("npm", "--prefix", module, "ci", "--ignore-scripts", "--no-audit", "--no-fund"); err != nil {
			fatal(err)
		}
	}
	if err := run("node", append([]string{filepath.Join(module, "lint.js")}, pages...)...); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "prose:", err)
	os.Exit(1)
}

// installed reports whether npm has installed the packages that package-lock.json names.
func installed() bool {
	named, err := os.Stat(filepath.Join(module, "package-lock.json"))
	if err != nil {
		return false
	}
	there, err := os.Stat(filepath.Join(module, "node_modules", ".package-lock.json"))
	return err == nil && !there.ModTime().Before(named.ModTime())
}

// reach reports why the registry of npm cannot be asked.
func reach() error {
	ctx, cancel := context.WithTimeout(context.Background(), reachTime)
	defer cancel()
	said, err := exec.CommandContext(ctx, "npm", "ping", "--loglevel=error", "--fetch-retries=0").CombinedOutput()
	if err != nil {
		reason, _, _ := strings.Cut(string(said), "\n")
		return fmt.Errorf("%w %s", err, reason)
	}
	return nil
}

func run(name string, args ...string) error {
	command := exec.Command(name, args...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// checked lists the pages below root that unchecked.txt does not name: those at the top and those of docs.
func checked(root string) ([]string, error) {
	list, err := os.ReadFile(filepath.Join(root, module, "unchecked.txt"))
	if err != nil {
		return nil, err
	}
	unchecked := strings.Fields(string(list))
	files := os.DirFS(root)
	pages, err := fs.Glob(files, "*.md")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, "docs", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		return err
	})
	for _, name := range unchecked {
		if !slices.Contains(pages, name) {
			return nil, fmt.Errorf("%s/unchecked.txt names %s, which does not exist", module, name)
		}
	}
	return slices.DeleteFunc(pages, func(page string) bool { return slices.Contains(unchecked, page) }), err
}
