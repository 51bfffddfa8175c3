package handout

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/judge/language"
	"grundy/internal/statement"
)

// Drawing has LaTeX set a drawing, such as a tikzpicture, on a page of its size. What was drawn is drawn once.
func (b *ToolRunner) Drawing(ctx context.Context, drawing statement.Drawing) ([]byte, error) {
	source := drawingDocument(drawing)
	sum := sha256.Sum256(source)
	key := base64.RawURLEncoding.EncodeToString(sum[:])
	if b.Drawn != nil {
		if pdf, found := b.Drawn.Recall(key); found {
			return pdf, nil
		}
	}
	pdf, err := b.set(ctx, source)
	if err == nil && b.Drawn != nil {
		b.Drawn.Remember(key, pdf)
	}
	return pdf, err
}

// Address has LaTeX set a drawing, and returns it as the address of an image on a page.
func (b *ToolRunner) Address(ctx context.Context, drawing statement.Drawing) (string, error) {
	pdf, err := b.Drawing(ctx, drawing)
	if err != nil {
		return "", err
	}
	svg, err := b.SVG(ctx, pdf)
	if err != nil {
		return "", err
	}
	return dataAddress("image/svg+xml", svg), nil
}

// set has the first engine that is installed set the document of a drawing.
func (b *ToolRunner) set(ctx context.Context, source []byte) ([]byte, error) {
	for _, name := range statement.Engines {
		tool, found := language.FindTool(b.Variables, name)
		if !found {
			continue
		}
		from, to, remove, err := b.stageFiles(map[string][]byte{"drawing.tex": source})
		if err != nil {
			return nil, err
		}
		defer remove()
		said, err := engineOf(b.Variables, tool).set(ctx, b, from, to, "drawing.tex")
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		log, _ := os.ReadFile(filepath.Join(to, "drawing.log"))
		if lacks := complaints(string(log), nil); len(lacks) > 0 { // a part of the drawing would be missing
			return nil, errors.New(name + ": " + strings.Join(lacks, "; "))
		}
		return printed(tool, filepath.Join(to, "drawing.pdf"), nil, said, err)
	}
	return nil, hint.Errorf("apt install texlive-pictures", "LaTeX is not installed")
}

// drawingPackages are the packages for the environments of drawings.
var drawingPackages = map[string]string{
	"tikz": "tikz", "axis": "pgfplots", "circuitikz": "circuitikz", "forest": "forest", "tikzcd": "tikz-cd", "bytefield": "bytefield", "qtree": "qtree", "xy": "xy",
	"chessboard": "chessboard", "automaton": "tikz", "pgfpicture": "pgf", "pspicture": "pstricks",
}

var (
	usedPackages = lazyregexp.New(`\\usepackage\s*(\[[^\]]*\])?\s*\{([^{}]*)\}`)
	// drawsPackage matches the packages of a text that drawings use. Others set up pages and languages.
	drawsPackage = lazyregexp.New(`^(tikz|pgf|tkz-|pst-|pstricks|circuitikz|forest|xcolor|color|chess|skak|xskak|bytefield|qtree|xy|ams|mathtools|bm|braket|calc|xifthen|ifthen|etoolbox|xparse|graphicx|rotating|relsize|textcomp)`)
)

// drawingDocument is a document with a page as large as the drawing, which needs no class for pictures.
func drawingDocument(drawing statement.Drawing) []byte {
	var b strings.Builder
	b.WriteString("\\documentclass{article}\n")
	var loaded []string
	load := func(options, name string) {
		if !slices.Contains(loaded, name) {
			loaded = append(loaded, name)
			b.WriteString(`\IfFileExists{` + name + `.sty}{\usepackage` + options + "{" + name + "}}{}\n")
		}
	}
	for _, match := range usedPackages().FindAllStringSubmatch(drawing.Settings, -1) {
		for name := range strings.SplitSeq(match[2], ",") {
			if name = strings.TrimSpace(name); drawsPackage().MatchString(name) {
				load(match[1], name)
			}
		}
	}
	if strings.ContainsFunc(drawing.Source, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
		load("[T2A]", "fontenc")
	}
	for _, name := range []string{"amsmath", "amssymb", "xcolor"} {
		load("", name)
	}
	for _, name := range slices.Sorted(maps.Keys(drawingPackages)) {
		if strings.Contains(drawing.Source, name) {
			load("", drawingPackages[name])
		}
	}
	b.WriteString(usedPackages().ReplaceAllString(drawing.Settings, ""))
	b.WriteString(`\pagestyle{empty}
\begin{document}
\newbox\drawing
\setbox\drawing\hbox{` + drawing.Source + `}
\newdimen\drawingheight \drawingheight=\ht\drawing \advance\drawingheight by \dp\drawing \advance\drawingheight by 2bp
\newdimen\drawingwidth \drawingwidth=\wd\drawing \advance\drawingwidth by 2bp
\pdfpagewidth=\drawingwidth \pdfpageheight=\drawingheight
\hoffset=-1in \voffset=-1in
\shipout\vbox{\kern1bp\hbox{\kern1bp\box\drawing}}
\end{document}
`)
	return []byte(b.String())
}
