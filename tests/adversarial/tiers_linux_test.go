package adversarial

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
)

// TestTiers judges the programs in each tier of this machine.
func TestTiers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	dir := publicDir(t)
	cache := os.Getenv(cacheVariable) // what another tier has compiled, when this process is a tier of its own
	alone := cache == ""
	if alone {
		cache = filepath.Join(dir, "cache")
	}
	if os.Geteuid() != 0 {
		t.Run("Rootless", func(t *testing.T) {
			judgeTier(t, dir, cache, backend.NoCgroup, []sandbox.Tier{sandbox.Rootless}, alone)
		})
		return
	}
	t.Run("Cgroup", func(t *testing.T) {
		judgeTier(t, dir, cache, backend.Isolated, []sandbox.Tier{sandbox.CgroupV1, sandbox.CgroupV2}, true)
	})
	t.Run("Namespaces", func(t *testing.T) {
		judgeTier(t, dir, cache, backend.NoCgroup, []sandbox.Tier{sandbox.Namespaces}, false)
	})
	t.Run("Rootless", func(t *testing.T) { asOrdinaryUser(t, dir, cache) })
}

// judgeTier judges all programs, or those of the short run, as often as ADVERSARIAL_REPEAT says.
func judgeTier(t *testing.T, dir, cache string, wish backend.Wish, tiers []sandbox.Tier, all bool) {
	list := slices.DeleteFunc(programs(t), func(p program) bool {
		return !all && !p.settings.quick && os.Getenv("ADVERSARIAL") != "all"
	})
	b := newBench(t, dir, cache, wish)
	if !slices.Contains(tiers, b.host.Tier()) {
		t.Skipf("this machine has no such tier: got %s", b.host.Tier())
	}
	clean := b.warmUp(t)
	first := map[string]string{}
	for round := range repeats(t) {
		for _, p := range list {
			name := p.name
			if round > 0 {
				name += "/" + strconv.Itoa(round+1)
			}
			t.Run(name, func(t *testing.T) {
				o := b.judge(t, p)
				if o.done.Skipped {
					t.Skip(o.done.Reason)
				}
				o.check(t, p.forTier(b.host.Tier()))
				o.checkSecrets(t)
				for _, change := range b.look(t).changes(clean) {
					t.Errorf("afterwards: %s", change)
				}
				if before, found := first[p.name]; found && before != o.shape() {
					t.Errorf("this time %s, the first time %s", o.shape(), before)
				} else {
					first[p.name] = o.shape()
				}
			})
		}
	}
	for _, change := range b.warmUp(t).changes(clean) {
		t.Errorf("in the end: %s", change)
	}
}

// repeats is how often the programs of a tier are judged.
func repeats(t *testing.T) int {
	text := os.Getenv("ADVERSARIAL_REPEAT")
	if text == "" {
		return 1
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 {
		t.Fatalf("ADVERSARIAL_REPEAT: want a number, got %q", text)
	}
	return number
}

// publicDir is a temporary folder that other users may look into, which those of t.TempDir are not.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "grundy-suite-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// ordinaryUser belongs to nobody.
const ordinaryUser = 1_734_999_998

// asOrdinaryUser runs the tests of this binary again without privileges, with the same programs in the same place and
// with what was compiled up to now.
func asOrdinaryUser(t *testing.T, dir, cache string) {
	home := filepath.Join(dir, "home")
	binary, work := filepath.Join(dir, "adversarial.test"), filepath.Join(dir, "tests", "adversarial")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		copyExecutable(self, binary), os.Mkdir(home, 0o700), os.MkdirAll(work, 0o755), os.MkdirAll(cache, 0o700),
		os.CopyFS(filepath.Join(work, testdata), os.DirFS(testdata)), give(home), give(cache),
	)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-test.run=^TestTiers$", "-test.v"}
	if deadline, ok := t.Deadline(); ok {
		args = append(args, "-test.timeout="+time.Until(deadline).String())
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = work
	cmd.Env = []string{"HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH"), cacheVariable + "=" + cache}
	for _, name := range []string{"ADVERSARIAL", "ADVERSARIAL_REPEAT"} {
		cmd.Env = append(cmd.Env, name+"="+os.Getenv(name))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinaryUser, Gid: ordinaryUser}}
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	if errors.Is(err, os.ErrPermission) {
		t.Skipf("an ordinary user cannot execute files in %s: %v", dir, err)
	}
	if err != nil || testing.Verbose() {
		t.Logf("as user %d:\n%s", ordinaryUser, output.Bytes())
	}
	switch {
	case err != nil:
		t.Error(err)
	case strings.Contains(output.String(), "--- SKIP: TestTiers/Rootless ("):
		t.Skip("skipped as an ordinary user")
	}
}

// give makes the ordinary user the owner of everything below a folder.
func give(dir string) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, ordinaryUser, ordinaryUser)
	})
}

func copyExecutable(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Chmod(0o755), target.Close())
}
