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

// Before there was a database, the history was kept in plain files: the names of the tests that a solution failed, and
// the progress with a problem. Their names are hashes of their subjects.
const (
	failedSuffix   = ".json"
	progressPrefix = "progress-"
	// lastFailure does not belong to the history: the commands that shrink and add failing cases use it.
	lastFailure = "failure.json"
)

func earlierFailed(path, against string) string { return hashed(path+"\x00"+against) + failedSuffix }

func earlierProgress(problemKey string) string { return progressPrefix + hashed(problemKey) }

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// earlierFiles returns the plain files of all earlier directories.
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

// takeOver imports the plain files; earlier directories take precedence over later ones. The files stay for older
// versions of grundy.
func (s *Store) takeOver(ctx context.Context, tx *sql.Tx) error {
	for _, file := range s.earlierFiles() {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // an unreadable file was unknown before as well
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO earlier(name, content) VALUES(?, ?)", filepath.Base(file), string(content)); err != nil {
			return err
		}
	}
	return nil
}

// earlier returns the content of an imported plain file, or "" if there is none.
func earlier(ctx context.Context, db querier, name string) (content string) {
	_ = db.QueryRowContext(ctx, "SELECT content FROM earlier WHERE name=?", name).Scan(&content)
	return content
}

// failedEarlier returns the tests listed in a plain file.
func failedEarlier(content string) (tests []string, found bool) {
	return tests, content != "" && json.Unmarshal([]byte(content), &tests) == nil
}
