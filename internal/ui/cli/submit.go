package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/companion"
)

// offerTime is how long to wait for cph-submit, which polls every three seconds.
const offerTime = 10 * time.Second

func submitCommand() *command {
	return &command{
		do: submitSolution,
		Command: cli.Command{
			Name:      "submit",
			Usage:     "submit a solution to its site through the browser",
			ArgsUsage: "FILE",
			Description: `Submits a solution to the site of its problem through your browser.

   grundy submit solutions/removing-digits/removing-digits.cpp
   grundy submit --url https://open.kattis.com/problems/different a.py
   grundy submit a.cpp -o one.cpp       only write the one file that a site would get

On Codeforces, CSES and AlgoZenith, the extension cph-submit fills in the form and sends it; grundy
waits up to 10 s for it. For other sites, and when the extension does not respond, grundy copies the
code to the clipboard and opens the page. The address of the page comes from plain.yaml, where
grundy listen stores it, or from .cph, where CPH does.

Sites take one file. In C and C++, your own headers beside the source go into it, each with #pragma
once only once. Sources in other languages that need files beside them are refused.

Exit code: 0 when the solution was handed over or copied, 2 when neither was possible.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "url", Usage: "use `URL` as the address of the problem"},
				&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "treat the source as language `CODE`, one of grundy languages"},
				switchFlag("copy", "copy the code and open the page at once"),
				switchFlag("no-open", "open no browser"),
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "submit nothing: write the one file that a site would get to `FILE`, - for standard output"},
			},
		},
	}
}

func submitSolution(ctx context.Context, c *call) error {
	if c.NArg() != 1 {
		return hint.Errorf("grundy submit a.cpp", "submit: name one file")
	}
	name := c.Args().First()
	source, err := workspace.ReadSource(name, c.String("language"))
	if err != nil {
		return err
	}
	text, err := source.OneFile()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if file := c.String("output"); file != "" {
		return c.writeOneFile(file, text)
	}
	path, err := filepath.Abs(source.Files[0].Path)
	if err != nil {
		return err
	}
	if len(source.Beside) > 0 {
		var names []string
		for _, file := range source.Beside {
			names = append(names, file.Name)
		}
		c.advise("one file with %s in it", strings.Join(names, ", "))
	}
	address, err := c.address(name, path)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	language, err := builder.Table.Detect(source)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c.recall(ctx, w, path, name)
	if submission, known := companion.Fill(address, language.ID, string(text)); known && !c.Bool("copy") {
		if handed, err := c.offer(ctx, submission); handed || err != nil {
			return err
		}
	}
	return c.copyAndOpen(ctx, text, name, address)
}

// writeOneFile writes what a site would get; - is standard output.
func (c *call) writeOneFile(file string, text []byte) error {
	if file == "-" {
		_, err := c.out.Write(text)
		return err
	}
	return writeNew(file, string(text))
}

// address is the address of the problem's page.
func (c *call) address(name, path string) (string, error) {
	if typed := c.String("url"); typed != "" {
		if err := plain.CheckURL(typed); err != nil {
			return "", fmt.Errorf("--url %q: %w", typed, err)
		}
		return typed, nil
	}
	if address := plain.Address(path); address != "" {
		return address, nil
	}
	return "", hint.Errorf("name it with --url, or as url in "+plain.SettingsFile+" beside the file, where grundy listen stores it",
		"%s: the address of its problem is unknown", name)
}

// recall warns if the solution was not accepted when it was last judged.
func (c *call) recall(ctx context.Context, w *workspace.Workspace, path, name string) {
	runs, err := w.History().Runs(ctx, history.Query{Path: path, Last: 1})
	switch {
	case err != nil:
		c.complain(err) // does not prevent submitting
	case len(runs) == 0:
		c.log.Warn(fmt.Sprintf("%s was not judged here", name))
	case runs[0].Interrupted || !runs[0].IsFull():
		c.log.Warn(fmt.Sprintf("%s was not accepted here: %s", name, cmp.Or(runs[0].Reason, runs[0].Verdict)))
	}
}

// offer hands a submission to cph-submit if that asks for it, and reports whether it did.
func (c *call) offer(ctx context.Context, s companion.Submission) (handed bool, err error) {
	c.advise("waiting up to %d s for cph-submit in your browser", int(offerTime.Seconds()))
	err = companion.Offer(ctx, companion.OfferPort, s, offerTime)
	switch {
	case err == nil:
		c.advise("cph-submit has the solution and fills in the form of %s", host(s.URL))
		return true, nil
	case errors.Is(err, companion.ErrTaken), errors.Is(err, companion.ErrNobody):
		c.log.Warn(err.Error(), "remedy", hint.Of(err))
		return false, nil
	}
	return false, judging(err)
}

// copyAndOpen copies the code to the clipboard and opens the page, where the user continues.
func (c *call) copyAndOpen(ctx context.Context, text []byte, name, address string) error {
	by, err := c.copy(ctx, text)
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	c.advise("copied %s (%s): paste it into the form of %s", name, by, host(address))
	if !c.Bool("no-open") {
		if err := c.browse(address); err != nil {
			c.advise("open the page in a browser: %s", hint.Of(err))
		}
	}
	c.made(address)
	return nil
}

// host is the site of an address.
func host(address string) string {
	page, err := url.Parse(address)
	if err != nil {
		return address
	}
	return page.Hostname()
}
