package statement

// fontCommands change the font of their argument; switches do so for the rest of the group, or for the argument right
// behind them, as Polygon's authors mean \bf{x}.
var (
	fontCommands = map[string]font{
		"emph": {add: emphasis}, "textit": {add: emphasis}, "textsl": {add: emphasis}, "textbf": {add: strong}, "texttt": {add: typed},
		"underline": {add: underlined}, "uline": {add: underlined}, "uuline": {add: underlined}, "uwave": {add: underlined}, "dotuline": {add: underlined},
		"sout": {add: struck}, "xout": {add: struck}, "st": {add: struck}, "cancel": {add: struck}, "textsc": {add: smallCaps},
		"textsuperscript": {add: raised}, "textsubscript": {add: lowered}, "up": {add: raised}, "fup": {add: raised}, "keys": {add: key}, "alert": {add: strong}, "structure": {add: strong},
		"textrm": {drop: typed}, "textnormal": {drop: ^style(0)}, "textup": {drop: emphasis | smallCaps}, "textmd": {drop: strong}, "textsf": {drop: typed},
	}
	switches = map[string]font{
		"em": {add: emphasis}, "it": {add: emphasis}, "itshape": {add: emphasis}, "sl": {add: emphasis}, "slshape": {add: emphasis},
		"bf": {add: strong}, "bfseries": {add: strong}, "tt": {add: typed}, "ttfamily": {add: typed}, "t": {add: typed}, "sc": {add: smallCaps},
		"scshape": {add: smallCaps}, "rm": {drop: ^style(0)}, "normalfont": {drop: ^style(0)}, "sf": {drop: typed}, "sffamily": {drop: typed}, "rmfamily": {drop: typed},
		"upshape": {drop: emphasis | smallCaps}, "mdseries": {drop: strong},
	}
)

// font is how a command changes the style of text.
type font struct{ add, drop style }

func (f font) of(before style) style { return before&^f.drop | f.add }

// transparent commands show only their last argument; the others are given as in ignored.
var transparent = map[string]string{
	"text": "", "mbox": "", "hbox": "", "vbox": "", "fbox": "", "makebox": "pooo", "framebox": "poo", "parbox": "ooom", "raisebox": "moo", "centerline": "",
	"leftline": "", "rightline": "", "resizebox": "smm", "scalebox": "mo", "rotatebox": "om", "reflectbox": "", "adjustbox": "m", "shortstack": "o", "llap": "",
	"rlap": "", "clap": "", "smash": "o", "colorbox": "om", "fcolorbox": "omm", "makecell": "so", "thead": "o", "savebox": "moo",
	"only": "", "uncover": "", "onslide": "", "visible": "", "invisible": "", "action": "", "mode": "", "alt": "", "temporal": "", "beamerbutton": "", "beamergotobutton": "", "foreignlanguage": "om", "hyperref": "o", "hypertarget": "m", "hyperlink": "m", "phantomsection": "",
	"textls": "o", "mathstrut": "", "ensuretext": "", "nohyphens": "", "protect": "", "textquote": "", "MakeLowercase": "", "selectlanguage*": "m", "framed": "",
	"subfile": "", "acs": "", "caps": "", "textlf": "", "marginpar": "o", "usefont": "mmmm", "multicolumn": "mm", "multirow": "omom",
}

