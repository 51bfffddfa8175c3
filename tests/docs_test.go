package tests

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// page is a Markdown file of the repository: its links and its anchors.
type page struct {
	links   []string
	anchors []string
}

// htmlLinks are the links of HTML inside Markdown.
var htmlLinks = regexp.MustCompile(`(?:src|srcset|href)="([^"]*)"`)

// TestLinks checks that every link inside the repository leads to a file, and to a heading if it names one.
func TestLinks(t *testing.T) {
	pages := readPages(t, "..")
	if len(pages) < 50 {
		t.Fatalf("found %d Markdown files, want those of docs and problems", len(pages))
	}
	for file, content := range pages {
		for _, link := range content.links {
			if fault := follow(pages, file, link); fault != "" {
				t.Errorf("%s: link %s: %s", file, link, fault)
			}
		}
	}
}

// follow returns what is wrong with a link of a file; it ignores links to other sites.
func follow(pages map[string]page, file, link string) string {
	address, err := url.Parse(link)
	if err != nil {
		return err.Error()
	}
	if address.Scheme != "" {
		return ""
	}
	goal := file
	if address.Path != "" {
		goal = filepath.Join(filepath.Dir(file), filepath.FromSlash(address.Path))
	}
	if !filepath.IsLocal(goal) {
		return "leads out of the repository"
	}
	if _, err := os.Stat(filepath.Join("..", goal)); err != nil {
		return "there is no " + goal
	}
	if address.Fragment != "" && !slices.Contains(pages[goal].anchors, address.Fragment) {
		return "no heading of " + goal + " has this name"
	}
	return ""
}

// readPages reads the Markdown files below a directory, by their relative paths. It skips test data and hidden
// directories.
func readPages(t *testing.T, root string) map[string]page {
	t.Helper()
	pages := map[string]page{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		pages[relative] = parsePage(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func parsePage(source []byte) page {
	var found page
	document := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) { // no step fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Link:
			found.links = append(found.links, string(node.Destination))
		case *ast.Image:
			found.links = append(found.links, string(node.Destination))
		case *ast.RawHTML:
			found.links = append(found.links, linksOfHTML(node.Segments.Value(source))...)
		case *ast.HTMLBlock:
			found.links = append(found.links, linksOfHTML(node.Lines().Value(source))...)
		case *ast.Heading:
			found.anchors = append(found.anchors, anchor(headingText(node, source), found.anchors))
		}
		return ast.WalkContinue, nil
	})
	return found
}

func linksOfHTML(html []byte) []string {
	var links []string
	for _, match := range htmlLinks.FindAllSubmatch(html, -1) {
		links = append(links, string(match[1]))
	}
	return links
}

func headingText(heading ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(heading, func(node ast.Node, entering bool) (ast.WalkStatus, error) { // no step fails
		if leaf, ok := node.(*ast.Text); ok && entering {
			b.Write(leaf.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// anchor is GitHub's anchor of a heading that follows others: letters in lower case, digits, hyphens and underscores,
// with hyphens for blanks; repeated names are numbered.
func anchor(heading string, before []string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
	numbered := name
	for n := 1; slices.Contains(before, numbered); n++ {
		numbered = name + "-" + strconv.Itoa(n)
	}
	return numbered
}

func TestLinksFindsFaults(t *testing.T) {
	pages := map[string]page{
		"README.md":      parsePage([]byte("# Read `me`, please\n\n## Twice\n\n## Twice\n")),
		"docs/design.md": parsePage([]byte("# Design\n")),
	}
	tests := []struct{ file, link, want string }{
		{"README.md", "docs/design.md", ""},
		{"README.md", "docs", ""},
		{"README.md", "docs/design.md#design", ""},
		{"README.md", "#read-me-please", ""},
		{"README.md", "#twice-1", ""},
		{"docs/design.md", "../README.md#twice", ""},
		{"README.md", "https://example.org/missing#there", ""},
		{"README.md", "docs/missing.md", "there is no docs/missing.md"},
		{"README.md", "docs/design.md#designs", "no heading of docs/design.md has this name"},
		{"README.md", "#twice-2", "no heading of README.md has this name"},
		{"docs/design.md", "../../elsewhere.md", "leads out of the repository"},
	}
	for _, test := range tests {
		if got := follow(pages, test.file, test.link); got != test.want {
			t.Errorf("%s: link %s: got %q, want %q", test.file, test.link, got, test.want)
		}
	}
	html := parsePage([]byte("<img src=\"a.svg\">\n\ntext <a href=\"b.md\">b</a> ![c](c.svg)\n\n[d]: d.md\n\n[d][]\n"))
	if want := []string{"a.svg", "b.md", "c.svg", "d.md"}; !slices.Equal(html.links, want) {
		t.Errorf("links %q, want %q", html.links, want)
	}
}
