// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strconv"
	"strings"
)

// parseQuery reads the query of an address; if a name occurs twice, the first counts. It replaces
// net/url, which would be a fiftieth of the engine that browsers load.
func parseQuery(query string) (map[string]string, error) {
	values := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		if strings.Contains(pair, ";") {
			return nil, fmt.Errorf("%q: parts are separated by &", pair)
		}
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := unescape(name)
		if err != nil {
			return nil, err
		}
		if value, err = unescape(value); err != nil {
			return nil, err
		}
		if _, twice := values[name]; !twice {
			values[name] = value
		}
	}
	return values, nil
}

// unescape resolves %41 and +.
func unescape(s string) (string, error) {
	if !strings.ContainsAny(s, "%+") {
		return s, nil
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '+':
			out.WriteByte(' ')
		case '%':
			code, err := strconv.ParseUint(s[i+1:min(i+3, len(s))], 16, 8)
			if err != nil || i+3 > len(s) {
				return "", fmt.Errorf("%q: want two hexadecimal digits after %%", s[i:min(i+3, len(s))])
			}
			out.WriteByte(byte(code))
			i += 2
		default:
			out.WriteByte(s[i])
		}
	}
	return out.String(), nil
}
