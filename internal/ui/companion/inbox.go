package companion

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// Inbox makes folders of the pages that were heard: plain.yaml, the tests below samples, and a source to begin with. It is not for
// concurrent use.
type Inbox struct {
	// Dir is the folder below which those of problems and contests are made.
	Dir string
	// Source is the beginning of a solution of a problem, whose ID and name are known: the name of the file, and what stands in it.
	Source func(p *problem.Problem) (file string, text []byte, err error)

	batches []*Batch
}

// Batch is a contest that is sent problem by problem.
type Batch struct {
	id string
	// Contest is its folder, Size how many problems it has, and Heard how many came.
	Contest     string
	Size, Heard int
}

// mostBatches bounds how many contests are known at a time; none is sent while another is.
const mostBatches = 16

// mostAlike bounds how many folders may be named alike.
const mostAlike = 100

// samplesFolder is where the tests lie beside the source.
const samplesFolder = "samples"

// Put makes the folder of a page, or adds to the one that there is what it lacks: nothing is overwritten.
func (b *Inbox) Put(page plain.Page) (event.Received, error) {
	settings := page.Settings()
	received := event.Received{Name: settings.Name, URL: page.URL, Tests: len(page.Tests)}
	parent := b.Dir
	if batch := b.batch(&page); batch != nil {
		batch.Heard++
		parent = batch.Contest
		received.Contest, received.Number, received.Size = batch.Contest, batch.Heard, batch.Size
	}
	dir, known, err := place(parent, &settings)
	if err != nil {
		return received, fmt.Errorf("%s: %w", settings.Name, err)
	}
	received.Dir, received.Known = dir, known
	if err := b.fill(dir, &page, &received); err != nil {
		return received, fmt.Errorf("%s: write %s: %w", settings.Name, dir, err)
	}
	received.Notes = notes(&page, dir)
	return received, nil
}

// batch is the contest that a page belongs to, nil when it was sent alone.
func (b *Inbox) batch(page *plain.Page) *Batch {
	if page.Batch.Size < 2 || page.Batch.ID == "" {
		return nil
	}
	for _, batch := range b.batches {
		if batch.id == page.Batch.ID {
			return batch
		}
	}
	contest := filepath.Join(b.Dir, contestName(page.Group))
	if plain.HasSettings(contest) {
		contest += "-contest" // that is a problem
	}
	batch := &Batch{id: page.Batch.ID, Size: page.Batch.Size, Contest: contest}
	b.batches = append(b.batches, batch)
	if len(b.batches) > mostBatches {
		b.batches = b.batches[1:]
	}
	return batch
}

// Incomplete are the contests of which problems are missing.
func (b *Inbox) Incomplete() []*Batch {
	return slices.DeleteFunc(slices.Clone(b.batches), func(batch *Batch) bool { return batch.Heard >= batch.Size })
}

// contestName is the name of a contest's folder. Its group begins with the site, which most contests name again.
func contestName(group string) string {
	if _, contest, found := strings.Cut(group, " - "); found && strings.TrimSpace(contest) != "" {
		group = contest
	}
	if strings.TrimSpace(group) == "" {
		group = "contest"
	}
	return plain.FolderName(group)
}

// place finds the folder for a problem: the one that was made of the same page before, or one that is not there yet.
func place(parent string, settings *plain.Settings) (dir string, known bool, err error) {
	name := plain.FolderName(settings.Name)
	for n := 1; n <= mostAlike; n++ {
		dir = filepath.Join(parent, name)
		if n > 1 {
			dir = fmt.Sprintf("%s-%d", dir, n)
		}
		_, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return dir, false, nil
		}
		if err != nil {
			return "", false, err
		}
		if there, faults := plain.ReadSettings(dir); len(faults.Fatal(true)) == 0 && plain.HasSettings(dir) && isSame(&there, settings) {
			return dir, true, nil
		}
	}
	return "", false, hint.Errorf("move some of them away", "%d folders are named like %s", mostAlike, filepath.Join(parent, name))
}

// isSame tells whether two pages are the same: of one address, or where they have none, of one name.
func isSame(a, b *plain.Settings) bool {
	if a.URL != "" || b.URL != "" {
		return a.URL == b.URL
	}
	return a.Name == b.Name
}

// fill writes what a problem's folder lacks. One that was not there appears whole.
func (b *Inbox) fill(dir string, page *plain.Page, received *event.Received) error {
	settings := page.Settings()
	files := []file{{plain.SettingsFile, settings.Text()}}
	for i, test := range page.Tests {
		files = append(files,
			file{fmt.Sprintf("%s/%d.in", samplesFolder, i+1), []byte(test.Input)},
			file{fmt.Sprintf("%s/%d.ans", samplesFolder, i+1), []byte(test.Output)})
	}
	p := &problem.Problem{ID: filepath.Base(dir), Names: map[string]string{"en": settings.Name}}
	name, text, err := b.Source(p)
	if err != nil {
		return err
	}
	if !received.Known {
		received.Source = filepath.Join(dir, name)
		return fsutil.CreateFolder(dir, func(root *os.Root) error {
			for _, f := range append(files, file{name, text}) {
				if err := f.write(root); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if source := sourceIn(dir); source != "" {
		received.Source = filepath.Join(dir, source)
	} else {
		files = append(files, file{name, text})
		received.Source = filepath.Join(dir, name)
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		made, taken, err := fsutil.Add(path, 0o644, f.text)
		switch {
		case err != nil:
			return err
		case taken:
			received.Kept = append(received.Kept, path)
		case made:
			received.Added = append(received.Added, path)
		}
	}
	return nil
}

// file is one of a problem's folder, named with slashes.
type file struct {
	name string
	text []byte
}

func (f *file) write(root *os.Root) error {
	if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(f.name)), 0o755); err != nil {
		return err
	}
	return root.WriteFile(filepath.FromSlash(f.name), f.text, 0o644)
}

// sourceIn names what lies in a problem's folder beside the settings, and so is the person's; "" when there is nothing.
func sourceIn(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && entry.Name() != plain.SettingsFile && !strings.HasPrefix(entry.Name(), ".") {
			return entry.Name()
		}
	}
	return ""
}

// notes say what keeps the problem from being judged as its site does.
func notes(page *plain.Page, dir string) []string {
	var all []string
	if len(page.Tests) == 0 {
		all = append(all, "the page has no tests: put some into "+samplesFolder+", as 1.in and 1.ans")
	}
	_, faults := plain.Load(dir)
	for _, fault := range faults {
		if fault.File == plain.SettingsFile {
			all = append(all, fault.Message+" ("+fault.Help+")")
		}
	}
	return all
}
