// Build bundles the editor of the pages: src and the packages that package-lock.json names, which npm ci has put into
// node_modules, become compressed modules below internal/ui/web/assets/editor, with a file of the notices that their licences ask for. The
// same packages give the same text in any folder.
//
//	npm ci --ignore-scripts && go run ./build
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	out := flag.String("out", "../../internal/ui/web/assets/editor", "the `folder` that the files are written to")
	flag.Parse()
	if err := build(".", *out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build writes the bundle of the module in a folder, and removes what an earlier one left.
func build(module, out string) error {
	files, err := bundle(module)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(out, "*"+compressed))
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, stays := files[strings.TrimSuffix(filepath.Base(name), compressed)]; !stays {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := write(filepath.Join(out, name+compressed), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// compressed ends the names of all files.
const compressed = ".gz"

// bundle gives the files by their names, as they are before they are compressed.
func bundle(module string) (map[string][]byte, error) {
	folder, err := filepath.Abs(module)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		return nil, fmt.Errorf("%w; run npm ci --ignore-scripts in %s", err, module)
	}
	const outside = "out" // never written: a place for names
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: folder, EntryPoints: []string{"src/editor.js"}, Outdir: outside,
		Bundle: true, Splitting: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		EntryNames: "[name]", ChunkNames: "[name]-[hash]",
		LegalComments: api.LegalCommentsNone, // notices are made of the licences' own files
		Metafile:      true, LogLevel: api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return nil, errors.New("esbuild found faults")
	}
	files := map[string][]byte{}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	files["NOTICES"], err = notices(folder, result.Metafile)
	return files, err
}

// notices are the licences of the packages of which anything is in the bundle.
func notices(folder, metafile string) ([]byte, error) {
	var meta struct{ Inputs map[string]any }
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	packages := map[string]bool{}
	for input := range meta.Inputs {
		if _, inside, ok := strings.Cut(input, "node_modules/"); ok {
			parts := strings.SplitN(inside, "/", 3)
			name := parts[0]
			if strings.HasPrefix(name, "@") {
				name = path.Join(parts[0], parts[1])
			}
			packages[name] = true
		}
	}
	var text bytes.Buffer
	text.WriteString("The editor of the pages is made of these packages.\n")
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		from := filepath.Join(folder, "node_modules", filepath.FromSlash(name))
		description, err := os.ReadFile(filepath.Join(from, "package.json"))
		if err != nil {
			return nil, err
		}
		var about struct{ Version, License string }
		if err := json.Unmarshal(description, &about); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if about.License != "MIT" {
			return nil, fmt.Errorf("%s is under the licence %q: whether it may be passed on must be looked at first", name, about.License)
		}
		licence, err := os.ReadFile(filepath.Join(from, "LICENSE"))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "\n%s %s\n\n%s\n", name, about.Version, bytes.TrimSpace(bytes.ReplaceAll(licence, []byte("\r\n"), []byte("\n"))))
	}
	return text.Bytes(), nil
}

// write compresses a file and puts it in place when it is whole.
func write(name string, text []byte) error {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := writer.Write(text); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	draft := name + ".new"
	if err := os.WriteFile(draft, packed.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(draft, name)
}
