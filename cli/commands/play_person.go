// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
)

// askPerson returns a player whose moves are typed.
func askPerson(in io.Reader, out io.Writer) play.Factory {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(in); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
	return func(*rand.Rand) (play.Player, error) { return &person{lines: lines, out: out}, nil }
}

// person is a player whose moves are typed.
type person struct {
	lines <-chan string
	out   io.Writer
	asked bool
}

// Move reads lines until one is an available action.
func (p *person) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	actions := seat.AppendActions(nil)
	if !p.asked {
		p.list(actions)
	}
	for {
		fmt.Fprint(p.out, "> ")
		select {
		case <-ctx.Done():
			return play.Move{}, ctx.Err()
		case line, ok := <-p.lines:
			action := strings.TrimSpace(line)
			switch {
			case !ok:
				fmt.Fprintln(p.out)
				return play.Move{}, frame.Usage("the input ended before the episode did", "type one action per line")
			case slices.Contains(actions, action):
				return play.Move{Action: action}, nil
			case action != "":
				fmt.Fprintf(p.out, "%s is not possible now.\n", action)
			}
			p.list(actions)
		}
	}
}

func (p *person) list(actions []string) {
	p.asked = true
	fmt.Fprintln(p.out, "actions:", text.ShortList(actions, 400))
}

// Hear does nothing: the person has read the observation.
func (p *person) Hear(string, string) error { return nil }
