package exchange

import (
	"fmt"
	"strings"

	"grundy/internal/base/hint"
)

// namedStreams is a source file for solutions that connects their standard streams to named files.
const namedStreams = `// The task has solutions use files: here their names lead to the standard streams.
#include <unistd.h>

__attribute__((constructor)) static void name_standard_streams(void) {
	int failed = 0; // a solution may have files of these names, which stay
%s	(void)failed;
}
`

// namedFiles lets solutions in C and C++ use the files of the task, by default input.txt and output.txt.
func (ci *cmsImport) namedFiles() error {
	if ci.isOutputOnly() || ci.manager != "" {
		return nil
	}
	var links strings.Builder
	for _, stream := range []struct{ key, usual, device string }{
		{"infile", "input.txt", "/dev/stdin"}, {"outfile", "output.txt", "/dev/stdout"},
	} {
		name := stream.usual
		if get(ci.task, stream.key) != nil {
			name = ci.value(stream.key)
		}
		if name == "" {
			continue
		}
		if badInName().MatchString(name) {
			return hint.Errorf("name a file in the working directory", "task.yaml: %s: solutions cannot use a file called %q", stream.key, name)
		}
		fmt.Fprintf(&links, "\tfailed |= symlink(%q, %q);\n", stream.device, name)
		if get(ci.task, stream.key) != nil {
			ci.note("task.yaml", "%s: solutions use the file %s there: in C and C++ it leads to %s, in other languages use that", stream.key, name, stream.device)
		}
	}
	if links.Len() == 0 {
		return nil
	}
	text := fmt.Sprintf(namedStreams, links.String())
	if err := ci.text("include/c/named_streams.c", text); err != nil {
		return err
	}
	return ci.text("include/cpp/named_streams.cpp", text)
}
