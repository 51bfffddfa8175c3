package illustration

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/bytesize"
)

// MaxSize bounds a picture.
const MaxSize = 8 * bytesize.MiB

// Kind is a kind of picture.
type Kind struct {
	Extension string // ".png"
	Type      string // of its content, for pages
	Name      string // for people
}

// kinds are those that the package format knows, and PDF, which BAPCtools adds.
var kinds = []Kind{
	{".svg", "image/svg+xml", "SVG"},
	{".png", "image/png", "PNG"},
	{".jpg", "image/jpeg", "JPEG"},
	{".jpeg", "image/jpeg", "JPEG"},
	{".pdf", "application/pdf", "PDF"},
}

// Extensions are those of pictures that visualizers may write, the preferred one first.
func Extensions() []string {
	var extensions []string
	for _, k := range kinds {
		extensions = append(extensions, k.Extension)
	}
	return extensions
}

// KindOf finds the kind of files with an extension.
func KindOf(extension string) (kind Kind, found bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Extension == strings.ToLower(extension) })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// signatures are how files of a kind begin, but for SVG.
var signatures = map[string]string{"PNG": "\x89PNG\r\n\x1a\n", "JPEG": "\xff\xd8\xff", "PDF": "%PDF-"}

// Take checks that a file is a picture of the kind that its extension says, and gives it as it may be shown. The error says in words
// what is wrong with it.
func Take(extension string, data []byte) ([]byte, error) {
	kind, found := KindOf(extension)
	switch {
	case !found:
		return nil, fmt.Errorf("%s is no kind of picture: want %s", extension, strings.Join(Extensions(), ", "))
	case len(data) == 0:
		return nil, fmt.Errorf("the picture is empty")
	case len(data) > int(MaxSize):
		return nil, fmt.Errorf("the picture is larger than %s", MaxSize)
	case kind.Name == "SVG":
		return cleanSVG(data)
	case !bytes.HasPrefix(data, []byte(signatures[kind.Name])):
		return nil, fmt.Errorf("what it holds is no %s", kind.Name)
	}
	return data, nil
}
