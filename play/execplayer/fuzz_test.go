// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzLines reads whatever a program may write: no line is longer than the limit, and what is
// taken for a reply is one.
func FuzzLines(f *testing.F) {
	f.Add([]byte("{\"ready\":true}\n{\"action\":\"listen\"}\n"))
	f.Add([]byte("{\"action\":\"a\",\"guess\":true}\r\n\n{\"action\":"))
	f.Add([]byte("{\"action\":\"a\",\"action\":\"b\"}\n[]\nnull\n{\"Action\":\"a\"}\n"))
	f.Add(bytes.Repeat([]byte("x"), MaxLine+1))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := bufio.NewReaderSize(bytes.NewReader(text), MaxLine)
		for {
			line, err := readLine(lines)
			if err != nil {
				return
			}
			if len(line) > MaxLine || bytes.ContainsRune(line, '\n') {
				t.Fatalf("a line of %d bytes", len(line))
			}
			r, err := parseReply(line)
			if err != nil {
				continue
			}
			var object map[string]any
			if json.Unmarshal(line, &object) != nil || object["action"] != r.Action || len(object) > 2 {
				t.Fatalf("%q was taken for %+v", line, r)
			}
		}
	})
}
