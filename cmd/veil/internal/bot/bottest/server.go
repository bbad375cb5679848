// SPDX-License-Identifier: BSD-3-Clause

// Package bottest implements the part of the HTTP API of kriegspiel.org that a bot uses, for tests.
// It was written from the site's published source, not tested against the site. Its opponents move
// at random. It can fail in the ways that networks and servers fail.
package bottest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/referee"
)

// Token is the token that the server accepts, and NextToken the one that it accepts after the first
// has expired.
const (
	Token     = "ksbot_test.secret"
	NextToken = "ksbot_test.second"
)

// Config sets the games of the server and its faults.
type Config struct {
	Rules []krieg.Rules // of the games, in turn
	Games int
	// Moves ends a game after this number of the bot's moves.
	Moves int
	Seed  uint64
	// Faults is the number of requests that fail, and Rate the probability of each to do so.
	Faults int
	Rate   float64
	// Clock times the games. Outages and Expires, if not zero, are measured from the start: when the
	// server is down, and when the token expires.
	Clock   Clock
	Outages []Outage
	Expires time.Duration
}

// Report counts what the server observed.
type Report struct {
	Games, Over  int // games, and how many have ended
	Moves, Tries int // of the bot: accepted, and all valid tries
	Nonsense     int // invalid tries: illegal, or repeated in the turn
	OutOfTurn    int
	Late         int      // games that the bot lost on time
	Down         int      // requests during an outage
	Unfair       []string // requests for hidden information, or for unknown addresses
	Faults       map[string]int
	Problems     []string
}

// Failed returns the number of faults.
func (r *Report) Failed() int {
	n := 0
	for _, k := range r.Faults {
		n += k
	}
	return n
}

// Server is an http.Handler that simulates the site.
type Server struct {
	Config

	mu     sync.Mutex
	r      *rand.Rand
	games  []*hosted
	report Report
	begun  time.Time
}

// hosted is a game on the server.
type hosted struct {
	id     string
	rules  krieg.Rules
	game   *referee.Game
	bot    krieg.Color
	own    krieg.OwnView // what the bot sees
	heard  int           // number of events that own has processed
	made   int           // moves of the bot
	older  []byte        // a state older than the last one shown
	newest []byte
	random *rand.Rand

	left    time.Duration // on the bot's clock, at the time since
	since   time.Time
	flagged bool
}

// New returns a server with its games started.
func New(c Config) *Server {
	s := &Server{Config: c, r: rand.New(rand.NewPCG(c.Seed, 0)), begun: time.Now()}
	s.report.Faults = map[string]int{}
	s.report.Games = c.Games
	for i := range c.Games {
		rules := c.Rules[i%len(c.Rules)]
		rules.Draws = krieg.NoDraws
		start := krieg.NewHistory(rules, krieg.White).Start
		g := &hosted{
			id: fmt.Sprintf("g%d", i), rules: rules, game: referee.NewGame(rules, start), bot: krieg.Color(i % 2),
			random: rand.New(rand.NewPCG(c.Seed, uint64(i+1))), left: c.Clock.Start, since: s.begun,
		}
		g.own = krieg.NewOwnView(rules, g.bot, start)
		g.reply()
		s.games = append(s.games, g)
	}
	return s
}

// Report returns the observations so far.
func (s *Server) Report() Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.report
	r.Over = 0
	for _, g := range s.games {
		if g.over(s.Moves) {
			r.Over++
		}
	}
	return r
}

// over reports whether a game has ended.
func (g *hosted) over(moves int) bool { return g.game.Over() || g.made >= moves || g.flagged }

// reply makes a random move of the opponent and announces it to the bot.
func (g *hosted) reply() {
	for !g.game.Over() && g.game.ToMove() != g.bot {
		p := g.game.State().Pos
		list := krieg.LegalMoves(&p)
		g.game.Try(krieg.Action(list[g.random.IntN(len(list))]))
	}
	for _, e := range g.events()[g.heard:] {
		if own, err := g.own.Hear(e); err == nil {
			g.own = own
		}
		g.heard++
	}
}

// events returns the bot's history.
func (g *hosted) events() []krieg.Event {
	full := g.game.History()
	return full.Filter(g.bot).Events
}

