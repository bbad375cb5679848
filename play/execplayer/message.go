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

// MaxLine is the maximum length of a line from the program, in bytes.
const MaxLine = 1 << 16

// Messages to the program, one JSON object per line.
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
		// Persistent announces that another start follows the end.
		Persistent bool `json:"persistent,omitempty"`
		// Batch announces messages about up to this number of episodes, each with its own seed.
		Batch int `json:"batch,omitempty"`
	}
	// question asks for a move. The program answers it with {"action":"…"}.
	question struct {
		Type    string          `json:"type"`
		Move    int             `json:"move"`
		Actions []string        `json:"actions"`
		View    json.RawMessage `json:"view,omitempty"`
	}
	// result reports the answer to the move. The program does not reply.
	result struct {
		Type   string  `json:"type"`
		Seen   string  `json:"seen"`
		Reward float64 `json:"reward"`
		Done   bool    `json:"done"`
	}
	// end comes last: the program should exit, or wait for the next start if it is persistent.
	end struct {
		Type string      `json:"type"`
		Over []lastWords `json:"over,omitempty"` // as in moves
	}
)

// Messages to a program that plays many episodes at a time. After the start, each line is of this form.
type (
	// moves asks for a move in each of the episodes. The program answers with {"moves":[{"action":"…"},…]},
	// in the same order.
	moves struct {
		Type     string       `json:"type"`
		Episodes []oneEpisode `json:"episodes"`
		Over     []lastWords  `json:"over,omitempty"` // episodes that have ended; nothing is answered about them
	}
	oneEpisode struct {
		Episode int             `json:"episode"`
		Seed    *uint64         `json:"seed,omitempty"` // only of the first move: the episode is new
		Move    int             `json:"move"`
		Seen    *string         `json:"seen,omitempty"` // not of the first move
		Reward  *float64        `json:"reward,omitempty"`
		Actions []string        `json:"actions"`
		View    json.RawMessage `json:"view,omitempty"`
	}
	lastWords struct {
		Episode int     `json:"episode"`
		Seen    string  `json:"seen"`
		Reward  float64 `json:"reward"`
		Done    bool    `json:"done"`
	}
	// answers is the reply to moves.
	answers struct {
		Moves []reply `json:"moves"`
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

// reply is the program's answer to a question.
type reply struct {
	Action string `json:"action"`
	Guess  bool   `json:"guess"` // the program knows that the move is a risk
}

// greeting is the program's answer to the start message.
type greeting struct {
	Ready bool `json:"ready"`
}

func parseReply(text []byte) (reply, error) {
	r, err := play.Strict(text, reply{})
	if err == nil && r.Action == "" {
		err = errors.New(`no "action"`)
	}
	return r, err
}

// parseAnswers reads the moves of a number of episodes.
func parseAnswers(text []byte, want int) ([]reply, error) {
	a, err := play.Strict(text, answers{})
	if err == nil && len(a.Moves) != want {
		err = fmt.Errorf("%d moves for %d episodes", len(a.Moves), want)
	}
	return a.Moves, err
}

func parseGreeting(text []byte) error {
	g, err := play.Strict(text, greeting{})
	if err == nil && !g.Ready {
		err = errors.New(`"ready" is not true`)
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
