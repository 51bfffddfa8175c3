package formula

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	tests := []struct{ source, want string }{
		{`\sum_{i=1}^{n} a_i \bmod (10^9 + 7)`, "∑ᵢ₌₁ⁿ aᵢ mod (10⁹ + 7)"},
		{`1 \le n \le 10^5`, "1 ≤ n ≤ 10⁵"},
		{`1\leq n\leq10^{18}`, "1 ≤ n ≤ 10¹⁸"},
		{`-10^9 \le x_i, y_i \le 10^9`, "−10⁹ ≤ xᵢ, yᵢ ≤ 10⁹"},
		{`a_1, a_2, \ldots, a_n`, "a₁, a₂, …, aₙ"},
		{`a_1 \oplus a_2 \oplus \cdots \oplus a_n = 0`, "a₁ ⊕ a₂ ⊕ ⋯ ⊕ aₙ = 0"},
		{`O(n \log n)`, "O(n log n)"},
		{`\mathcal{O}(n\log^2 n)`, "O(n log² n)"},
		{`2^{63}-1`, "2⁶³ − 1"},
		{`x^{-1}`, "x⁻¹"},
		{`x^{n-1}`, "xⁿ⁻¹"},
		{`2^{k_i}`, "2^(kᵢ)"},
		{`n^{q}`, "n^q"},
		{`T_{\max}`, "Tₘₐₓ"},
		{`a_{i,j}`, "a_(i, j)"},
		{`a_{ij}`, "aᵢⱼ"},
		{`x_b`, "x_b"},
		{`f'(x)`, "f′(x)"},
		{`f''_i`, "fᵢ″"},
		{`90^\circ`, "90°"},
		{`\frac{a}{b}`, "a/b"},
		{`\frac{n(n+1)}{2}`, "n(n + 1)/2"},
		{`\frac{a+b}{c d}`, "(a + b)/cd"},
		{`\frac12`, "1/2"},
		{`\overset{n}{=}`, "=ⁿ"},
		{`\overbrace{a+b}^{n}`, "(a + b: n)"},
		{`\underbrace{1+\dots+1}_{n \text{ times}} = \overbrace{x}`, "(1 + ⋯ + 1: n times) = x"},
		{`a \stackrel{!}{=} b`, "a =^(!) b"},
		{`\underset{i}{\max} a_i`, "maxᵢ aᵢ"},
		{`\sum_{\substack{i=1 \\ i \ne j}}^n a_i`, "∑_(i = 1, i ≠ j)ⁿ aᵢ"},
		{`\overrightarrow{AB}`, "A\u20d7B\u20d7"},
		{`\sqrt{x}`, "√x"},
		{`\sqrt{x+1}`, "√(x + 1)"},
		{`\sqrt[3]{27}`, "∛27"},
		{`\lfloor n/2 \rfloor`, "⌊n/2⌋"},
		{`\left\lfloor \frac{n}{2} \right\rfloor^2`, "⌊n/2⌋²"},
		{`\left( a + b \right)`, "(a + b)"},
		{`\binom{n}{k}`, "C(n, k)"},
		{`\{1, 2, 3\}`, "{1, 2, 3}"},
		{`\{x : x > 0\}`, "{x : x > 0}"},
		{`f: A \to B`, "f : A → B"},
		{`\alpha\beta\Gamma`, "αβΓ"},
		{`x \in \mathbb{Z}`, "x ∈ ℤ"},
		{`x \not\in S, y \not= z`, "x ∉ S, y ≠ z"},
		{`a \equiv b \pmod{m}`, "a ≡ b (mod m)"},
		{`\text{if } n > 0`, "if n > 0"},
		{`x \text{ and } y`, "x and y"},
		{`t \le \text{near} \le \text{far} + 2`, "t ≤ near ≤ far + 2"},
		{`\operatorname{mex} S = \text{the least}`, "mex S = the least"},
		{`x = \text{ as said}, \text{then}`, "x = as said, then"},
		{`a = b, \qquad c = d`, "a = b,    c = d"},
		{`a \quad b`, "a  b"},
		{`\text{for $n$ odd}`, "for n odd"},
		{`R(v) = 1 +`, "R(v) = 1+"},
		{`1{,}000`, "1,000"},
		{`1,000,000`, "1,000,000"},
		{`[3,6,600]`, "[3, 6, 600]"},
		{`1,2,3`, "1, 2, 3"},
		{`100\,000`, "100 000"},
		{`(r, c)`, "(r, c)"},
		{`|S| = 2|T|`, "|S| = 2|T|"},
		{`n!`, "n!"},
		{`\overline{ab}`, "a\u0305b\u0305"},
		{`\hat{x}`, "x\u0302"},
		{`\max(a, b)`, "max(a, b)"},
		{`\max_{i} a_i`, "maxᵢ aᵢ"},
		{`\operatorname{mex}(S)`, "mex(S)"},
		{`\gcd(a,b)`, "gcd(a, b)"},
		{`x = \begin{cases} 1 & \text{if } n = 0 \\ 2 & \text{otherwise} \end{cases}`, "x = { 1 if n = 0; 2 otherwise"},
		{`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`, "(a b; c d)"},
		{`a &= b \\ c &= d`, "a = b|c = d"},
		{`\begin{aligned} a &= b \\ c &= d \end{aligned}`, "a = b|c = d"},
		{`日本 + 1`, "日本 + 1"},
		{``, ""},
		{`{}`, ""},
		{`+1`, "+1"},
		{`a\cdot-1`, "a · −1"},

		{`\unknown{x} + 1`, `\unknown{x} + 1`},
		{`\hat{xyz}`, `hat(xyz)`},
	}
	for _, test := range tests {
		f := New(test.source, false)
		Read([]*Formula{f}, nil)
		got := strings.Join(f.Text(), "|")
		if got = strings.NewReplacer(Hard, " ", Quad, "  ").Replace(got); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}