// ignored commands change only the look, or say what a page does not need. The letters are their arguments: m is one
// in braces, b one that may be missing, o one in brackets, s a star, p in parentheses, and d a length with or without an equals sign.
var ignored = map[string]string{
	"noindent": "", "indent": "", "smallskip": "", "medskip": "", "bigskip": "", "newpage": "", "clearpage": "", "cleardoublepage": "", "pagebreak": "o",
	"nopagebreak": "o", "nolinebreak": "o", "centering": "", "raggedright": "", "raggedleft": "", "RaggedRight": "", "justify": "", "vfill": "", "vfil": "", "hfil": "", "hss": "", "maketitle": "",
	"protect": "", "relax": "", "sloppy": "", "fussy": "", "tiny": "", "scriptsize": "", "footnotesize": "", "small": "", "normalsize": "", "large": "",
	"Large": "", "LARGE": "", "huge": "", "Huge": "", "/": "", "-": "", "@": "", "!": "", "hline": "", "toprule": "o", "midrule": "o",
	"bottomrule": "o", "vspace": "sm", "addvspace": "m", "pagestyle": "m", "pagenumbering": "m", "fancyhf": "om", "fancyhead": "om", "fancyfoot": "om", "lhead": "om", "chead": "om", "rhead": "om", "lfoot": "om", "cfoot": "om", "rfoot": "om", "thepage": "", "typeout": "m", "checkoddpage": "", "thispagestyle": "m", "documentclass": "om",
	"documentstyle": "om", "usepackage": "om", "RequirePackage": "om", "bibliographystyle": "m", "cline": "m", "cmidrule": "opm",
	"phantom": "m", "hphantom": "m", "vphantom": "m", "setlength": "mm", "addtolength": "mm", "settowidth": "mm", "newcounter": "mo",
	"definecolor": "mmm", "colorlet": "mm", "tightlist": "", "lstset": "m", "tikzset": "m", "pgfplotsset": "m",
	"usetikzlibrary": "m", "hypersetup": "m", "geometry": "m", "DeclareGraphicsExtensions": "m", "captionsetup": "om", "sisetup": "m", "setlist": "som",
	"newlength": "m", "parindent": "d", "parskip": "d", "itemsep": "d", "topsep": "d", "partopsep": "d", "leftmargin": "d", "leftskip": "d", "rightskip": "d",
	"abovedisplayskip": "d", "belowdisplayskip": "d", "baselineskip": "d", "tabcolsep": "d", "arraycolsep": "d", "arraystretch": "", "textwidth": "d", "linewidth": "d", "columnwidth": "d",
	"hsize": "d", "vsize": "d", "looseness": "d", "hangindent": "d", "hangafter": "d", "columnsep": "d", "intextsep": "d", "parsep": "d", "clubpenalty": "d",
	"widowpenalty": "d", "tolerance": "d", "emergencystretch": "d", "vskip": "d", "kern": "d", "lower": "d", "raise": "d", "penalty": "d", "textheight": "d", "unitlength": "d", "fboxsep": "d", "fboxrule": "d",
	"strut": "", "null": "", "allowbreak": "", "goodbreak": "", "filbreak": "", "break": "", "nobreak": "", "leavevmode": "", "unskip": "", "ignorespaces": "", "ignorespacesafterend": "",
	"selectfont": "", "fontsize": "mm", "fontfamily": "m", "fontseries": "m", "fontshape": "m", "fontencoding": "m", "linespread": "m", "setstretch": "m", "columnbreak": "",
	"pause": "o", "onslide": "", "column": "om", "framebreak": "", "transfade": "o", "insertframenumber": "", "insertslidenumber": "", "inserttotalframenumber": "", "titlepage": "", "activitychart": "",
	"note": "om", "usetheme": "om", "usecolortheme": "om", "usefonttheme": "om", "useinnertheme": "om", "useoutertheme": "om", "setbeamertemplate": "mom", "setbeamercolor": "mm", "setbeamerfont": "mm",
	"setbeamercovered": "m", "setbeamersize": "m", "beamertemplatenavigationsymbolsempty": "", "againframe": "om", "logo": "m", "titlegraphic": "m", "transdissolve": "", "date": "m", "author": "om", "institute": "m", "subtitle": "m", "index": "m", "nocite": "m", "glossary": "m",
	"hyphenation": "m", "selectlanguage": "m", "setmainfont": "om", "setmonofont": "om", "newcolumntype": "moom", "newtcolorbox": "omm", "hypersetup*": "m",
	"displaystyle": "", "textstyle": "", "notag": "", "nonumber": "", "qedhere": "", "qed": "", "appendix": "", "tableofcontents": "", "listoffigures": "", "frenchspacing": "", "nonfrenchspacing": "",
	"boldmath": "", "unboldmath": "", "bgroup": "", "egroup": "", "begingroup": "", "endgroup": "", "obeylines": "", "obeyspaces": "", "samepage": "", "twocolumn": "o", "onecolumn": "",
	"thisfloatpagestyle": "m", "ContinuedFloat": "", "floatplacement": "mm", "suppressfloats": "o", "FloatBarrier": "", "leftskip*": "d", "ULforem": "", "normalem": "", "enlargethispage": "sm",
	"problemdir": "", "problemdirname": "", "builddir": "", "problemlabel": "", "problemtitle": "", "problemyamlname": "", "problemauthor": "", "fullproblemtitle": "", "solvestats": "", "printsolvestats": "m", "timelimit": "", "newblock": "", "markboth": "mm", "markright": "m", "raggedbottom": "", "flushbottom": "",
	"inputencoding": "m", "endgraf": "", "phantomsection": "", "rowcolors": "smmm", "rowcolor": "omoo", "cellcolor": "om", "arraybackslash": "", "everypar": "m", "vcenter": "", "vtop": "", "theoremstyle": "m",
	"declaretheorem": "om", "setcaptionwidth": "m", "abovecaptionskip": "d", "belowcaptionskip": "d", "headheight": "d", "kill": "", "lstdefinestyle": "mm", "lstdefinelanguage": "omom", "setminted": "om", "usemintedstyle": "m", "algrenewcommand": "mm",
	"DontPrintSemicolon": "", "SetKwInOut": "mm", "algnewcommand": "mm", "pdfoutput": "d", "catcode": "", "thefigure": "", "itshapeoff": "", "addcontentsline": "mmm", "contestname": "m", "headerlogo": "m", "centeredline": "", "makeproblemtoc": "", "problemend": "",
}

