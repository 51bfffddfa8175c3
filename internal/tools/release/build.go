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

// build is a program that was built, and what it says of itself.
type build struct {
	path    string
	version string
	modules []*debug.Module
}

// checkOut copies the commit that is checked out in a repository. A clone, other than a work tree, has a .git folder, from
// which Go takes the version.
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

// build makes the program for a platform in a folder that is made for it. What the environment says of how to build is
// overruled, since it would change the bytes.
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
		return build{}, errors.New("the program does not know its version: is git there?")
	}
	return build{path: path, version: version, modules: info.Deps}, nil
}

// run gives what the program prints, for somebody without any configuration.
func (b build) run(ctx context.Context, args ...string) ([]byte, error) {
	home := filepath.Dir(b.path)
	return output(ctx, home, []string{"HOME=" + home, "XDG_CONFIG_HOME=", "USERPROFILE=" + home}, b.path, args...)
}

// output runs a command in a folder, with additions to the environment, and gives what it prints. An error holds what it
// complained about.
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
