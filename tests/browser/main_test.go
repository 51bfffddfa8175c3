package browser

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience bounds what a page is waited for; machines are busy.
const patience = 2 * time.Minute

var (
	grundy  string          // the program
	cache   string          // what it keeps compiled
	browser context.Context // the one of all tests
	lacking string          // why nothing can be tested, "" when it can

	// everything tells that whatever is missing is a failure, as where everything is tested.
	everything = os.Getenv("GRUNDY_TESTS") == "all"
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	chromium := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			chromium = path
			break
		}
	}
	if chromium == "" {
		lacking = "chromium is not installed: nobody walks through the pages"
		if everything {
			fmt.Println(lacking)
			return 1
		}
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "grundy-browser-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	grundy, cache = filepath.Join(dir, "grundy"), filepath.Join(dir, "cache")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", grundy, ".")
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Printf("build grundy: %v\n%s", err, out)
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.Flag("disable-gpu", true), chromedp.WindowSize(1280, 844))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // which Chromium demands of root
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	defer end()
	var cancel context.CancelFunc
	browser, cancel = chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(browser); err != nil { // without a time: it would bound the browser
		fmt.Println(err)
		return 1
	}
	return m.Run()
}

// place is a person's, with the problem "double" beside those of the library that a test names.
type place struct {
	testing.TB
	dir, root, address string
	port               int    // at which the companion is heard, 0 for none
	stop               func() // ends the server
}

// serve lays a place out and serves it as long as the test lasts.
func serve(t testing.TB, problems ...string) *place {
	t.Helper()
	p := lay(t, problems...)
	p.start()
	return p
}

func lay(t testing.TB, problems ...string) *place {
	t.Helper()
	if lacking != "" {
		t.Skip(lacking)
	}
	p := &place{TB: t, dir: t.TempDir()}
	p.write("problems/double/problem.yaml", "problem_format_version: 2025-09\nname: Double\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\nkeywords: [arithmetic]\nlimits: {time_limit: 5}\n")
	p.write("problems/double/statement/problem.en.md", "Print twice the number $n$.\n\n$$\\sum_{i=1}^{n} 2 = 2n$$\n")
	p.write("problems/double/solution/solution.en.md", "## Hint: what to try\n\nAdd $n$ to it.\n\n## Hint: the proof\n\nBy induction.\n\n## Solution\n\nTwice.\n")
	for name, n := range map[string]int{"sample/1": 1, "secret/1": 20, "secret/2": 300, "secret/3": 4, "secret/4": 5, "secret/5": 6} {
		p.write("problems/double/data/"+name+".in", fmt.Sprintln(n))
		p.write("problems/double/data/"+name+".ans", fmt.Sprintln(2*n))
	}
	p.write("solutions/double/a.sh", "")
	for _, name := range problems {
		if err := os.CopyFS(filepath.Join(p.dir, "problems", name), os.DirFS(filepath.Join("../../problems", name))); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// start serves the place, with further words on the command line.
func (p *place) start(words ...string) {
	p.Helper()
	ear := "--no-listen"
	if p.port > 0 {
		ear = fmt.Sprintf("--companion-port=%d", p.port)
	}
	var output io.Reader
	output, p.stop = p.grundy(append([]string{"serve", "--no-open", ear, "--problems", "problems"}, words...)...)
	p.address = p.line(output)
	p.root, _, _ = strings.Cut(p.address, "/?")
}

// grundy starts a command that goes on until the test ends, or stop is called.
func (p *place) grundy(words ...string) (output io.Reader, stop func()) {
	p.Helper()
	command := exec.Command(grundy, words...)
	command.Dir, command.Stderr = p.dir, p.Output()
	command.Env = append(os.Environ(), "HOME="+p.dir, "GRUNDY_CACHE="+cache, "XDG_DATA_HOME="+p.dir+"/data", "XDG_CONFIG_HOME="+p.dir+"/config")
	output, err := command.StdoutPipe()
	if err != nil {
		p.Fatal(err)
	}
	if err := command.Start(); err != nil {
		p.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait() // it was told to end
	})
	p.Cleanup(stop)
	return output, stop
}

// line is what a command prints when it is there.
func (p *place) line(output io.Reader) string {
	p.Helper()
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		p.Fatal(err)
	}
	return strings.TrimSpace(line)
}

func (p *place) write(name, text string) {
	p.Helper()
	path := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.Fatal(err)
	}
}

// holds waits until a file of the place holds a text.
func (p *place) holds(name, want string) {
	p.Helper()
	var text []byte
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if text, _ = os.ReadFile(filepath.Join(p.dir, name)); string(text) == want {
			return
		}
	}
	p.Fatalf("%s holds %q, want %q", name, text, want)
}