// characters are the commands that stand for text.
var characters = map[string]string{
	"": `\`, "%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", ",": "\u00a0", ";": " ", ":": " ", ">": " ",
	"ldots": "…", "dots": "…", "cdots": "⋯", "dotsc": "…", "textellipsis": "…", "textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`",
	"textless": "<", "textgreater": ">", "textbar": "|", "textquotedbl": `"`, "textendash": "–", "textemdash": "—", "textquotesingle": "'", "textquoteright": "’",
	"textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”", "quotedblbase": "„", "quotesinglbase": "‚", "guillemotleft": "«", "guillemotright": "»",
	"guillemetleft": "«", "guillemetright": "»", "guilsinglleft": "‹", "guilsinglright": "›", "flqq": "«", "frqq": "»", "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "lq": "‘", "rq": "’", "og": "«\u00a0", "fg": "\u00a0»",
	"textunderscore": "_", "textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "textdollar": "$", "textsterling": "£", "texteuro": "€", "textyen": "¥", "textcent": "¢",
	"textexclamdown": "¡", "textquestiondown": "¿", "textsection": "§", "textparagraph": "¶", "textdagger": "†", "textdaggerdbl": "‡", "dag": "†", "ddag": "‡", "textasteriskcentered": "∗", "textperiodcentered": "·", "textvisiblespace": "␣",
	"textordfeminine": "ª", "textordmasculine": "º", "textonehalf": "½", "textonequarter": "¼", "textthreequarters": "¾", "textonesuperior": "¹", "texttwosuperior": "²", "textthreesuperior": "³",
	"textdegree": "°", "degree": "°", "textcelsius": "℃", "textohm": "Ω", "textmu": "µ", "textmicro": "µ", "texttimes": "×", "textdiv": "÷", "textpm": "±", "textminus": "−", "textlnot": "¬", "textsurd": "√", "textnumero": "№", "textperthousand": "‰",
	"textbullet": "•", "textopenbullet": "◦", "textregistered": "®", "textcopyright": "©", "copyright": "©", "texttrademark": "™", "textmusicalnote": "♪", "pounds": "£", "euro": "€", "EUR": "€", "S": "§", "P": "¶",
	"LaTeX": "LaTeX", "LaTeXe": "LaTeX2ε", "TeX": "TeX", "XeTeX": "XeTeX", "BibTeX": "BibTeX", "Cpp": "C++", "CC": "C++", "quad": "\u2003", "qquad": "\u2003\u2003", "enspace": " ", "thinspace": "\u00a0", "enskip": " ", "nobreakspace": "\u00a0", "space": " ", "slash": "/", "hyp": "-", "thinmuskip": " ", "negthinspace": "", "hfill": " ", "hfil": " ", "dotfill": " … ", "hrulefill": " ____ ", "tab": "\u2003", "figurename": "Figure", "tablename": "Table",
	"ss": "ß", "SS": "ẞ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "IJ": "Ĳ", "ij": "ĳ",
	"\\": "\n", "newline": "\n", "linebreak": "\n", "tabularnewline": "\n", "break": "\n", "cr": "\n",
	"textrightarrow": "→", "textleftarrow": "←", "textuparrow": "↑", "textdownarrow": "↓", "rightarrow": "→", "leftarrow": "←", "to": "→", "times": "×", "cdot": "·", "textdblhyphen": "⸗",
	"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "infty": "∞", "Rightarrow": "⇒", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "pm": "±", "oplus": "⊕",
	"checkmark": "✓", "cmark": "✓", "xmark": "✗", "heartsuit": "♥", "spadesuit": "♠", "clubsuit": "♣", "diamondsuit": "♦", "square": "□", "blacksquare": "■", "star": "⋆", "bigstar": "★", "smiley": "☺", "frownie": "☹", "textreferencemark": "※", "tick": "✓",
}

// letterAccents put a combining mark on the letter that follows.
var letterAccents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
	"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331",
}
