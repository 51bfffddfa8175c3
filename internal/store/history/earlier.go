package history

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// The plain files that were kept before there was a database: the names of the tests that a solution failed, and the progress with
// a problem. Their names are hashes of what they are about.
const (
	failedSuffix   = ".json"
	progressPrefix = "progress-"
	// lastFailure is not of the history: it belongs to whoever shrinks and adds failing cases.
	lastFailure = "failure.json"
)

func earlierFailed(path, against string) string { return hashed(path+"\x00"+against) + failedSuffix }

func earlierProgress(problemKey string) string { return progressPrefix + hashed(problemKey) }

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// earlierFiles are the plain files of all earlier folders.
func (s *Store) earlierFiles() []string {
	var files []string
	for _, dir := range s.config.Earlier {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			name := entry.Name()
			if entry.Type().IsRegular() && name != lastFailure && (strings.HasSuffix(name, failedSuffix) || strings.HasPrefix(name, progressPrefix)) {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	return files
}

func (s *Store) hasEarlier() bool { return len(s.earlierFiles()) > 0 }

// takeOver reads the plain files, those of the first folders before the others. They stay where they are, for an earlier grundy.
func (s *Store) takeOver(ctx context.Context, tx *sql.Tx) error {
	for _, file := range s.earlierFiles() {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // what cannot be read was not known either
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO earlier(name, content) VALUES(?, ?)", filepath.Base(file), string(content)); err != nil {
			return err
		}
	}
	return nil
}

// earlier reads a plain file that was taken over, "" when there is none.
func earlier(ctx context.Context, db querier, name string) (content string) {
	_ = db.QueryRowContext(ctx, "SELECT content FROM earlier WHERE name=?", name).Scan(&content)
	return content
}

// failedEarlier are the tests in a plain file.
func failedEarlier(content string) (tests []string, found bool) {
	return tests, content != "" && json.Unmarshal([]byte(content), &tests) == nil
}
