package icpc

import "grundy/internal/base/lazyregexp"

// languageCodes are the programming languages of the format (appendix "Languages").
var languageCodes = []string{
	"ada", "algol68", "apl", "bash", "c", "cgmp", "cobol", "cpp", "cppgmp", "crystal", "csharp", "d", "dart", "elixir",
	"erlang", "forth", "fortran", "fsharp", "gerbil", "go", "haskell", "java", "javaalgs4", "javascript", "julia", "kotlin",
	"lisp", "lua", "modula2", "nim", "objectivec", "ocaml", "octave", "odin", "pascal", "perl", "php", "prolog", "python2",
	"python3", "python3numpy", "racket", "ruby", "rust", "scala", "simula", "smalltalk", "snobol", "swift", "typescript",
	"visualbasic", "zig",
}

// licenses are the values of the key license, the most permissive first.
var licenses = []string{"public domain", "cc0", "cc by", "cc by-sa", "educational", "permission", "unknown"}

// naturalLanguage matches the code of a statement's language: ISO 639, with a country if needed.
var naturalLanguage = lazyregexp.New(`^[a-z]{2,3}(-[A-Z]{2})?$`)
