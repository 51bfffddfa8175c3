package companion

import (
	"cmp"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/plain"
)

// ReadLayout checks a layout: the path of a problem's directory, with names in braces that a page replaces.
func ReadLayout(text string) (string, error) {
	const remedy = "such as {judge}/{contest}/{problem}"
	bare := strings.NewReplacer("{judge}", "j", "{contest}", "c", "{problem}", "p", "{letter}", "l").Replace(text)
	switch {
	case strings.ContainsAny(bare, "{}:"):
		return "", hint.With(remedy, errors.New("want {judge}, {contest}, {problem} and {letter} alone"))
	case !filepath.IsLocal(filepath.FromSlash(text)) || strings.HasPrefix(path.Base(text), "."):
		return "", hint.With(remedy, errors.New("want a path below the directory of solutions"))
	case !strings.Contains(path.Base(text), "{problem}") && !strings.Contains(path.Base(text), "{letter}"):
		return "", hint.With(remedy, errors.New("want {problem} or {letter} at the end"))
	}
	return path.Clean(text), nil
}

// pageFolder fills a layout in: the path of a page's directory, with slashes. A problem without a contest has no directory for it
// beside that of the judge.
func pageFolder(layout string, page *plain.Page) string {
	judge, _, inContest := strings.Cut(page.Group, " - ")
	if !inContest {
		layout = strings.ReplaceAll(layout, "{judge}/{contest}/", "{judge}/")
	}
	name := plain.FolderName(page.Name)
	return strings.NewReplacer(
		"{judge}", plain.FolderName(judge), "{contest}", contestName(page.Group), "{problem}", name, "{letter}", cmp.Or(letter(page.Name), name),
	).Replace(layout)
}

var lettered = lazyregexp.New(`^(?:Problem |Task )?([A-Z][0-9]?) ?[.:)\-–—] `)

// letter returns the label of a problem in its contest, such as A or B1, or "" if its name has none.
func letter(name string) string {
	if match := lettered().FindStringSubmatch(plain.Title(name)); match != nil {
		return match[1]
	}
	return ""
}

// deepestFolder is how many levels of directories hold problems, as {judge}/{contest}/{problem} does. mostFolders bounds how
// many directories are searched.
const (
	deepestFolder = 3
	mostFolders   = 10_000
)

// folderOf returns the directory that was made for the page at an address, "" for none.
func folderOf(root, address string) string {
	level, looked := []string{root}, 0
	for range deepestFolder {
		var next []string
		for _, dir := range level {
			entries, _ := os.ReadDir(dir)
			for _, entry := range entries {
				inner := filepath.Join(dir, entry.Name())
				if looked++; looked > mostFolders {
					return ""
				}
				switch {
				case !entry.IsDir() || strings.HasPrefix(entry.Name(), "."):
				case !plain.HasSettings(inner):
					next = append(next, inner)
				default:
					if there, _ := plain.ReadSettings(inner); there.URL == address {
						return inner
					}
				}
			}
		}
		level = next
	}
	return ""
}
