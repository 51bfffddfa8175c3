package statement_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/statement"
)

// TestReadsLaTeX shows constructs as LaTeX sets them.
func TestReadsLaTeX(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"sections of the class", "\\begin{Input}\na\n\\end{Input}\\begin{Output}b\\end{Output}\n\\begin{Interaction}c\\end{Interaction}", "Input\n\na\n\nOutput\n\nb\n\nInteraction\n\nc\n"},
		{"subtasks of olymp.sty", "\\SubtaskWithCost{1}{20}\na\n\\Subtask{2}b\n\\SubtaskWithScore{30}\\SubtaskWithScore{40}", "Subtask 1 (20 points)\n\na\n\nSubtask 2\n\nb\n\nSubtask 1 (30 points)\n\nSubtask 2 (40 points)\n"},
		{"symbols of formulas", `0 \leq a \ne b`, "0 ≤a ≠b\n"},
		{"sections of olymp.sty", "\\begin{problem}{A}{in}{out}{1 s}{64 MB}\na\n\\InputFile b\n\\OutputFile\nc\n\\Note d\n\\end{problem}", "A\n═\n\na\n\nInput\n\nb\n\nOutput\n\nc\n\nNote\n\nd\n"},
		{"samples of olymp.sty", "a\n\\Examples\n\\begin{example}\n\\exmpfile{example.01}{example.01.a}%\n\\exmpfile{example.02}{example.02.a}%\n\\end{example}", "a\n"},
		{"words about a sample of olymp.sty", "\\begin{examplethree}\\exmpfile{a}{b}{c \\emph{d}}%\n\\end{examplethree}", "c d\n"},
		{"samples in the text", "\\begin{example}\\exmp{1\n2}{3}%\n\\exmp{4}{5 \\% x}\\end{example}", "Input │ Output\n──────┼───────\n1     │ 3\n2     │\n4     │ 5 % x\n"},
		{"fonts of Polygon", `\bf{a} b {\t c} \t{d} \it{e}`, "a b c d e\n"},
		{"guillemets and quotes", "<<a>> ``b'' `c' ,,d'' \"--- e \"f\"", "«a» “b” ‘c’ „d” — e \"f\"\n"},
		{"no ligatures in program text", "\\texttt{a -- b << 'c'}", "a -- b << 'c'\n"},
		{"struck", `\sout{a}`, "~~a~~\n"},
		{"epigraph", `\epigraph{a}{b}`, "│ a\n│\n│ b\n"},
		{"names of characters", `\texttrademark{}, \textquotesingle{}, \dots\ \S 5 \'etude \v{C} \"{\i} \~n \ss`, "™, ', … §5 étude Č ï ñ ß\n"},
		{"units", `\SI{5}{\kilo\meter} \qty{3e8}{\metre\per\second} \si{\metre\squared} \num{1000000} \num{-2.50} \ang{45} \numrange{1}{9} \SI{7}{km}`, "5\u202fkm 3 × 10⁸\u202fm/s m² 1\u202f000\u202f000 −2.50 45° 1–9 7\u202fkm\n"},
		{"address with a tilde", `\url{https://e.org/~a/b_c#d%20e} \href{https://e.org/\~f\%20}{g}`, "https://e.org/~a/b_c#d%20e g (https://e.org/~f%20)\n"},
		{"per cent in program text", "\\verb|%d%%| and \\verb!50%!, at most 7,\n\\lstinline|x % 2| too. \\lstinline[language=C]{y % 3}", "%d%% and 50%, at most 7, x % 2 too. y % 3\n"},
		{"listing with per cent", "\\begin{lstlisting}[language=C, caption={A \\emph{b}}]\nx % 2;\n\\end{lstlisting}\nc", "Listing 1: A b\n\n    x % 2;\n\nc\n"},
		{"rows with space", "\\begin{tabular}{lr}\na & 1 \\\\[2pt]\nb & 2 \\tabularnewline\nc & 3 \\\\*[1ex]\nd & 4\n\\end{tabular}", "a │ 1\nb │ 2\nc │ 3\nd │ 4\n"},
		{"texts between columns", "\\begin{tabular}{r@{.}l>{$}c<{$}@{\\hspace{1em}}>{\\bfseries\\centering}c<{\\,kg}} 3 & 14 & x^2 & 5 \\\\ 2 & 7 & & 6 \\\\ \\multicolumn{2}{c}{a} & y & \\end{tabular}", "3. │ 14 │ x² │ 5 kg\n2. │ 7  │    │ 6 kg\n   a    │ y  │\n"},
		{"spanning cells", "\\begin{tabular}{|l|c|r|}\\hline \\multicolumn{2}{|c|}{a and b} & c \\\\ \\cline{1-2} \\multirow{2}{*}{d} & 1 & 2 \\\\ & 3 & 4 \\\\ \\hline\\end{tabular}", "a and b │ c\nd │  1  │ 2\n  │  3  │ 4\n"},
		{"lines of booktabs", "\\begin{tabular}{ll}\\toprule a & b \\\\ \\cmidrule(lr){1-2} c & d \\\\ \\midrule e & f \\\\\\addlinespace[2pt] g & h \\\\ \\bottomrule\\end{tabular}", "a │ b\n──┼──\nc │ d\ne │ f\ng │ h\n"},
		{"longtable", "\\begin{longtable}{l}\\caption{a}\\label{t}\\\\ head \\\\ \\endfirsthead again \\\\ \\endhead \\hline\\endfoot b \\\\\\end{longtable} \\ref{t}", "Table 1: a\n\nhead\nb\n\n1\n"},
		{"table in a cell", "\\begin{tabular}{cc}\\begin{tabular}{@{}l@{}}a\\\\b\\end{tabular} & \\makecell{c\\\\d}\\end{tabular}", "a │ c\nb │ d\n"},
		{"labels of items", "\\begin{enumerate}[label=(\\alph*)]\\item a \\item\\label{x} b\\end{enumerate}\n\\begin{enumerate}[i)]\\item c\\end{enumerate}\n\\begin{enumerate}[label=\\Roman*., start=4]\\item d\\end{enumerate}\n\\begin{itemize}\\item[--] e \\item f\\end{itemize} \\ref{x}", "(a) a\n(b) b\n\ni) c\n\nIV. d\n\n– e\n• f\n\n(b)\n"},
		{"own counters", "\\newcounter{st}[section]\\newcommand{\\subtask}{\\stepcounter{st}\\thest (\\alph{st}), }\\subtask\\subtask\\setcounter{st}{7}\\addtocounter{st}{\\value{st}}\\arabic{st}\\pagenumbering{arabic}\\cfoot{\\thepage}", "1(a), 2(b), 14\n"},
		{"own counters beside a list's", `\newcounter{st}\begin{enumerate}[label=(\alph*)]\item p\setcounter{enumi}{4}\item q\end{enumerate}`, "(a) p\n(e) q\n"},
		{"labels of own counters", "\\newcounter{st}\\renewcommand{\\thest}{S\\Alph{st}}\\newcommand{\\task}[1]{\\refstepcounter{st}\\label{#1}}\\task{a}b\\task{c} \\ref{c}, \\autoref{a}", "b SB, SA\n"},
		{"counters of captions", "\\begin{figure}a\\caption{b}\\end{figure}\\addtocounter{figure}{3}\\stepcounter{figure}\\begin{figure}c\\caption{d}\\label{x}\\end{figure}\\ref{x}", "a\n\nFigure 1: b\n\nc\n\nFigure 6: d\n\n6\n"},
		{"slides of Beamer", "\\begin{frame}<1-3>[t]{a}\\begin{itemize}[<+->]\\item<1-> b \\only<2>{c}\\item<2->[$\\ast$] d \\alert<3>{e}\\end{itemize}\\pause f \\alt<6->{g}{h} \\invisible<1>{i}\n\\begin{block}<2->{j}<3> k $x \\only<2>{+ y} \\pause = \\alert<3>{z}$\\end{block}\\begin{onlyenv}<2> l\\end{onlyenv}\\note<1>{m}\\end{frame}", "a\n\n• b c\n* d e\n\nf g h i\n\nj\n\nk x+y = z\n\nl\n"},
		{"less than is no slide", "\\begin{itemize}\\item <5> or more\\end{itemize}$\\alpha<1>b$", "• <5> or more\n\nα < 1 > b\n"},
		{"columns of Beamer", "\\begin{columns}\\column{0.5\\textwidth} a\n\n\\column{.5\\textwidth} b\\end{columns}", "a\n\nb\n"},
		{"placeholders", "a {%problemlabel%} b: \\includegraphics{{%problemdir%}/problem_statement/c.png}", "a b: [figure: c.png]\n"},
		{"code with commands", "\\begin{alltt}\nif \\textbf{a} % 2 \\{\n  $b_1 & c\n\\}\n\\end{alltt}", "    if a % 2 {\n      $b_1 & c\n    }\n"},
		{"steps that return", "\\begin{algorithmic}[1]\\If{$a$}\\State \\Return 1 \\Comment{so}\\EndIf\\State \\Call{b}{c, d}\\end{algorithmic}", "if a then\n\u2003return 1 // so\nb(c, d)\n"},
		{"numbers of lists", "\\begin{enumerate}\\item a\\begin{enumerate}\\item b\\label{x}\\end{enumerate}\\setcounter{enumi}{4}\\item c\\label{y}\\end{enumerate}\\ref{x}, \\ref{y}\\begin{enumerate}[resume]\\item d\\end{enumerate}", "1. a\n   (a) b\n2. c\n\n1a, 5\n\n6. d\n"},
		{"references", "See Figure~\\ref{f}, \\autoref{t}, \\cref{f,p}, \\eqref{e} and \\Cref{e}.\n\\begin{figure}\\includegraphics{a}\\caption{A}\\label{f}\\end{figure}\n\\begin{table}\\caption{B\\label{t}}\\end{table}\n\\begin{figure}\\begin{subfigure}{3cm}b\\caption{C}\\label{p}\\end{subfigure}\\caption*{D}\\end{figure}\n\\begin{equation}\\label{e}x\\end{equation}", "See Figure 1, Table 1, figs. 1 and 2a, (1) and Equation (1).\n\n[figure: a]\n\nFigure 1: A\n\nTable 1: B\n\nb\n\n(a) C\n\nD\n\n    x    (1)\n"},
		{"reference to a section", "\\section{a}\\label{s}\\subsection*{b}\\subsection{c}\\label{t}\\ref{s}, \\ref{t}, \\nameref{s}", "1 a\n\nb\n\n1.1 c\n\n1, 1.1, a\n"},
		{"sections without references", "\\section{a}\\label{s}b", "a\n\nb\n"},
		{"theorems", "\\newtheorem{lem}{Lemma}\\begin{lem}[Euler]\\label{l}a\\end{lem}\\begin{proof}b\\end{proof}\\autoref{l}", "Lemma 1 (Euler). a\n\nProof. b □\n\nLemma 1\n"},
		{"labels of all lists", "\\renewcommand{\\labelitemi}{--}\\renewcommand\\labelenumi{\\Roman{enumi})}\\begin{itemize}\\item a\\end{itemize}\\begin{enumerate}\\item b\\end{enumerate}", "– a\n\nI) b\n"},
		{"parts of figures", "\\begin{figure}\\subfloat[a\\label{x}]{b}\\quad\\subfloat[]{c\\label{y}}\\caption{d}\\end{figure}\\ref{x}, \\ref{y}", "b\n\n(a) a\n\nc\n\n(b)\n\nFigure 1: d\n\n1a, 1b\n"},
		{"accents alone", `\^{} \~{} \'{e}`, "^ ~ é\n"},
		{"footnotes", "a\\footnote{b} c\\footnotemark\\footnotetext{d}", "a[1] c[2]\n\n[1] b\n[2] d\n"},
		{"definitions", "\\newcommand{\\a}[2][x]{#1-#2}\\def\\b(#1,#2){<#2;#1>}\\let\\c\\b\\newcommand\\N{\\ensuremath{10^5}}\\a{1} \\a[2]{3} \\c(4,5) \\N{} $\\N$ \\DeclareMathOperator{\\lcm}{lcm}$\\lcm(a)$", "x-1 2-3 <5;4> 10⁵ 10⁵ lcm(a)\n"},
		{"definition by itself", "\\let\\old\\emph\\renewcommand{\\emph}[1]{\\old{(#1)}}\\emph{a}", "(a)\n"},
		{"definition of an environment", "\\newenvironment{task}[1]{\\section*{#1}}{\\par end}\\begin{task}{a}b\\end{task}", "a\n\nb\n\nend\n"},
		{"hidden text", "a\n\\iffalse b \\iftrue c \\fi d \\else e \\fi\n\\begin{comment}f\\end{comment}g % h\n\\newif\\ifsol i\\ifsol j\\else k\\fi\\soltrue\\ifsol l\\fi", "a e g ikl\n"},
		{"preamble", "\\documentclass{article}\\newcommand{\\x}{y}\\title{t}\\begin{document}a \\x\\end{document} b", "a y\n"},
		{"spaces and looks", "\\noindent a\\hspace{1em}b\\vspace*{2cm} \\parindent=0pt \\setlength\\parskip{1ex plus 2pt}c \\hfill d \\small e", "a b c d e\n"},
		{"scaled table", `\resizebox{\textwidth}{!}{\begin{tabular}{cc}a & b\end{tabular}}`, "a │ b\n"},
		{"centred", "\\begin{center}a\\end{center}{\\raggedleft b\\par}c", strings.Repeat(" ", 39) + "a\n\n" + strings.Repeat(" ", 79) + "b\n\nc\n"},
		{"sources", "a \\cite[p.~7]{x,y} \\cite{z}\n\\begin{thebibliography}{9}\n\\bibitem{x} A\n\\bibitem[Bo12]{y} B\n\n\\bibitem{z} C\n\\end{thebibliography}", "a [1, Bo12, p. 7] [2]\n\nReferences\n\n[1] A\n[Bo12] B\n[2] C\n"},
		{"algorithm", "\\begin{algorithmic}\\For{$i$}\\State a\\EndFor\\end{algorithmic}", "for i do\n\u2003a\n"},
		{"slides", "\\begin{frame}\n\\frametitle{a}\n\\begin{itemize}\\item<+-> b \\item<2> c\\end{itemize}\\pause\n\\end{frame}", "a\n\n• b\n• c\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := statement.Render([]byte(test.source), "tex", statement.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			for _, fault := range statement.Faults([]byte(test.source), "tex", nil, nil, statement.Tools{}) {
				t.Errorf("%d:%d: %s", fault.Line, fault.Column, fault.Message)
			}
		})
	}
}

