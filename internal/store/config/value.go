package config

import (
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
)

// Time reads a time of at least a millisecond; without a unit it is in seconds.
func Time(text string) (time.Duration, error) {
	if isNumber(text) {
		text += "s"
	}
	duration, err := time.ParseDuration(text)
	if err != nil || duration < time.Millisecond {
		return 0, hint.Errorf("write seconds, or a unit too: 2, 0.5, 500ms, 1m30s", "want a time of at least 1ms")
	}
	return duration, nil
}

// Size reads a size with its unit. A number alone is an error: it would mean bytes, which is hardly intended.
func Size(text string) (bytesize.Size, error) {
	size, err := bytesize.Parse(text)
	if err != nil || size == 0 || isNumber(strings.TrimSpace(text)) {
		return 0, hint.Errorf("write the unit too: 64KiB, 256MiB, 1GiB", "want a size")
	}
	return size, nil
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789.") == "" }

// Count reads a number of at least 1.
func Count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, hint.Errorf("write digits only", "want a number, 1 or more")
	}
	return n, nil
}

// Bound reads a number of at least 0.
func Bound(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, hint.Errorf("write digits only; 0 means none", "want a number, 0 or more")
	}
	return n, nil
}

// Port reads the number of a port that ordinary users may listen on.
func Port(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1024 || n > 65535 {
		return 0, hint.Errorf("leave it out for a free one", "want a number from 1024 to 65535")
	}
	return n, nil
}

// Boolean reads true or false.
func Boolean(text string) (bool, error) {
	switch text {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, hint.Errorf("leave it out for false", "want true or false")
}
