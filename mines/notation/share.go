// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"encoding/base64"
	"strings"

	"github.com/veilplan/veil/mines"
)

// sharedCode returns the position in the fragment of an address of veil's web app.
func sharedCode(address string) (string, bool) {
	_, fragment, ok := strings.Cut(address, "#")
	if !ok {
		return "", false
	}
	for part := range strings.SplitSeq(fragment, "&") {
		if code, ok := strings.CutPrefix(part, "p="); ok {
			return code, true
		}
	}
	return "", false
}

// parseShared reads the position of a shared address: the code of a view in base 64, in which F is
// a flag.
func parseShared(text string) (Document, error) {
	wrong := &mines.SyntaxError{Line: 1, Column: 1, Message: "the position behind #p= is damaged", Expected: "the whole address of the page"}
	code, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return Document{}, wrong
	}
	cut := strings.LastIndexByte(string(code), '-') + 1
	marks := string(code[cut:])
	if strings.Trim(marks, "_012345678*F") != "" {
		return Document{}, wrong
	}
	view, err := mines.ParseCode(string(code[:cut]) + strings.ReplaceAll(marks, "F", "_"))
	if err != nil || len(view.Marks) != len(marks) {
		return Document{}, wrong
	}
	for i := range marks {
		if marks[i] == 'F' {
			view.Marks[i] = mines.Flag
		}
	}
	return Document{View: view}, nil
}
