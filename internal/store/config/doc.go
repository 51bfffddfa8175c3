// Package config handles the user's settings. Each setting is a key of config.yaml, a flag and an environment variable
// at the same time. The package knows the keys, reads the file and the variables, and reports where each value comes
// from.
//
// It does not know what the settings do, and no rows of languages and no libraries, which stand in the same file (package language).
package config
