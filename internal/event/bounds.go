package event

// BoundsCompared lays the bounds that the statements of a package state beside those of its input validators.
type BoundsCompared struct {
	Problem string     `json:"problem"`
	Rows    []BoundRow `json:"rows"`
}

// BoundRow is a quantity of the input.
type BoundRow struct {
	Name string `json:"name"`
	// Statement is what a statement says, and Validator what Program accepts; nil for a side that says nothing.
	Statement *BoundRange `json:"statement,omitempty"`
	Validator *BoundRange `json:"validator,omitempty"`
	Program   string      `json:"program,omitempty"`
	// Tried reports that the validators keep no log, and inputs with the bounds and beyond them were tried instead.
	Tried bool `json:"tried,omitempty"`
	// Agreement is the result of the comparison.
	Agreement BoundAgreement `json:"agreement"`
}

// BoundAgreement is the result of comparing the two sides of a quantity.
type BoundAgreement string

// The results: both say the same, or something different, or only one says anything.
const (
	BoundsAgree   BoundAgreement = "agree"
	BoundsDiffer  BoundAgreement = "differ"
	OnlyStatement BoundAgreement = "only_statement"
	OnlyValidator BoundAgreement = "only_validator"
)

// BoundRange is what a quantity may be, both ends included; "" for an end that is open or not known.
type BoundRange struct {
	Low  string `json:"low,omitempty"`
	High string `json:"high,omitempty"`
}

// Kind returns "bounds".
func (BoundsCompared) Kind() string { return "bounds" }
