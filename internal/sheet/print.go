package sheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/environment"
	"grundy/internal/hint"
	"grundy/internal/terminal"
)

// browsers are the commands of Chromium and its relatives, which print alike.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"}

// ErrNoPrinter tells that no browser is there to print.
var ErrNoPrinter = hint.Errorf("install Chromium (apt install chromium) or Google Chrome, or leave out --pdf and print the page yourself",
	"nothing here makes PDF: none of %s is in PATH", strings.Join(browsers[:4], ", "))

// Printer finds the browser that prints.
func Printer(variables environment.Variables) (string, error) {
	for _, name := range browsers {
		if path, err := variables.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoPrinter
}

// patience bounds the time of printing.
const patience = 3 * time.Minute

// Print makes a PDF of a document in a temporary folder of its own below dir. The browser has a profile of its own there,
// and no way to the network: names lead nowhere, and neither does its proxy.
func Print(ctx context.Context, printer, dir string, page []byte) ([]byte, error) {
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
		args = append(args, "--no-sandbox") // which Chromium demands of root
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var said bytes.Buffer
	command := exec.CommandContext(ctx, printer, append(args, "file://"+filepath.ToSlash(document))...)
	command.Stderr, command.WaitDelay = &said, time.Second
	ran := command.Run()
	if err := context.Cause(ctx); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = hint.Errorf("try again when the machine has less to do", "%s printed nothing within %v", filepath.Base(printer), patience)
		}
		return nil, err
	}
	pdf, err := os.ReadFile(printed)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		return nil, hint.Errorf("open the page in a browser and print it there, or try "+filepath.Base(printer)+" --headless --print-to-pdf by hand",
			"%s printed nothing%s", filepath.Base(printer), reason(said.String(), ran))
	}
	return pdf, nil
}

// reason is what a browser said last, or how it ended.
func reason(said string, ended error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := terminal.Line(lines[len(lines)-1]); last != "" {
		return ": " + last
	}
	if ended != nil {
		return fmt.Sprintf(" (%v)", ended)
	}
	return ""
}
