// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil/play"
)

// Protocol is the version of the conversation.
const Protocol = 1

// MaxLine is how many bytes a line of the program may have.
const MaxLine = 1 << 16

// What the program is sent, one object a line.
type (
	// start comes first. The program answers it with {"ready":true}.
	start struct {
		Type     string          `json:"type"`
		Protocol int             `json:"protocol"`
		Domain   string          `json:"domain"`
		Rules    json.RawMessage `json:"rules"`
		Seed     uint64          `json:"seed"` // below 2^53
		Discount float64         `json:"discount"`
		Settings json.RawMessage `json:"settings,omitempty"`
	}
	// question asks for a move. The program answers it with {"action":"…"}.
	question struct {
		Type    string          `json:"type"`
		Move    int             `json:"move"`
		Actions []string        `json:"actions"`
		View    json.RawMessage `json:"view,omitempty"`
	}
	// result is what followed from the move. It has no answer.
	result struct {
		Type   string  `json:"type"`
		Seen   string  `json:"seen"`
		Reward float64 `json:"reward"`
		Done   bool    `json:"done"`
	}
	// end comes last: the program ends, too.
	end struct {
		Type string `json:"type"`
	}
)

// line writes a message as one line.
func line(message any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(message)
	return b.Bytes(), err
}

// reply is what the program answers a question with.
type reply struct {
	Action string `json:"action"`
	Guess  bool   `json:"guess"` // it knows that the move is a risk
}

// greeting is what the program answers the start with.
type greeting struct {
	Ready bool `json:"ready"`
}

func parseReply(text []byte) (reply, error) {
	r, err := play.Strict(text, reply{})
	if err == nil && r.Action == "" {
		err = errors.New("it names no action")
	}
	return r, err
}

func parseGreeting(text []byte) error {
	g, err := play.Strict(text, greeting{})
	if err == nil && !g.Ready {
		err = errors.New("it is not ready")
	}
	return err
}

var errLong = fmt.Errorf("more than %d bytes without an end of line", MaxLine)

// readLine returns the next line without its end.
func readLine(r *bufio.Reader) ([]byte, error) {
	text, err := r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, errLong
	case errors.Is(err, io.EOF) && len(text) > 0:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	}
	return bytes.TrimSpace(bytes.Clone(text)), nil
}
