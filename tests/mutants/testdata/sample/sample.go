// Package sample has mutants of every kind.
package sample

import "time"

const size = 4 * 1024

type kind uint8

func Sum(list []int) int {
	total := 0
	for i := 0; i < len(list); i++ {
		if list[i] == size {
			continue
		}
		total += list[i]
	}
	return total
}

func Sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0 && x != 0: // always
		return 1
	}
	return 0
}

func Mix(k kind, n uint, found map[string]int) (kind, time.Duration) {
	found["mixed"]++
	k |= 1 << n
	return k&^(k-1) ^ k%3, -3*time.Second + time.Duration(n)
}

func First(rows [][]int) (found int) {
	for {
		for _, row := range rows {
			if len(row) == 0 || row[0] < 0 {
				break
			}
			found = row[0]
		}
		if found >= 0 {
			break
		}
	}
	return found
}

func Unused(text string) bool { return text+"x" == "yx" }
