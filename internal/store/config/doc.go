// Package config is what a person sets once and for all: each setting is a key of config.yaml, a flag and a variable of the
// environment at the same time. It knows the keys, reads the file and the variables, and tells where each value comes from.
//
// It does not know what the settings do, and no rows of languages, which stand in the same file (package language).
package config
