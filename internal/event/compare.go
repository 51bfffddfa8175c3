package event

import "grundy/internal/base/verdict"

// Comparing starts the comparison of a site's verdicts with those of this judge.
type Comparing struct {
	// Path is where they come from, and Format in which form: "an event feed".
	Path   string `json:"path"`
	Format string `json:"format"`
	// Submissions counts them.
	Submissions int `json:"submissions"`
}

// Compared is a submission with both verdicts.
type Compared struct {
	Submission string `json:"submission"`
	// Problem is the package that it was judged against; "" if none was found. SiteProblem is the site's name for it.
	Problem     string `json:"problem"`
	SiteProblem string `json:"site_problem,omitempty"`
	Language    string `json:"language"`
	// SiteLanguage is the site's name for the language.
	SiteLanguage string `json:"site_language,omitempty"`
	// Site is the verdict as the site writes it, and SiteVerdict what it means; "" if the site says only that the submission
	// is rejected.
	Site        string          `json:"site"`
	SiteVerdict verdict.Verdict `json:"site_verdict"`
	Verdict     verdict.Verdict `json:"verdict"`
	// Same reports that both mean the same. LeftOut reports that there is nothing to compare, for the Reason.
	Same    bool `json:"same"`
	LeftOut bool `json:"left_out,omitempty"`
	// Case is the first test that was not accepted. Reason is the judgement in words, and Message the checker's.
	Case    string `json:"test,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`
	// Help is where a difference may come from, or the remedy of what was left out.
	Help string `json:"help,omitempty"`
	Done Done   `json:"done"`
}

// Comparison ends it.
type Comparison struct {
	Same    int `json:"same"`
	Differ  int `json:"differ"`
	LeftOut int `json:"left_out"`
	// Rows count the compared submissions by verdicts.
	Rows []ComparisonRow `json:"rows,omitempty"`
	// JudgeErrors counts the submissions that could not be judged, which differ.
	JudgeErrors int  `json:"judge_errors"`
	Interrupted bool `json:"interrupted"`
}

// ComparisonRow counts the submissions with one verdict of the site by the verdicts here.
type ComparisonRow struct {
	Site   string                  `json:"site"`
	Counts map[verdict.Verdict]int `json:"counts"`
}

func (c Comparison) derived() any {
	return success{c.Differ == 0 && !c.Interrupted}
}

// Add counts a submission.
func (c *Comparison) Add(one Compared) {
	switch {
	case one.LeftOut:
		c.LeftOut++
		return
	case one.Same:
		c.Same++
	default:
		c.Differ++
	}
	if one.Verdict == verdict.JE {
		c.JudgeErrors++
	}
	site := one.SiteVerdict.String()
	if site == "" {
		site = one.Site
	}
	for i := range c.Rows {
		if c.Rows[i].Site == site {
			c.Rows[i].Counts[one.Verdict]++
			return
		}
	}
	c.Rows = append(c.Rows, ComparisonRow{Site: site, Counts: map[verdict.Verdict]int{one.Verdict: 1}})
}

// Kind returns "comparing".
func (Comparing) Kind() string { return "comparing" }

// Kind returns "compared".
func (Compared) Kind() string { return "compared" }

// Kind returns "comparison".
func (Comparison) Kind() string { return "comparison" }
