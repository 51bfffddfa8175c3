package shrink

// Kind is a kind of step.
type Kind struct {
	// Name is a short word.
	Name string
	// Does says what a step of this kind does.
	Does string
}

var (
	cases        = Kind{"cases", "removes test cases, or blocks of lines that describe themselves, and lowers their count"}
	vertices     = Kind{"vertices", "removes vertices of a tree or graph with their edges, or merges them with a neighbour; renames the others and corrects the counts"}
	permutations = Kind{"permutations", "removes elements of a permutation, lowers the count and renumbers the rest"}
	elements     = Kind{"elements", "removes lines, elements of a line, rows or columns, everywhere at the same index, and lowers the count"}
	references   = Kind{"references", "removes elements like that, and renames the indices that stand elsewhere"}
	lines        = Kind{"lines", "removes lines"}
	tokens       = Kind{"tokens", "removes tokens of a line or columns of a table"}
	characters   = Kind{"characters", "removes characters of a word, or bytes of a binary file"}
	numbers      = Kind{"numbers", "sets numbers to 0 or 1, drops the sign or the fraction, or lowers them towards 0 by bisection"}
	together     = Kind{"together", "lowers equal numbers, or all numbers of a line or column, or two numbers, by the same amount"}
	ranks        = Kind{"ranks", "replaces the numbers of a line or column by their ranks"}
	alphabet     = Kind{"alphabet", "replaces characters by simpler ones"}
	sorted       = Kind{"sorted", "sorts the tokens of a line, or the lines of a table"}
)

// Kinds returns all kinds of steps, roughly in the order in which they are tried.
func Kinds() []Kind {
	return []Kind{
		cases, vertices, permutations, elements, references, lines, tokens, characters,
		numbers, together, ranks, alphabet, sorted,
	}
}