// ServeHTTP answers a request, or fails on purpose.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.gone(now) {
		s.report.Down++
		hangUp(w)
		return
	}
	for _, g := range s.games {
		s.tick(g, now)
	}
	if !s.admits(r, now) {
		refuse(w, http.StatusUnauthorized, "UNAUTHORIZED")
		return
	}
	var body struct{ UCI string }
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			refuse(w, http.StatusBadRequest, "VALIDATION_ERROR")
			return
		}
	}
	call := func() (int, any) { return s.answer(r.Method, r.URL.Path, body.UCI) }
	if fault := s.fault(r); fault != nil {
		fault(w, call)
		return
	}
	status, answer := call()
	s.served(r, answer)
	reply(w, status, answer)
}

// answer performs a request.
func (s *Server) answer(method, path, uci string) (int, any) {
	if method == http.MethodGet && path == "/game/mine/active" {
		return http.StatusOK, s.active()
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) == 3 && parts[0] == "game" {
		i := slices.IndexFunc(s.games, func(g *hosted) bool { return g.id == parts[1] })
		if i >= 0 {
			switch g := s.games[i]; method + " " + parts[2] {
			case "GET state":
				return http.StatusOK, s.state(g)
			case "POST move":
				return s.try(g, uci)
			case "POST ask-any":
				return s.try(g, krieg.AskAny.String())
			}
		}
	}
	s.report.Unfair = append(s.report.Unfair, method+" "+path)
	return http.StatusNotFound, failure("NOT_FOUND")
}

func (s *Server) active() any {
	list := []map[string]any{}
	for _, g := range s.games {
		if !g.over(s.Moves) {
			list = append(list, map[string]any{"game_id": g.id, "rule_variant": g.rules.Name, "state": "active", "turn": g.game.ToMove().String()})
		}
	}
	return map[string]any{"games": list}
}

// try performs a try of the bot.
func (s *Server) try(g *hosted, text string) (int, any) {
	if g.over(s.Moves) {
		return http.StatusConflict, failure("GAME_NOT_ACTIVE")
	}
	a, err := krieg.ParseAction(text)
	if err != nil {
		s.report.Nonsense++
		return http.StatusOK, map[string]any{"move_done": false, "announcement": "INVALID_UCI"}
	}
	if g.game.ToMove() != g.bot {
		s.report.OutOfTurn++
		return http.StatusConflict, failure("NOT_YOUR_TURN")
	}
	o := g.game.Try(a)
	answer := map[string]any{"move_done": o.Answer == krieg.Yes, "announcement": "REGULAR_MOVE"}
	switch o.Answer {
	case krieg.Nonsense:
		s.report.Nonsense++
		answer["announcement"] = "IMPOSSIBLE_TO_ASK"
		return http.StatusOK, answer
	case krieg.No:
		answer["announcement"] = "ILLEGAL_MOVE"
	case krieg.Yes:
		s.report.Moves++
		g.made++
		g.left += s.Clock.Move
	default:
		answer["has_any"] = o.Answer == krieg.AnyYes
	}
	s.report.Tries++
	g.reply()
	answer["game_over"] = g.over(s.Moves)
	return http.StatusOK, answer
}

// state returns a game as the bot's player may see it. The clock contains nonsense, since the bot
// must not depend on it.
func (s *Server) state(g *hosted) any {
	state := "active"
	if g.over(s.Moves) {
		state = "completed"
	}
	allowed, actions := []string{}, []string{}
	if state == "active" && g.game.ToMove() == g.bot {
		for _, m := range g.own.Tries() {
			allowed = append(allowed, m.String())
		}
		actions = append(actions, "move")
		if g.own.MayAsk() {
			actions = append(actions, "ask_any")
		}
	}
	clocks := []any{nil, map[string]any{"white_remaining": -12.5, "black_remaining": "soon"}, 7, map[string]any{}}
	return map[string]any{
		"state": state, "turn": g.game.ToMove().String(), "your_color": g.bot.String(), "rule_variant": g.rules.Name,
		"allowed_moves": allowed, "possible_actions": actions, "scoresheet": g.sheet(), "clock": clocks[s.r.IntN(len(clocks))],
	}
}

func reply(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the client may be gone
}

func failure(code string) any {
	return map[string]any{"error": map[string]any{"code": code, "message": strings.ToLower(code), "details": map[string]any{}}}
}

func refuse(w http.ResponseWriter, status int, code string) { reply(w, status, failure(code)) }
