package statement

// symbols are the commands that stand for a character or a word.
var symbols = map[string]atom{
	// Greek
	"alpha": {"α", ordinary}, "beta": {"β", ordinary}, "gamma": {"γ", ordinary}, "delta": {"δ", ordinary},
	"epsilon": {"ϵ", ordinary}, "varepsilon": {"ε", ordinary}, "zeta": {"ζ", ordinary}, "eta": {"η", ordinary},
	"theta": {"θ", ordinary}, "vartheta": {"ϑ", ordinary}, "iota": {"ι", ordinary}, "kappa": {"κ", ordinary},
	"lambda": {"λ", ordinary}, "mu": {"μ", ordinary}, "nu": {"ν", ordinary}, "xi": {"ξ", ordinary}, "pi": {"π", ordinary},
	"varpi": {"ϖ", ordinary}, "rho": {"ρ", ordinary}, "varrho": {"ϱ", ordinary}, "sigma": {"σ", ordinary},
	"varsigma": {"ς", ordinary}, "tau": {"τ", ordinary}, "upsilon": {"υ", ordinary}, "phi": {"ϕ", ordinary},
	"varphi": {"φ", ordinary}, "chi": {"χ", ordinary}, "psi": {"ψ", ordinary}, "omega": {"ω", ordinary},
	"Gamma": {"Γ", ordinary}, "Delta": {"Δ", ordinary}, "Theta": {"Θ", ordinary}, "Lambda": {"Λ", ordinary},
	"Xi": {"Ξ", ordinary}, "Pi": {"Π", ordinary}, "Sigma": {"Σ", ordinary}, "Upsilon": {"Υ", ordinary},
	"Phi": {"Φ", ordinary}, "Psi": {"Ψ", ordinary}, "Omega": {"Ω", ordinary},

	// Relations
	"le": {"≤", relation}, "leq": {"≤", relation}, "leqslant": {"≤", relation}, "ge": {"≥", relation},
	"geq": {"≥", relation}, "geqslant": {"≥", relation}, "ne": {"≠", relation}, "neq": {"≠", relation},
	"lt": {"<", relation}, "gt": {">", relation}, "ll": {"≪", relation}, "gg": {"≫", relation},
	"equiv": {"≡", relation}, "approx": {"≈", relation}, "sim": {"∼", relation}, "simeq": {"≃", relation},
	"cong": {"≅", relation}, "propto": {"∝", relation}, "prec": {"≺", relation}, "preceq": {"⪯", relation},
	"succ": {"≻", relation}, "succeq": {"⪰", relation}, "in": {"∈", relation}, "ni": {"∋", relation},
	"notin": {"∉", relation}, "subset": {"⊂", relation}, "subseteq": {"⊆", relation}, "subsetneq": {"⊊", relation},
	"supset": {"⊃", relation}, "supseteq": {"⊇", relation}, "mid": {"∣", relation}, "nmid": {"∤", relation},
	"parallel": {"∥", relation}, "perp": {"⊥", relation}, "vdash": {"⊢", relation}, "models": {"⊨", relation},
	"coloneqq": {"≔", relation}, "triangleq": {"≜", relation}, "doteq": {"≐", relation}, "asymp": {"≍", relation},
	"to": {"→", relation}, "rightarrow": {"→", relation}, "leftarrow": {"←", relation}, "gets": {"←", relation},
	"leftrightarrow": {"↔", relation}, "Rightarrow": {"⇒", relation}, "Leftarrow": {"⇐", relation},
	"Leftrightarrow": {"⇔", relation}, "implies": {"⟹", relation}, "iff": {"⟺", relation}, "mapsto": {"↦", relation},
	"longrightarrow": {"⟶", relation}, "longleftarrow": {"⟵", relation}, "Longrightarrow": {"⟹", relation},
	"uparrow": {"↑", relation}, "downarrow": {"↓", relation}, "hookrightarrow": {"↪", relation},
	"rightsquigarrow": {"⇝", relation}, "rightleftharpoons": {"⇌", relation}, "leadsto": {"⇝", relation}, "colon": {":", punctuation},

	// Binary operators
	"cdot": {"·", binary}, "times": {"×", binary}, "div": {"÷", binary}, "pm": {"±", binary}, "mp": {"∓", binary},
	"oplus": {"⊕", binary}, "ominus": {"⊖", binary}, "otimes": {"⊗", binary}, "odot": {"⊙", binary}, "ast": {"∗", binary},
	"star": {"⋆", binary}, "circ": {"∘", binary}, "bullet": {"•", binary}, "cup": {"∪", binary}, "cap": {"∩", binary},
	"setminus": {"∖", binary}, "smallsetminus": {"∖", binary}, "land": {"∧", binary}, "wedge": {"∧", binary},
	"lor": {"∨", binary}, "vee": {"∨", binary}, "uplus": {"⊎", binary}, "sqcup": {"⊔", binary}, "sqcap": {"⊓", binary},
	"veebar": {"⊻", binary}, "triangle": {"△", ordinary}, "bmod": {"mod", binary}, "mod": {"mod", binary},

	// Large operators and functions
	"sum": {"∑", operator}, "prod": {"∏", operator}, "coprod": {"∐", operator}, "int": {"∫", operator},
	"oint": {"∮", operator}, "bigcup": {"⋃", operator}, "bigcap": {"⋂", operator}, "bigoplus": {"⨁", operator},
	"bigotimes": {"⨂", operator}, "bigvee": {"⋁", operator}, "bigwedge": {"⋀", operator}, "bigsqcup": {"⨆", operator},
	"log": {"log", operator}, "ln": {"ln", operator}, "lg": {"lg", operator}, "exp": {"exp", operator},
	"min": {"min", operator}, "max": {"max", operator}, "inf": {"inf", operator}, "sup": {"sup", operator},
	"lim": {"lim", operator}, "liminf": {"lim\u00a0inf", operator}, "limsup": {"lim\u00a0sup", operator},
	"gcd": {"gcd", operator}, "lcm": {"lcm", operator}, "mex": {"mex", operator}, "det": {"det", operator},
	"dim": {"dim", operator}, "ker": {"ker", operator}, "deg": {"deg", operator}, "arg": {"arg", operator},
	"argmin": {"arg\u00a0min", operator}, "argmax": {"arg\u00a0max", operator}, "Pr": {"Pr", operator}, "sin": {"sin", operator},
	"cos": {"cos", operator}, "tan": {"tan", operator}, "cot": {"cot", operator}, "sec": {"sec", operator},
	"csc": {"csc", operator}, "arcsin": {"arcsin", operator}, "arccos": {"arccos", operator},
	"arctan": {"arctan", operator}, "sinh": {"sinh", operator}, "cosh": {"cosh", operator}, "tanh": {"tanh", operator},
	"neg": {"¬", ordinary}, "lnot": {"¬", ordinary}, "forall": {"∀", ordinary}, "exists": {"∃", ordinary},
	"nexists": {"∄", ordinary}, "partial": {"∂", ordinary}, "nabla": {"∇", ordinary},

	// Brackets
	"{": {"{", opening}, "}": {"}", closing}, "lbrace": {"{", opening}, "rbrace": {"}", closing},
	"lfloor": {"⌊", opening}, "rfloor": {"⌋", closing}, "lceil": {"⌈", opening}, "rceil": {"⌉", closing},
	"langle": {"⟨", opening}, "rangle": {"⟩", closing}, "lvert": {"|", opening}, "rvert": {"|", closing},
	"lVert": {"‖", opening}, "rVert": {"‖", closing}, "vert": {"|", ordinary}, "Vert": {"‖", ordinary},
	"|": {"‖", ordinary}, "lbrack": {"[", opening}, "rbrack": {"]", closing}, "backslash": {`\`, ordinary},

	// Dots and space
	"ldots": {"…", inner}, "dots": {"…", inner}, "dotsc": {"…", inner}, "cdots": {"⋯", inner}, "dotsb": {"⋯", inner},
	"vdots": {"⋮", inner}, "ddots": {"⋱", inner}, "ldotp": {".", ordinary}, "cdotp": {"·", ordinary},
	",": {hard, space}, ":": {hard, space}, ";": {hard, space}, ">": {hard, space}, " ": {hard, space}, "\n": {hard, space},
	"quad": {quad, space}, "qquad": {quad + quad, space}, "thinspace": {hard, space}, "enspace": {hard, space}, "!": {"", tight},

	// Other characters
	"infty": {"∞", ordinary}, "emptyset": {"∅", ordinary}, "varnothing": {"∅", ordinary}, "ell": {"ℓ", ordinary},
	"hbar": {"ℏ", ordinary}, "Re": {"ℜ", ordinary}, "Im": {"ℑ", ordinary}, "aleph": {"ℵ", ordinary}, "wp": {"℘", ordinary},
	"prime": {"′", ordinary}, "dagger": {"†", ordinary}, "ddagger": {"‡", ordinary}, "angle": {"∠", ordinary},
	"degree": {"°", ordinary}, "square": {"□", ordinary}, "Box": {"□", ordinary}, "blacksquare": {"■", ordinary},
	"checkmark": {"✓", ordinary}, "top": {"⊤", ordinary}, "bot": {"⊥", ordinary}, "surd": {"√", ordinary},
	"clubsuit": {"♣", ordinary}, "diamondsuit": {"♢", ordinary}, "heartsuit": {"♡", ordinary}, "spadesuit": {"♠", ordinary},
	"therefore": {"∴", relation}, "because": {"∵", relation}, "imath": {"ı", ordinary}, "jmath": {"ȷ", ordinary},
	"%": {"%", ordinary}, "$": {"$", ordinary}, "#": {"#", ordinary}, "&": {"&", ordinary}, "_": {"_", ordinary},
}

// superscripts are the raised characters of Unicode. There is no raised q, comma or slash.
var superscripts = table(
	"0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθ"+hard,
	"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿ"+hard,
)

// subscripts are the lowered characters of Unicode: few letters, and no comma.
var subscripts = table(
	"0123456789+−=()aehijklmnoprstuvxβγρϕφχ",
	"₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵩᵪ",
)

func table(from, to string) map[rune]rune {
	small := map[rune]rune{}
	targets := []rune(to)
	for i, r := range []rune(from) {
		small[r] = targets[i]
	}
	return small
}

// raisedSigns are superscripts that already look raised.
var raisedSigns = map[string]string{"∘": "°", "°": "°", "′": "′", "*": "*", "†": "†"}

// negations are the signs that \not turns others into.
var negations = map[string]string{
	"=": "≠", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "∈": "∉", "∋": "∌", "⊂": "⊄", "⊆": "⊈", "⊃": "⊅", "⊇": "⊉",
	"≡": "≢", "≈": "≉", "∼": "≁", "≅": "≇", "∣": "∤", "|": "∤", "∃": "∄", "∥": "∦",
}

// accent is a combining mark; a line goes over or under all of a word.
type accent struct {
	combining rune
	line      bool
}

var accents = map[string]accent{
	"overline": {'\u0305', true}, "underline": {'\u0332', true}, "overrightarrow": {'\u20d7', true}, "bar": {'\u0304', false}, "hat": {'\u0302', false},
	"widehat": {'\u0302', false}, "tilde": {'\u0303', false}, "widetilde": {'\u0303', false}, "vec": {'\u20d7', false},
	"dot": {'\u0307', false}, "ddot": {'\u0308', false}, "check": {'\u030c', false}, "breve": {'\u0306', false},
	"acute": {'\u0301', false}, "grave": {'\u0300', false}, "mathring": {'\u030a', false},
}

// doubleStruck is the blackboard-bold form of a capital letter. Seven of them are outside the block of the
// others.
func doubleStruck(r rune) rune {
	switch r {
	case 'C':
		return 'ℂ'
	case 'H':
		return 'ℍ'
	case 'N':
		return 'ℕ'
	case 'P':
		return 'ℙ'
	case 'Q':
		return 'ℚ'
	case 'R':
		return 'ℝ'
	case 'Z':
		return 'ℤ'
	}
	if 'A' <= r && r <= 'Z' {
		return '𝔸' + r - 'A'
	}
	return r
}
