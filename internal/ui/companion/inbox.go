package companion

import (
	"cmp"
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

// Inbox makes directories of received pages: plain.yaml, the tests below samples, and an initial source. It must not be
// used concurrently.
type Inbox struct {
	// Dir is the directory below which those of problems and contests are made.
	Dir string
	// Source returns the initial solution of a problem with a known ID and name: the name of the file, and its text.
	Source func(p *problem.Problem) (file string, text []byte, err error)
	// Layout is the path below Dir of a problem's directory, as ReadLayout reads it. "" stands for {problem}, and for
	// {contest}/{problem} in contests.
	Layout string
	// Reserved reports whether a directory in Dir is for a problem from elsewhere.
	Reserved func(name string) bool

	batches []*Batch
}

// Batch is a contest that is sent problem by problem.
type Batch struct {
	id string
	// Contest is its directory, Size the number of its problems, and Heard how many have arrived.
	Contest     string
	Size, Heard int
}

// mostBatches bounds how many contests are remembered; only one is sent at a time.
const mostBatches = 16

// mostAlike bounds how many directories may have similar names.
const mostAlike = 100

// samplesFolder is the directory of the tests beside the source.
const samplesFolder = "samples"

// Put makes the directory of a page, or adds the missing files to an existing one: it overwrites nothing.
func (b *Inbox) Put(page plain.Page) (event.Received, error) {
	settings := page.Settings()
	received := event.Received{Name: settings.Name, URL: page.URL, Tests: len(page.Tests)}
	wanted := filepath.Join(b.Dir, plain.FolderName(settings.Name))
	if b.Layout != "" {
		wanted = filepath.Join(b.Dir, filepath.FromSlash(pageFolder(b.Layout, &page)))
	}
	label := ""
	if batch := b.batch(&page, wanted); batch != nil {
		batch.Heard++
		received.Contest, received.Number, received.Size = batch.Contest, batch.Heard, batch.Size
		wanted, label = filepath.Join(batch.Contest, filepath.Base(wanted)), letter(settings.Name)
	}
	var err error
	received.Directory, received.Known, err = b.place(wanted, &settings)
	if err != nil {
		return received, fmt.Errorf("%s: %w", settings.Name, err)
	}
	dir := received.Directory
	if err := b.fill(dir, label, &page, &received); err != nil {
		return received, fmt.Errorf("%s: write %s: %w", settings.Name, dir, err)
	}
	received.Notes = notes(&page, dir)
	return received, nil
}

// batch returns the contest of a page, whose directory may be below the one that it has with a layout, or nil if the page was
// sent alone.
func (b *Inbox) batch(page *plain.Page, wanted string) *Batch {
	if page.Batch.Size < 2 || page.Batch.ID == "" {
		return nil
	}
	for _, batch := range b.batches {
		if batch.id == page.Batch.ID {
			return batch
		}
	}
	contest := filepath.Join(b.Dir, contestName(page.Group))
	if b.Layout != "" {
		contest = filepath.Dir(wanted)
	} else if plain.HasSettings(contest) || b.isReserved(contest) {
		contest += "-contest" // that is the directory of a problem
	}
	batch := &Batch{id: page.Batch.ID, Size: page.Batch.Size, Contest: contest}
	b.batches = append(b.batches, batch)
	if len(b.batches) > mostBatches {
		b.batches = b.batches[1:]
	}
	return batch
}

// Incomplete returns the contests with missing problems.
func (b *Inbox) Incomplete() []*Batch {
	return slices.DeleteFunc(slices.Clone(b.batches), func(batch *Batch) bool { return batch.Heard >= batch.Size })
}

// contestName returns the name of a contest's directory. Its group begins with the site, whose name most contests
// repeat.
func contestName(group string) string {
	if _, contest, found := strings.Cut(group, " - "); found && strings.TrimSpace(contest) != "" {
		group = contest
	}
	if strings.TrimSpace(group) == "" {
		group = "contest"
	}
	return plain.FolderName(group)
}

// isReserved reports whether a directory is for a problem from elsewhere.
func (b *Inbox) isReserved(dir string) bool {
	return b.Reserved != nil && filepath.Dir(dir) == filepath.Clean(b.Dir) && b.Reserved(filepath.Base(dir))
}

// place finds the directory for a problem: the one made earlier for the same page, wherever it is, or a new one.
func (b *Inbox) place(wanted string, settings *plain.Settings) (dir string, known bool, err error) {
	if settings.URL != "" {
		if dir := folderOf(b.Dir, settings.URL); dir != "" {
			return dir, true, nil
		}
	}
	for n := 1; n <= mostAlike; n++ {
		dir = wanted
		if n > 1 {
			dir = fmt.Sprintf("%s-%d", wanted, n)
		}
		if b.isReserved(dir) {
			continue
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
	return "", false, hint.Errorf("move some of them away", "%d directories have names like %s", mostAlike, wanted)
}

// isSame reports whether two pages are the same: by their addresses, or without them by their names.
func isSame(a, b *plain.Settings) bool {
	if a.URL != "" || b.URL != "" {
		return a.URL == b.URL
	}
	return a.Name == b.Name
}

// fill writes the missing files of a problem's directory. A new directory appears whole. label names the source, "" as the
// directory is named.
func (b *Inbox) fill(dir, label string, page *plain.Page, received *event.Received) error {
	settings := page.Settings()
	files := []file{{plain.SettingsFile, settings.Text()}}
	for i, test := range page.Tests {
		files = append(files,
			file{fmt.Sprintf("%s/%d.in", samplesFolder, i+1), []byte(test.Input)},
			file{fmt.Sprintf("%s/%d.ans", samplesFolder, i+1), []byte(test.Output)})
	}
	p := &problem.Problem{ID: cmp.Or(label, filepath.Base(dir)), Names: map[string]string{"en": settings.Name}}
	name, text, err := b.Source(p)
	if err != nil {
		return err
	}
	if !received.Known {
		received.Source = filepath.Join(dir, name)
		return fsutil.CreateDirectory(dir, func(root *os.Root) error {
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

// file is a file of a problem's directory, named with slashes.
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

// sourceIn returns the name of a file in a problem's directory that the user wrote, or "".
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

// notes says why the problem cannot be judged as on its site.
func notes(page *plain.Page, dir string) []string {
	var all []string
	if len(page.Tests) == 0 {
		all = append(all, "the page has no tests: put some into "+samplesFolder+", as 1.in and 1.ans")
	}
	if page.Interactive {
		all = append(all, "interactive problem, and the page has no interactor (--interactor FILE judges it with one, and grundy run lets you talk with the solution)")
	}
	_, faults := plain.Load(dir)
	for _, fault := range faults {
		if fault.File == plain.SettingsFile {
			all = append(all, fault.Message+" ("+fault.Help+")")
		}
	}
	return all
}
