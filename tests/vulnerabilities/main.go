// Command vulnerabilities runs govulncheck, if its database can be reached; otherwise it says that nothing was looked up.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"time"
)

const (
	database  = "https://vuln.go.dev"
	reachTime = 5 * time.Second
)

func main() {
	if err := reach(database); err != nil {
		fmt.Printf("govulncheck: its database is out of reach, so nothing was looked up: %v\n", err)
		return
	}
	check := exec.Command("go", "tool", "govulncheck", "-db", database, "./...")
	check.Stdout, check.Stderr = os.Stdout, os.Stderr
	if err := check.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "govulncheck:", err)
		os.Exit(1)
	}
}

// reach tells why a database cannot be asked.
func reach(database string) error {
	ctx, cancel := context.WithTimeout(context.Background(), reachTime)
	defer cancel()
	asked, err := http.NewRequestWithContext(ctx, http.MethodHead, database+"/index/db.json", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", database, answer.Status)
	}
	return nil
}
