package handout

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/pkgfmt/problemset"
)

// cover is the first page of a set.
type cover struct {
	Name   string
	Kind   string // "Problem set (12 problems)"
	About  string // start and duration, "" for unknown
	Banner picture
	Rows   []row
}

// row is a problem on the cover.
type row struct {
	Anchor, Label string
	Color         *colour // of the label, nil for none
	Name, Time    string
}

// banners are the files in which judges look for a contest's picture, in this order.
var banners = []string{"banner.svg", "banner.png", "banner.jpg"}

// cover makes the cover of a contest.
func (w *writer) cover(contest *problemset.Set) *cover {
	c := &cover{Name: contest.Name, About: about(contest.Start, contest.Duration)}
	dir, err := filepath.Abs(contest.Dir)
	if err != nil {
		return c
	}
	for _, name := range banners {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			c.Banner = w.picture(dir, filepath.Join(dir, name))
			break
		}
	}
	return c
}

// about puts the times of contest.yaml into words. Times not in the form of the Contest Control System
// Requirements stay verbatim.
func about(start, duration string) string {
	if at, err := time.Parse(time.RFC3339, start); err == nil {
		start = at.Format("2 January 2006, 15:04")
	}
	if hours, rest, found := strings.Cut(duration, ":"); found {
		minutes, _, _ := strings.Cut(rest, ":")
		duration = strings.TrimLeft(hours, "0") + " h"
		if hours = strings.TrimLeft(hours, "0"); hours == "" {
			duration = minutes + " min"
		} else if minutes != "00" {
			duration += " " + minutes + " min"
		}
	}
	return strings.Trim(start+" · "+duration, " ·")
}
