// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
)

// TestTally asks in JSON, as programs do: an answer, a misspelt field and a text beyond the limit.
func TestTally(t *testing.T) {
	for question, want := range map[string]string{
		`{"ask":"sample.tally","text":"two words"}`: `{"schema":"sample.tally/1","words":2}`,
		`{"ask":"sample.tally","txet":"two words"}`: `unknown field \"txet\"; want text`,

		`{"ask":"sample.tally","text":"` + strings.Repeat("w", maxTallyText+1) + `"}`: `"type":"too-large"`,
	} {
		if got := (api.Table{tallyVerb()}).Ask(t.Context(), []byte(question), nil); !strings.Contains(string(got), want) {
			t.Errorf("%.80s: got %s, want %s", question, got, want)
		}
	}
}
