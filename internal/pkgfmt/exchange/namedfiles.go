package exchange

import (
	"fmt"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// namedFiles writes the names of the files that solutions may use.
func (im *importer) namedFiles(source string, files problem.NamedFiles) error {
	var m keys
	for _, file := range []struct{ key, name string }{{"input-file", files.Input}, {"output-file", files.Output}} {
		if file.name != "" && !problem.IsFileName(file.name) {
			return hint.Errorf("name a file in the working directory", "%s: solutions cannot use a file called %q", source, file.name)
		}
		set(&m, file.key, file.name)
	}
	return im.yaml(icpc.FilesFile, m)
}

// streamFile is the name of a file, "" for a standard stream.
func streamFile(name string) string {
	switch strings.ToLower(name) {
	case "stdin", "stdout", "standard input", "standard output":
		return ""
	}
	return name
}

// taskFiles are the files of a task, by default input.txt and output.txt.
func (ci *cmsImport) taskFiles() error {
	if ci.isOutputOnly() || ci.manager != "" {
		return nil
	}
	files := problem.NamedFiles{Input: "input.txt", Output: "output.txt"}
	if get(ci.task, "infile") != nil {
		files.Input = ci.value("infile")
	}
	if get(ci.task, "outfile") != nil {
		files.Output = ci.value("outfile")
	}
	return ci.namedFiles("task.yaml", files)
}

// namedStreams is a source file for solutions that connects their standard streams to named files.
const namedStreams = `// Solutions may use files: here their names lead to the standard streams.
#include <unistd.h>

__attribute__((constructor)) static void name_standard_streams(void) {
	int failed = 0; // a solution may have files of these names, which stay
%s	(void)failed;
}
`

// streams has solutions in C and C++ find the files of the problem with judges that know the standard streams only.
func (c *conversion) streams() error {
	if _, found := c.files[icpc.FilesFile]; !found {
		return nil
	}
	var links strings.Builder
	for _, stream := range []struct{ name, device string }{{c.problem.Files.Input, "/dev/stdin"}, {c.problem.Files.Output, "/dev/stdout"}} {
		if stream.name != "" {
			fmt.Fprintf(&links, "\tfailed |= symlink(%q, %q);\n", stream.device, stream.name)
			c.note(icpc.FilesFile, "solutions may use the file %s: in C and C++ it leads to %s, in other languages use that", stream.name, stream.device)
		}
	}
	for _, name := range []string{"include/c/named_streams.c", "include/cpp/named_streams.cpp"} {
		if _, there := c.files[name]; there {
			continue
		}
		if err := c.text(name, fmt.Sprintf(namedStreams, links.String())); err != nil {
			return err
		}
	}
	return nil
}
