package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// tools are the programs that the suites use, toolchains first. Tests do not see other programs of the machine.
const tools = `
	c++ c89 cc g++ gcc go java javac node npm perl python3 rustc
	ar as ld ldd make nm pkg-config strip
	awk base64 basename bash cat chmod chown cksum cmp comm cp curl cut date dd df diff dirname du echo env expr false find fold getconf
	getent git gpg grep groups gunzip gzip head hostname iconv id install jq kill ln locale ls md5sum mkdir mkfifo mknod mktemp mount mv
	nice nohup nproc od openssl paste pkill pgrep printenv printf prlimit ps pwd readlink realpath rm rmdir runuser script sed seq setpriv
	setsid sh sha1sum sha256sum shuf sleep sort split stat stdbuf stty su sync tac tail tar taskset tee test timeout touch tr true truncate
	tty uname umount uniq unshare unzip uptime useradd userdel wc which whoami xargs xz yes zip zsh
	bindfs bwrap capsh chromium chromium-browser dbus-daemon emacs fish fusermount fusermount3 google-chrome groff gs man mandoc nvim
	bt pdftotext qemu-system-x86_64 rsvg-convert verifyproblem vim`

// machineVariable holds the PATH of this machine, once a directory of links has replaced it.
const machineVariable = "GRUNDY_TESTS_PATH"

// SetPath restricts this process and all that it starts to the tools of the suites and further ones of the caller's:
// PATH becomes a directory of links to them, which remove deletes. In a run of testlog all packages share one.
//
// A user with more toolchains than the tests know gets the same results as one with only these.
func SetPath(further ...string) (remove func() error, err error) {
	environ, remove, err := sharePath(os.Environ(), further...)
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		if name == "PATH" || name == machineVariable {
			err = errors.Join(err, os.Setenv(name, value))
		}
	}
	return remove, err
}

// UseMachinePath restores the machine's own PATH for this process, for tests of what is installed.
func UseMachinePath() error {
	if path := os.Getenv(machineVariable); path != "" {
		return errors.Join(os.Setenv("PATH", path), os.Unsetenv(machineVariable))
	}
	return nil
}

// sharePath returns the environment with a PATH that leads to the tools, unless it has one, and to the further ones.
func sharePath(environ []string, further ...string) (with []string, remove func() error, err error) {
	names, path, own := further, os.Getenv(machineVariable), os.Getenv("PATH")
	if path == "" {
		names, path, own = append(strings.Fields(tools), further...), own, ""
	}
	remove = func() error { return nil }
	if len(names) == 0 || runtime.GOOS == "windows" { // Windows programs need the files beside them
		return environ, remove, nil
	}
	dir, err := os.MkdirTemp("", "grundy-tests-tools-")
	if err != nil {
		return nil, remove, err
	}
	remove = func() error { return os.RemoveAll(dir) }
	err = errors.Join(os.Chmod(dir, 0o755), link(dir, path, names))
	own = strings.TrimSuffix(dir+string(filepath.ListSeparator)+own, string(filepath.ListSeparator))
	return append(environ[:len(environ):len(environ)], "PATH="+own, machineVariable+"="+path), remove, err
}

// link makes a directory with a link to each tool, the first one in PATH.
func link(dir, path string, tools []string) error {
	for _, tool := range tools {
		for _, from := range filepath.SplitList(path) {
			if info, err := os.Stat(filepath.Join(from, tool)); !filepath.IsAbs(from) || err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
				continue
			}
			// A box shows the target of the last of several links, but not the links between.
			real, err := filepath.EvalSymlinks(filepath.Join(from, tool))
			if err == nil {
				err = os.Symlink(real, filepath.Join(dir, tool))
			}
			if err != nil && !errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("link the tools of tests: %w", err)
			}
			break
		}
	}
	return nil
}
