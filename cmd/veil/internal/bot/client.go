// SPDX-License-Identifier: BSD-3-Clause

package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// maxAnswer bounds the size of a response, in bytes.
const maxAnswer = 4 << 20

// Client calls the HTTP API of the server.
type Client struct {
	// URL is the address of the server, such as https://api.kriegspiel.org.
	URL string
	// Token is the bot's bearer token.
	Token string
	// HTTP sends the requests; nil means a client with a timeout of 20 seconds.
	HTTP *http.Client
}

// Error is a refusal by the server.
type Error struct {
	Status  int
	Code    string // such as NOT_YOUR_TURN
	Message string
	After   time.Duration // from the header Retry-After, or 0
}

// Error returns status, code and message.
func (e *Error) Error() string {
	return fmt.Sprintf("the server answered %d %s: %s", e.Status, e.Code, e.Message)
}

// Listed is a game in a list.
type Listed struct {
	ID      string `json:"game_id"`
	Code    string `json:"game_code"`
	Variant string `json:"rule_variant"`
	State   string `json:"state"`
	Turn    string `json:"turn"`
}

// State is the part of a game that the server shows to a player.
type State struct {
	State   string          `json:"state"`
	Turn    string          `json:"turn"`
	Color   string          `json:"your_color"`
	Variant string          `json:"rule_variant"`
	Allowed []string        `json:"allowed_moves"`
	Actions []string        `json:"possible_actions"`
	Sheet   Sheet           `json:"scoresheet"`
	Clock   json.RawMessage `json:"clock"`
}

// Answer is the response to a try.
type Answer struct {
	Done         bool   `json:"move_done"`
	Announcement string `json:"announcement"`
	Over         bool   `json:"game_over"`
}

// Active lists the bot's games.
func (c *Client) Active(ctx context.Context) ([]Listed, error) {
	var list struct {
		Games []Listed `json:"games"`
	}
	err := c.call(ctx, http.MethodGet, "/game/mine/active", nil, &list)
	return list.Games, err
}

// State returns a game as its player may see it.
func (c *Client) State(ctx context.Context, id string) (*State, error) {
	var s State
	err := c.call(ctx, http.MethodGet, "/game/"+url.PathEscape(id)+"/state", nil, &s)
	return &s, err
}

// Move sends a try.
func (c *Client) Move(ctx context.Context, id, uci string) (Answer, error) {
	var a Answer
	err := c.call(ctx, http.MethodPost, "/game/"+url.PathEscape(id)+"/move", map[string]string{"uci": uci}, &a)
	return a, err
}

// AskAny asks whether a pawn can capture.
func (c *Client) AskAny(ctx context.Context, id string) (Answer, error) {
	var a Answer
	err := c.call(ctx, http.MethodPost, "/game/"+url.PathEscape(id)+"/ask-any", map[string]string{}, &a)
	return a, err
}

// Create offers a game to other players.
func (c *Client) Create(ctx context.Context, variant string) error {
	body := map[string]string{"rule_variant": variant, "play_as": "random", "time_control": "rapid", "opponent_type": "human"}
	return c.call(ctx, http.MethodPost, "/game/create", body, nil)
}

// call sends a request once. The caller decides what a failure means.
func (c *Client) call(ctx context.Context, method, path string, body, answer any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	q, err := http.NewRequestWithContext(ctx, method, c.URL+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	q.Header.Set("Authorization", "Bearer "+c.Token)
	q.Header.Set("Content-Type", "application/json")
	r, err := c.client().Do(q)
	if err != nil {
		return err
	}
	text, err = io.ReadAll(io.LimitReader(r.Body, maxAnswer))
	if err = errors.Join(err, r.Body.Close()); err != nil {
		return err
	}
	if r.StatusCode/100 != 2 {
		return refusal(r, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

func (c *Client) client() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	return &http.Client{Timeout: 20 * time.Second}
}

// refusal parses the reason of a refusal.
func refusal(r *http.Response, text []byte) *Error {
	var body struct {
		Error struct{ Code, Message string }
	}
	e := &Error{Status: r.StatusCode, Message: http.StatusText(r.StatusCode)}
	if json.Unmarshal(text, &body) == nil && body.Error.Code != "" {
		e.Code, e.Message = body.Error.Code, body.Error.Message
	}
	if seconds, err := strconv.Atoi(r.Header.Get("Retry-After")); err == nil {
		e.After = time.Duration(min(max(seconds, 0), 600)) * time.Second
	}
	return e
}
