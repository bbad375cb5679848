// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"strings"
	"unicode/utf8"
)

// ShortList joins names, and cuts a list that does not fit; its first name always stays.
func ShortList(names []string, room int) string {
	if all := strings.Join(names, ", "); len(all) <= room || len(names) == 1 {
		return all
	}
	rest := ", … (" + Plural(len(names), "cell") + ")"
	text := names[0]
	for _, name := range names[1:] {
		if utf8.RuneCountInString(text+", "+name+rest) > room {
			break
		}
		text += ", " + name
	}
	return text + rest
}

// IsAre joins names into the subject of a sentence.
func IsAre(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
}
