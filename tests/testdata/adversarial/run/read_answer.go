// expect: AC

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	var sum, number int
	for range 2 {
		fmt.Scan(&number)
		sum += number
	}
	for _, root := range []string{".", "/mnt", "/box", "/tmp", "/etc", "/dev", "@PROBLEM@"} {
		filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			// What a device was mounted on is a file by its entry.
			if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
				return nil
			}
			text, err := os.ReadFile(path)
			if err == nil && strings.TrimSpace(string(text)) == fmt.Sprint(sum) {
				fmt.Println("found", path)
				os.Exit(0)
			}
			return nil
		})
	}
	fmt.Println(sum)
}