// TestNamesWhatItDoesNotUnderstand feeds the reader of LaTeX things that it does not know. Each is named with its
// place, and its source is not shown.
func TestNamesWhatItDoesNotUnderstand(t *testing.T) {
	for _, test := range []struct{ source, want, shown string }{
		{`a \unknown[b]{c} d`, `1:3: \unknown is not understood`, "a c d"},
		{"a\n\n  \\begin{strange}[b] c \\end{strange}", `3:3: \begin{strange} is not understood`, "a\n\nc"},
		{"\\newcommand{\\x}[1]{\\unknown{#1}}\na \\x{b}", `2:3: \unknown is not understood`, "a b"},
		{"a % b\n\\emph{c \\unknown{d}}", `2:9: \unknown is not understood`, "a c d"},
		{`a \ref{x} b`, `1:3: \ref{x} refers to nothing`, "a ?? b"},
		{`\cite{x}`, `1:1: \cite{x} refers to nothing`, "[??]"},
		{`\textbf{\eqref{x}}`, `1:9: \eqref{x} refers to nothing`, "(??)"},
		{`a \pageref{x}`, `1:3: \pageref{x} names a page`, "a ??"},
		{"\\begin{itemize}\\item a\n\\item \\strange b\\end{itemize}", `2:7: \strange is not understood`, "• a\n• b"},
		{`\begin{tabular}{l}\strange a & b\end{tabular}`, `1:19: \strange is not understood`, "a │ b"},
		{`\begin{tikzpicture}\draw (0,0);\end{tikzpicture}`, `1:1: the drawing \begin{tikzpicture} is left out`, "[figure: a drawing]"},
		{`a \tikz \draw (0,0); b`, `1:3: the drawing \tikz is left out`, "a [figure: a drawing] b"},
		{`\textcolor{red}{a}`, `1:1: the colour red is not shown`, "a"},
		{`a \ifnum 1 = 1` + "\nb\\fi", `1:3: the condition \ifnum is not understood`, "a \nb"},
		{`\iffalse a`, `1:1: \iffalse is not closed`, ""},
		{`\newcommand{\x}{\x\x}a \x`, `1:24: the macro \x makes too much text of too little`, "a"},
		{`\NewDocumentCommand{\x}{e}{a}`, `1:1: the arguments of \x are not understood`, ""},
		{`\SI{5}{\furlong}`, `1:8: the unit \furlong is not understood`, "5"},
		{`\todo{a} b`, `1:1: \todo is a note for authors`, "[a] b"},
		{`\footnote{\unknown a}`, `1:11: \unknown is not understood`, "[1]\n\n[1] a"},
		{`\begin{figure}\caption{\unknown a}\end{figure}`, `1:24: \unknown is not understood`, "Figure 1: a"},
		{`\item a`, `1:1: \item is not understood`, "a"},
	} {
		faults := statement.Faults([]byte(test.source), "tex", nil, nil, statement.Tools{})
		if len(faults) == 0 || !strings.HasPrefix(fmt.Sprintf("%d:%d: %s", faults[0].Line, faults[0].Column, faults[0].Message), test.want) {
			t.Errorf("%s: got %v, want %s", test.source, faults, test.want)
		}
		shown, err := statement.Render([]byte(test.source), "tex", statement.Options{})
		if got := strings.TrimSpace(shown); err != nil || got != strings.ReplaceAll(test.shown, " \n", " ") {
			t.Errorf("%s: shown is %q, %v, want %q", test.source, got, err, test.shown)
		}
	}
}

