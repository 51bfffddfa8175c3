package handout

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// browser is the path of a browser that prints pages.
type browser string

func (b browser) print(ctx context.Context, bench *ToolRunner, set Set, options Options) (PDF, error) {
	page, err := Write(set, options)
	if err != nil {
		return PDF{}, err
	}
	data, err := b.printPage(ctx, bench.Scratch, page.HTML)
	if err != nil {
		return PDF{}, err
	}
	made := PDF{Data: data, Notes: page.Notes}
	if missing := lettersMissing(data, page.HTML); len(missing) > 0 {
		made.Lacks = []string{page.sources.lackOf(missing)}
	}
	return made, nil
}

// patience bounds the time of printing.
const patience = 3 * time.Minute

// printPage makes a PDF of a page in a temporary directory below dir. The browser has its own profile there, and
// no network access: names resolve to nothing, and the proxy leads nowhere.
func (b browser) printPage(ctx context.Context, dir string, page []byte) ([]byte, error) {
	folder, err := os.MkdirTemp(dir, "print-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	document, printed := filepath.Join(folder, "sheet.html"), filepath.Join(folder, "sheet.pdf")
	if err := os.WriteFile(document, page, 0o600); err != nil {
		return nil, err
	}
	args := []string{
		"--headless", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + filepath.Join(folder, "profile"),
		"--no-first-run", "--disable-extensions", "--disable-sync", "--disable-background-networking", "--disable-component-update",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9",
		"--no-pdf-header-footer", "--print-to-pdf=" + printed,
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium requires it of root
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var said bytes.Buffer
	command := exec.CommandContext(ctx, string(b), append(args, "file://"+filepath.ToSlash(document))...)
	command.Dir, command.Stderr, command.WaitDelay = folder, &said, time.Second
	ran := command.Run()
	if err := context.Cause(ctx); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = hint.Errorf("try again when the machine is less busy", "%s printed nothing within %v", filepath.Base(string(b)), patience)
		}
		return nil, err
	}
	pdf, err := os.ReadFile(printed)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		return nil, hint.Errorf("open the page in a browser and print it there, or try "+filepath.Base(string(b))+" --headless --print-to-pdf by hand",
			"%s printed nothing%s", filepath.Base(string(b)), reason(said.String(), ran))
	}
	return dated().ReplaceAll(pdf, []byte("${1}19800101000000")), nil
}

// dated finds the times of printing in a PDF, which would make each one different.
var dated = lazyregexp.New(`(/(?:Creation|Mod)Date \(D:)\d{14}`)
