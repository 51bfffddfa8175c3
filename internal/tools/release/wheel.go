package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// wheelTags are the platforms as pip names them. The program is static, so on Linux it needs no certain C library.
var wheelTags = map[platform]string{
	{"linux", "amd64"}:   "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
	{"linux", "arm64"}:   "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
	{"darwin", "amd64"}:  "macosx_12_0_x86_64",
	{"darwin", "arm64"}:  "macosx_12_0_arm64",
	{"windows", "amd64"}: "win_amd64",
	{"windows", "arm64"}: "win_arm64",
}

// wheel returns the name and the files of a wheel, which pip installs: the client in Python with the program in it.
// The last file lists the others.
func wheel(source checkout, p platform, program build, content []byte, licences []file) (name string, files []file, err error) {
	version, err := pythonVersion(program.version)
	if err != nil {
		return "", nil, err
	}
	client := filepath.Join(source.dir, "python", "grundy")
	entries, err := os.ReadDir(client)
	if err != nil {
		return "", nil, err
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(client, entry.Name()))
		if err != nil {
			return "", nil, err
		}
		files = append(files, file{name: path.Join("grundy", entry.Name()), content: text})
	}
	files = append(files, file{path.Join("grundy/bin", p.program()), true, content})

	about := "grundy-" + version + ".dist-info"
	own, err := os.ReadFile(filepath.Join(source.dir, "LICENSE"))
	if err != nil {
		return "", nil, err
	}
	metadata := "Metadata-Version: 2.4\nName: grundy\nVersion: " + version +
		"\nSummary: Judge programs: compile, run in a sandbox, check the output\nRequires-Python: >=3.10\n"
	for _, licence := range append([]file{{name: "LICENSE", content: own}}, licences...) {
		metadata += "License-File: " + licence.name + "\n"
		files = append(files, file{name: path.Join(about, "licenses", licence.name), content: licence.content})
	}
	tags := ""
	for tag := range strings.SplitSeq(wheelTags[p], ".") {
		tags += "Tag: py3-none-" + tag + "\n"
	}
	for _, described := range []struct{ name, text string }{
		{"METADATA", metadata},
		{"WHEEL", "Wheel-Version: 1.0\nGenerator: grundy\nRoot-Is-Purelib: false\n" + tags},
		{"entry_points.txt", "[console_scripts]\ngrundy = grundy.__main__:main\n"},
	} {
		files = append(files, file{name: path.Join(about, described.name), content: []byte(described.text)})
	}
	slices.SortFunc(files, byName)
	list := path.Join(about, "RECORD")
	return "grundy-" + version + "-py3-none-" + wheelTags[p] + ".whl", append(files, file{name: list, content: record(files, list)}), nil
}

// record lists files with their digests and sizes, and at last the list itself.
func record(files []file, list string) []byte {
	var rows strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&rows, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&rows, "%s,,\n", list)
	return []byte(rows.String())
}

// goVersion takes a version of Go's apart: its numbers, what comes before a release, and the time of a commit without a tag.
var goVersion = regexp.MustCompile(`^v(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+))?(?:[-.](?:0\.)?(\d{14})-[0-9a-f]{12})?$`)

// pythonVersion is a version of Go's in the form of Python's packages: "1.2.0rc1" for "v1.2.0-rc.1".
func pythonVersion(version string) (string, error) {
	parts := goVersion.FindStringSubmatch(version)
	if parts == nil {
		return "", fmt.Errorf("version %s: Python's packages have no such version: tag the commit like v1.2.0 or v1.2.0-rc.1", version)
	}
	numbers, stage, count, commit := parts[1], parts[2], parts[3], parts[4]
	result := numbers + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[stage] + count
	switch {
	case commit == "":
		return result, nil
	case stage == "":
		return result + ".dev" + commit, nil
	}
	return result + ".post" + commit, nil
}