// TestStandardHeadingsAreInTheLanguage translates the headings that classes write, but not the statement's own.
func TestStandardHeadingsAreInTheLanguage(t *testing.T) {
	const source = "\\begin{Input}a\\end{Input}\n\\Note b\n\\section{Output}c"
	for words, want := range map[statement.Words]string{
		{}: "<h2>Input</h2>\n<p>a</p>\n<h2>Note</h2>\n<p>b</p>\n<h2>Output</h2>\n<p>c</p>\n",
		{Input: "Indata", Output: "Utdata", Note: "Anmärkning"}: "<h2>Indata</h2>\n<p>a</p>\n<h2>Anmärkning</h2>\n<p>b</p>\n<h2>Output</h2>\n<p>c</p>\n",
	} {
		got, err := statement.HTML([]byte(source), "tex", statement.HTMLOptions{Words: words})
		if err != nil || string(got) != want {
			t.Errorf("with %v: got %s, %v, want %s", words, got, err, want)
		}
	}
}

// TestIncludesFiles reads files of the package in the place of the commands that name them.
func TestIncludesFiles(t *testing.T) {
	files := func(name string) ([]byte, error) {
		text, ok := map[string]string{"a.tex": "\\newcommand{\\x}{y}\\input{sub/b}", "sub/b.tex": "b\r\n", "c.py": "1 % 2\n", "d.tex": "\\input{d}"}[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	for _, test := range []struct{ source, want, fault string }{
		{"% \\input{no}\n\\input{a} \\x{} \\verb|\\input{no}|", "b y \\input{no}\n", ""},
		{"\\input a \\x", "b y\n", ""},
		{"\\import{sub/}{b}\\lstinputlisting[language=Python]{c.py}", "b\n\n    1 % 2\n", ""},
		{"a \\input{../../etc/passwd} b", "a b\n", `1:3: \input{../../etc/passwd}: the file cannot be read`},
		{"a \\input{d}", "a d\n", "0:0: files include each other more than 8 times"},
	} {
		got, err := statement.Render([]byte(test.source), "tex", statement.Options{Files: files})
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.source, got, err, test.want)
		}
		var named []string
		for _, fault := range statement.Faults([]byte(test.source), "tex", nil, files, statement.Tools{}) {
			named = append(named, fmt.Sprintf("%d:%d: %s", fault.Line, fault.Column, fault.Message))
		}
		if test.fault != "" && !slices.Contains(named, test.fault) || test.fault == "" && named != nil {
			t.Errorf("%s: faults are %q, want %q", test.source, named, test.fault)
		}
	}
}

