// SPDX-License-Identifier: BSD-3-Clause

package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Client is the other side of a conversation: it plays one side of Kriegspiel through an engine
// that may be another process.
type Client struct {
	in  io.Writer
	out *bufio.Reader
	// Info, if not nil, receives every line of a search except its answer.
	Info func(line string)
}

// NewClient returns a client of an engine that reads in and writes out.
func NewClient(in io.Writer, out io.Reader) *Client {
	return &Client{in: in, out: bufio.NewReader(out)}
}

// Send sends a command whose only possible answer is an error.
func (c *Client) Send(format string, args ...any) error {
	if _, err := fmt.Fprintf(c.in, format+"\nisready\n", args...); err != nil {
		return err
	}
	return c.until(func(line string) bool { return line == "readyok" })
}

// Choose asks for a try, with the parameters of go.
func (c *Client) Choose(settings string) (string, error) {
	if _, err := fmt.Fprintln(c.in, "go", settings); err != nil {
		return "", err
	}
	var try string
	err := c.until(func(line string) bool {
		rest, ok := strings.CutPrefix(line, "besttry ")
		if ok {
			try, _, _ = strings.Cut(rest, " ")
		} else if c.Info != nil {
			c.Info(line)
		}
		return ok
	})
	return try, err
}

// Quit ends the conversation.
func (c *Client) Quit() error {
	_, err := fmt.Fprintln(c.in, "quit")
	return err
}

// until reads lines up to the one that ends an answer.
func (c *Client) until(ends func(string) bool) error {
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return fmt.Errorf("the engine ended its output: %w", err)
		}
		line = strings.TrimSuffix(line, "\n")
		if complaint, ok := strings.CutPrefix(line, "error "); ok {
			return errors.New("engine error: " + complaint)
		}
		if ends(line) {
			return nil
		}
	}
}
