// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// chance is a reading and its probability, in millionths.
type chance struct {
	word string
	ppm  int
}

// whole is probability 1, in millionths.
const whole = 1_000_000

// likeChances reports whether a cell looks like chances: it has two or more parts between bars, and
// a part that ends in a colon and a number. So 14:30, ratio 1:2 and x|y are words.
func likeChances(cell string) bool {
	if !strings.Contains(cell, "|") {
		return false
	}
	for part := range strings.SplitSeq(cell, "|") {
		if _, number, ok := cutChance(part); ok && number != "" {
			return true
		}
	}
	return false
}

// cutChance divides "word:0.25" at the last colon; ok reports whether a number follows it.
func cutChance(part string) (word, number string, ok bool) {
	at := strings.LastIndexByte(part, ':')
	if at < 0 {
		return "", "", false
	}
	word, number = strings.TrimSpace(part[:at]), strings.TrimSpace(part[at+1:])
	_, err := strconv.ParseFloat(number, 64)
	return word, number, err == nil
}

// readChances reads a cell such as "often:0.7|once:0.3". Nothing is guessed: the chances add up to 1.
func readChances(cell string) ([]chance, error) {
	var list []chance
	sum := 0
	for part := range strings.SplitSeq(cell, "|") {
		word, number, ok := cutChance(part)
		if !ok || word == "" {
			return nil, fmt.Errorf("%q in %q: want READING:CHANCE in every part, such as often:0.7|once:0.3", part, cell)
		}
		n, err := parts(number)
		if err != nil || n > whole {
			return nil, fmt.Errorf("chance %q in %q: want a number from 0 to 1 with at most %d digits after the point", number, cell, maxDigits)
		}
		for _, c := range list {
			if c.word == word {
				return nil, fmt.Errorf("reading %q is in %q twice", word, cell)
			}
		}
		if len(list) == MaxErringWords {
			return nil, fmt.Errorf("more than %d readings in a cell", MaxErringWords)
		}
		list, sum = append(list, chance{strings.Clone(word), n}), sum+n
	}
	if sum != whole {
		return nil, fmt.Errorf("the chances in %q add up to %v, want 1", cell, float64(sum)/whole)
	}
	return list, nil
}

// parts returns a number in millionths.
func parts(text string) (int, error) {
	if _, err := decimals(text); err != nil {
		return 0, err
	}
	values, unit := scaled([]string{text})
	return int(values[0] * (whole / unit)), nil
}
