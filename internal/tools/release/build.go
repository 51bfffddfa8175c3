package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checkout is a fresh copy of a commit.
type checkout struct {
	dir  string
	time time.Time // of the commit
}

// build is a built program, and what it reports about itself.
type build struct {
	path    string
	version string
	modules []*debug.Module
}

// checkOut copies the commit that is checked out in a repository. Unlike a work tree, a clone has a .git directory,
// from which Go takes the version.
func checkOut(ctx context.Context, repository, dir string) (checkout, error) {
	if _, err := output(ctx, "", nil, "git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--shared", "-c", "core.autocrlf=false",
		"--", repository, dir); err != nil {
		return checkout{}, err
	}
	seconds, err := output(ctx, dir, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return checkout{}, err
	}
	at, err := strconv.ParseInt(strings.TrimSpace(string(seconds)), 10, 64)
	if err != nil {
		return checkout{}, fmt.Errorf("time of the commit: %w", err)
	}
	return checkout{dir: dir, time: time.Unix(at, 0).UTC()}, nil
}

// build builds the program for a platform in a directory that it makes. It overrides build settings of the environment,
// because they would change the bytes.
func (c checkout) build(ctx context.Context, p platform, dir string) (build, error) {
	path := filepath.Join(dir, p.program())
	_, err := output(ctx, c.dir, []string{
		"GO=go", "GOOS=" + p.os, "GOARCH=" + p.arch, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly -buildvcs=true", "GOWORK=off",
		"GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off", "MAKEFLAGS=",
	}, "make", "build", "BINARY="+path)
	if err != nil {
		return build{}, err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return build{}, err
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		return build{}, errors.New("the program does not know its version; is git installed?")
	}
	return build{path: path, version: version, modules: info.Deps}, nil
}

// run returns the output of the program, run without any configuration.
func (b build) run(ctx context.Context, args ...string) ([]byte, error) {
	home := filepath.Dir(b.path)
	return output(ctx, home, []string{"HOME=" + home, "XDG_CONFIG_HOME=", "USERPROFILE=" + home}, b.path, args...)
}

// output runs a command in a directory, with additions to the environment, and returns its output. An error includes
// its error messages.
func output(ctx context.Context, dir string, environment []string, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir = dir
	command.Env = slices.Concat(os.Environ(), environment)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	printed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, complaint.Bytes())
	}
	return printed, nil
}
