package history_test

import (
	"bytes"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/store/history"
)

// A damaged database is put aside with a warning, and the judgement is stored in a new one.
func TestADamagedHistoryIsPutAside(t *testing.T) {
	for name, damage := range map[string]func(file string) error{
		"no database": func(file string) error {
			return os.WriteFile(file, []byte(strings.Repeat("no database ", 1000)), 0o600)
		},
		"short":       func(file string) error { return os.Truncate(file, 5000) },
		"a directory": func(file string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) },
		"zeros": func(file string) error {
			info, err := os.Stat(file)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			return os.WriteFile(file, append(text[:4096:4096], make([]byte, info.Size()-4096)...), 0o600)
		},
		"not to be read": func(file string) error {
			if os.Geteuid() == 0 {
				return errors.ErrUnsupported
			}
			return os.Chmod(file, 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			before := open(t, dir, nil)
			for range 20 {
				record(before, judged("before.sh", verdict.AC))
			}
			if err := before.Close(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "history.db")
			if err := damage(file); errors.Is(err, errors.ErrUnsupported) {
				t.Skip("root reads everything")
			} else if err != nil {
				t.Fatal(err)
			}
			damaged, _ := os.ReadFile(file)
			var log bytes.Buffer
			store := open(t, dir, func(c *history.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			record(store, judged("a.sh", verdict.AC))
			record(store, judged("b.sh", verdict.AC))
			if runs := all(t, store, history.Query{}); len(runs) != 2 || runs[0].Submission != "a.sh" || runs[1].Submission != "b.sh" {
				t.Errorf("got %v", runs)
			}
			aside, _ := filepath.Glob(file + ".damaged-*")
			aside = withoutSuffixes(aside, "-wal", "-shm", "-journal")
			if len(aside) != 1 || strings.Count(log.String(), "level=WARN") != 1 || !strings.Contains(log.String(), filepath.Base(aside[0])) {
				t.Fatalf("put aside %q, and said %s", aside, log.String())
			}
			if kept, _ := os.ReadFile(aside[0]); !bytes.Equal(kept, damaged) {
				t.Error("what was put aside was changed")
			}
		})
	}
}

func withoutSuffixes(names []string, suffixes ...string) (left []string) {
	for _, name := range names {
		has := false
		for _, suffix := range suffixes {
			has = has || strings.HasSuffix(name, suffix)
		}
		if !has {
			left = append(left, name)
		}
	}
	return left
}

// A database of a later version stays where it is.
func TestALaterHistoryStays(t *testing.T) {
	dir := t.TempDir()
	record(open(t, dir, nil), judged("a.sh", verdict.AC))
	db, err := sql.Open("sqlite", filepath.Join(dir, "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version=1000"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	record(open(t, dir, func(c *history.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) }), judged("b.sh", verdict.AC))
	aside, _ := filepath.Glob(filepath.Join(dir, "*damaged*"))
	if len(aside) > 0 || !strings.Contains(log.String(), "version 1000") || !strings.Contains(log.String(), "use the newer grundy") {
		t.Errorf("put aside %q, and said %s", aside, log.String())
	}
}

// While another program has locked the database, nothing is lost and the judge does not wait for long.
func TestAJudgementIsKeptWhileTheHistoryIsLocked(t *testing.T) {
	dir := t.TempDir()
	record(open(t, dir, nil), judged("first.sh", verdict.AC))
	locker, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, "history.db"))+"?_txlock=exclusive")
	if err != nil {
		t.Fatal(err)
	}
	defer locker.Close()
	locked, err := locker.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	store := open(t, dir, func(c *history.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	record(store, judged("second.sh", verdict.WA))
	record(store, judged("third.sh", verdict.AC))
	if !strings.Contains(log.String(), "stored next time") {
		t.Errorf("it says %s", log.String())
	}
	if err := locked.Rollback(); err != nil {
		t.Fatal(err)
	}
	next := open(t, dir, nil)
	runs := all(t, next, history.Query{})
	if len(runs) != 3 || runs[1].Submission != "second.sh" || runs[2].Submission != "third.sh" {
		t.Fatalf("got %v", runs)
	}
	if cases, err := next.CasesOf(t.Context(), runs[1].ID); err != nil || len(cases) != 2 || cases[1].Verdict != "WA" {
		t.Errorf("got %v, %v", cases, err)
	}
	record(store, judged("fourth.sh", verdict.AC))
	if runs := all(t, open(t, dir, nil), history.Query{}); len(runs) != 4 {
		t.Errorf("got %v, want each once", runs)
	}
}
