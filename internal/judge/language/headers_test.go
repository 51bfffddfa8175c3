package language

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The header that stands in for a missing <bits/stdc++.h> compiles in every standard.
func TestAllHeaders(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("needs g++")
	}
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	row, _ := table.Lookup("cpp")
	source := filepath.Join(t.TempDir(), "all.cpp")
	text := row.Files["bits/stdc++.h"] + "int main() { std::vector<std::string> all; return int(std::gcd(all.size(), all.size())); }\n"
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, standard := range []string{"gnu++17", "gnu++20", "gnu++23"} {
		output, err := exec.CommandContext(t.Context(), compiler, "-std="+standard, "-fsyntax-only", source).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", standard, err, output)
		}
	}
}
