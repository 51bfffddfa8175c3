package laboratory

import "fmt"

// Claim is a conjecture about the answers: a value for each cell, or the cells whose answer is of some class.
//
//	a xor b            the answer, as a number
//	a xor b == 0       the cells of the first class, "lost" for instance, and no others
//	won when a != b    the cells of that class, and no others
//	a == b ? SL : a    either
type Claim struct {
	expression *Expression
	class      Class // the class that a truth value is about; without it, the value is the answer
}

// Prediction is what a claim predicts for a cell: its answer, or that it has a different one.
type Prediction struct {
	Answer string `json:"answer"`
	Not    bool   `json:"not,omitempty"`
}

// Holds reports whether the prediction is right.
func (p Prediction) Holds(answer string) bool { return (p.Answer == answer) != p.Not }

// Claim parses a conjecture. The error is an *ExpressionError.
func (l *Laboratory) Claim(text string) (*Claim, error) {
	p, err := newParser(text, l.kinds())
	if err != nil {
		return nil, err
	}
	p.words = map[string]string{}
	for _, class := range l.Classes {
		p.words[class.Name] = class.Answer
	}
	claim := &Claim{}
	if named := p.tokens[0]; named.kind == nameToken && p.tokens[1].kind == signToken && p.tokens[1].text == "when" {
		class, found := l.classNamed(named.text)
		if !found {
			return nil, &ExpressionError{Text: text, At: named.at, Message: fmt.Sprintf("no answer is called %q", named.text), Help: l.claimHelp()}
		}
		claim.class = class
		p.tokens = p.tokens[2:]
	}
	begin := p.tokens[0].at
	if claim.expression, err = p.whole(); err != nil {
		return nil, err
	}
	switch isTruth := claim.expression.kind == Truth; {
	case isTruth && claim.class.Name == "" && len(l.Classes) > 0:
		claim.class = l.Classes[0]
	case isTruth && claim.class.Name == "":
		return nil, &ExpressionError{Text: text, At: begin, Message: "want the answer, this is only true or false", Help: "such as " + l.Axes[0].Name}
	case !isTruth && claim.class.Name != "":
		return nil, &ExpressionError{
			Text: text, At: begin, Message: fmt.Sprintf("want a condition after when, got %s", claim.expression.kind),
			Help: fmt.Sprintf("such as %s when %s mod 2 == 0", claim.class.Name, l.Axes[0].Name),
		}
	}
	return claim, nil
}

// claimHelp explains how to name a class.
func (l *Laboratory) claimHelp() string {
	if len(l.Classes) == 0 {
		return "write the answer as a number"
	}
	return fmt.Sprintf("such as %s when …", l.Classes[0].Name)
}

// Class is the name of the class of positions that the claim is about, "" if it predicts the answers themselves.
func (c *Claim) Class() string { return c.class.Name }

// Predict evaluates the claim for a cell. The error is an *ExpressionError.
func (c *Claim) Predict(cell Cell) (Prediction, error) {
	value, err := c.expression.Value(cell.Names)
	if err != nil {
		return Prediction{}, err
	}
	if value.Kind == Truth {
		return Prediction{Answer: c.class.Answer, Not: !value.isTrue()}, nil
	}
	return Prediction{Answer: value.String()}, nil
}
