package svgsafe

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/bytesize"
)

// MaxSize bounds a picture.
const MaxSize = 8 * bytesize.MiB

// Kind is a kind of picture.
type Kind struct {
	Extension string // ".png"
	Type      string // MIME type, for pages
	Name      string // name for the user
	// Drawn means that visualizers may write it: the package format allows it, or BAPCtools, which adds
	// PDF.
	Drawn bool
}

// kinds are the kinds that statements show, in the order in which a picture without an extension is looked
// for.
var kinds = []Kind{
	{".svg", "image/svg+xml", "SVG", true},
	{".pdf", "application/pdf", "PDF", true},
	{".png", "image/png", "PNG", true},
	{".jpg", "image/jpeg", "JPEG", true},
	{".jpeg", "image/jpeg", "JPEG", true},
	{".gif", "image/gif", "GIF", false},
	{".webp", "image/webp", "WebP", false},
}

// IsImage reports whether browsers show it as an image.
func (k Kind) IsImage() bool { return strings.HasPrefix(k.Type, "image/") }

// Kinds returns all kinds, the preferred one first.
func Kinds() []Kind { return slices.Clone(kinds) }

// Names returns the names that the file of an image may have: LaTeX may leave out the extension.
func Names(image string) []string {
	if filepath.Ext(image) != "" {
		return []string{image}
	}
	var names []string
	for _, k := range kinds {
		names = append(names, image+k.Extension)
	}
	return names
}

// Extensions returns the extensions that visualizers may write, the preferred one first: browsers can show the
// first ones.
func Extensions() []string {
	var images, others []string
	for _, k := range kinds {
		switch {
		case k.Drawn && k.IsImage():
			images = append(images, k.Extension)
		case k.Drawn:
			others = append(others, k.Extension)
		}
	}
	return append(images, others...)
}

// KindOf finds the kind of files with an extension.
func KindOf(extension string) (kind Kind, found bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Extension == strings.ToLower(extension) })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// signatures are the first bytes of each kind except SVG.
var signatures = map[string]string{"PNG": "\x89PNG\r\n\x1a\n", "JPEG": "\xff\xd8\xff", "PDF": "%PDF-"}

// Take checks that a file is a picture of the kind that its extension claims, and returns it in a form that is
// safe to show. The error explains what is wrong with it.
func Take(extension string, data []byte) ([]byte, error) {
	kind, found := KindOf(extension)
	switch {
	case !found || !kind.Drawn:
		return nil, fmt.Errorf("%s is not a kind of picture: want %s", extension, strings.Join(Extensions(), ", "))
	case len(data) == 0:
		return nil, fmt.Errorf("the picture is empty")
	case len(data) > int(MaxSize):
		return nil, fmt.Errorf("the picture is larger than %s", MaxSize)
	case kind.Name == "SVG":
		return cleanSVG(data)
	case !bytes.HasPrefix(data, []byte(signatures[kind.Name])):
		return nil, fmt.Errorf("its content is not %s", kind.Name)
	}
	return data, nil
}
