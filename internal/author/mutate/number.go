package mutate

import (
	"fmt"
	"math/big"
	"strings"
)

// neighbours returns the numbers next to an integer literal, in the same spelling: one more and, except for zero,
// one less. Other literals have none.
func neighbours(literal string) []string {
	digits := strings.TrimRight(literal, "uUlLzZ")
	suffix := literal[len(digits):]
	value, ok := new(big.Int).SetString(strings.ReplaceAll(digits, "'", ""), 0)
	if !ok {
		return nil
	}
	spell := "%d"
	if len(digits) > 2 && strings.ContainsRune("xX", rune(digits[1])) {
		spell = "0x%x"
	}
	one := big.NewInt(1)
	found := []string{fmt.Sprintf(spell, new(big.Int).Add(value, one)) + suffix}
	if value.Sign() > 0 {
		found = append(found, fmt.Sprintf(spell, new(big.Int).Sub(value, one))+suffix)
	}
	return found
}