// TestStatementsAsPeopleWriteThem shows whole statements in the manner of several contests, with what is not understood
// in them.
func TestStatementsAsPeopleWriteThem(t *testing.T) {
	names, err := filepath.Glob("testdata/latex/*.tex")
	if err != nil || len(names) < 7 {
		t.Fatalf("%d statements: %v", len(names), err)
	}
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := statement.Render(source, "tex", statement.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range statement.Faults(source, "tex", nil, nil, statement.Tools{}) {
			text += fmt.Sprintf("! %d:%d: %s\n", fault.Line, fault.Column, fault.Message)
		}
		golden(t, filepath.Join("latex", filepath.Base(name)), text)
	}
}

// TestFindsImagesInTheirDirectories shows images from the directories that the text lists, after those beside it.
func TestFindsImagesInTheirDirectories(t *testing.T) {
	files := func(name string) ([]byte, error) {
		if slices.Contains([]string{"a.png", "img/a.png", "img/b.svg", "more/c.pdf"}, name) {
			return nil, nil
		}
		return nil, fs.ErrNotExist
	}
	source := `\graphicspath{{img/}{./more/}{more/}}\includegraphics{a}\includegraphics[width=3cm]{b}\includegraphics{c.pdf}\includegraphics{d}`
	var names []string
	for _, image := range statement.Images([]byte(source), "tex", nil, files) {
		names = append(names, image.File)
	}
	if diff := cmp.Diff([]string{"a", "img/b", "more/c.pdf", "d"}, names); diff != "" {
		t.Error(diff)
	}
}

// TestToday shows a date, which LaTeX takes from the clock.
func TestToday(t *testing.T) {
	text, err := statement.Render([]byte(`a \today. b`), "tex", statement.Options{})
	if err != nil {
		t.Fatal(err)
	}
	day := strings.TrimSuffix(strings.TrimPrefix(text, "a "), ". b\n")
	if _, err := time.Parse("January 2, 2006", day); err != nil {
		t.Errorf("%q: %v", text, err)
	}
}
