package handout

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/environment"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/judge/language"
	"grundy/internal/ui/terminal"
)

// engine is a LaTeX engine.
type engine struct{ tool language.Tool }

// treeTime bounds the call that asks where the files of TeX are.
const treeTime = 10 * time.Second

// engineOf returns an engine with the directories of its files. It asks kpsewhich, since they lie in many
// places.
func engineOf(variables environment.Variables, tool language.Tool) engine {
	folders := slices.Clone(fontFolders)
	if asked, err := variables.LookPath("kpsewhich"); err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), treeTime)
		defer cancel()
		command := exec.CommandContext(ctx, asked, "--expand-var=$TEXMFROOT\n$TEXMFDIST\n$TEXMFSYSVAR\n$TEXMFSYSCONFIG\n$TEXMFLOCAL")
		command.Env, command.Dir, command.WaitDelay = variables, variables.Neutral(), time.Second
		if printed, err := command.Output(); err == nil {
			folders = append(folders, strings.Split(strings.TrimSpace(string(printed)), "\n")...)
		}
	}
	if found, ok := language.FindTool(variables, tool.Name, folders...); ok {
		tool = found
	}
	return engine{tool}
}

// print sets a document twice, to get page numbers right. LaTeX continues after errors; what it complains about is
// missing from the PDF.
func (e engine) print(ctx context.Context, bench *ToolRunner, set Set, options Options) (PDF, error) {
	document, err := WriteLaTeX(set, e.tool.Name, options)
	if err != nil {
		return PDF{}, err
	}
	document.Files["sheet.tex"] = document.Source
	from, to, remove, err := bench.stageFiles(document.Files)
	if err != nil {
		return PDF{}, err
	}
	defer remove()
	// In addition to the box, TeX itself runs no programs, and reads and writes nothing above its
	// directory.
	var said string
	for range 2 {
		said, err = e.set(ctx, bench, from, to, "sheet.tex")
		if ctx.Err() != nil {
			return PDF{}, context.Cause(ctx)
		}
	}
	log, _ := os.ReadFile(filepath.Join(to, "sheet.log"))
	lacks := append(document.Lacks, complaints(string(log), document.sources)...)
	pdf, err := printed(e.tool, filepath.Join(to, "sheet.pdf"), lacks, said, err)
	if err != nil {
		return PDF{}, err
	}
	return PDF{pdf, document.Notes, lacks}, nil
}

// set runs the engine once. It continues after errors.
func (e engine) set(ctx context.Context, bench *ToolRunner, from, to, file string) (said string, err error) {
	variables := []string{"openin_any=p", "openout_any=p", "shell_escape=f", "max_print_line=1000", "TEXMFVAR=/tmp/texmf", "TEXMFHOME=/tmp/texmf", "TEXMFCONFIG=/tmp/texmf"}
	return bench.run(ctx, e.tool, from, to, variables, func(to string) []string {
		return []string{"-no-shell-escape", "-interaction=nonstopmode", "-output-directory=" + to, file}
	})
}

// Patterns of LaTeX's log.
var (
	lostCharacter    = lazyregexp.New(`(?m)^Missing character: There is no (\S+)|Unicode character (\S+) \(U\+`)
	texError         = lazyregexp.New(`(?m)^! (.+)$`)
	unicodeComplaint = "Unicode character"
)

// complaints returns what a document of some texts lacks according to LaTeX's log: characters, and the first error.
func complaints(log string, sources sources) []string {
	var lost, said []string
	for _, match := range lostCharacter().FindAllStringSubmatch(log, -1) {
		if sign := match[1] + match[2]; !slices.Contains(lost, sign) {
			lost = append(lost, sign)
		}
	}
	if len(lost) > 0 {
		said = append(said, sources.lackOf(lost))
	}
	for _, match := range texError().FindAllStringSubmatch(log, -1) {
		if !strings.Contains(match[1], unicodeComplaint) {
			return append(said, "it says: "+terminal.Line(match[1]))
		}
	}
	return said
}
