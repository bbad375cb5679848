// SPDX-License-Identifier: BSD-3-Clause

package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// settings are the words of a command, in pairs of a name and a value.
type settings map[string]string

// pairs parses words as pairs. Names outside known are errors.
func pairs(words []string, known ...string) (settings, error) {
	s := settings{}
	for len(words) > 0 {
		name := words[0]
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("unknown word %q; known are %s", name, strings.Join(known, ", "))
		}
		if len(words) < 2 {
			return nil, fmt.Errorf("%s: want a value after it", name)
		}
		if _, ok := s[name]; ok {
			return nil, fmt.Errorf("%s is given twice", name)
		}
		s[name] = words[1]
		words = words[2:]
	}
	return s, nil
}

// number returns the value of a setting within limits, or the default.
func (s settings) number(name string, least, most, otherwise int) (int, error) {
	text, ok := s[name]
	if !ok {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s %q: want a number from %d to %d", name, text, least, most)
	}
	return n, nil
}
