// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"strings"

	"github.com/veilplan/veil/api"
)

// maxTallyText is the length of the longest text, in bytes. The tag of its field repeats it for programs.
const maxTallyText = 65536

// TallyQuestion asks for the number of words of a text.
type TallyQuestion struct {
	Text string `json:"text" maxLength:"65536" doc:"Words with spaces between"`
}

// TallyAnswer is the document sample.tally/1.
type TallyAnswer struct {
	Schema string `json:"schema" enum:"sample.tally/1"`
	Words  int    `json:"words" doc:"Number of words"`
}

// tally counts words.
func tally(_ context.Context, q TallyQuestion) (*TallyAnswer, error) {
	if len(q.Text) > maxTallyText {
		return nil, api.NewTooLarge("the text is too long", maxTallyText, len(q.Text), "bytes")
	}
	return &TallyAnswer{"sample.tally/1", len(strings.Fields(q.Text))}, nil
}
