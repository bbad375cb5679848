// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/play"
)

// Limits of a spec.
const (
	MaxEpisodes = 1 << 40
	MaxPolicies = 64
	maxMoveMS   = 24 * 60 * 60 * 1000
)

// Spec describes an experiment. In a file, the rules of the domain are written beside the fields of
// the spec; see [Parse].
type Spec struct {
	Name     string          `json:"name"`
	Domain   string          `json:"domain"`
	Rules    json.RawMessage `json:"-"`
	Policies []Policy        `json:"policies"`
	Episodes uint64          `json:"episodes"`
	Seed     uint64          `json:"seed"`
	// MaxMoves ends an episode; 0 means the domain's limit, or else that of package play.
	MaxMoves int `json:"max_moves,omitempty"`
	// Record lists the fields that are stored per episode besides result, score and number of moves.
	Record     []Field  `json:"record,omitempty"`
	SPRT       *Test    `json:"sprt,omitempty"`
	Thresholds []string `json:"thresholds,omitempty"`
	// Tune, if not nil, makes the run look for parameters: see [Tune].
	Tune *Tune `json:"tune,omitempty"`
	// Trials are the values of a run that tunes, for a worker that plays a part of it: see [Plan.Part].
	Trials []trial     `json:"trials,omitempty"`
	MadeBy *Provenance `json:"made_by,omitempty"`
}

// Policy is a player with parameters, under an ID.
type Policy struct {
	ID string `json:"id"`
	// Player is the name of the player; if empty, the ID.
	Player string          `json:"player,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	// Rules replace some of the spec's rules for this policy, such as its opponent.
	Rules json.RawMessage `json:"rules,omitempty"`
	// MoveMS, if not 0, is the time limit of a move in milliseconds. The moves then depend on the
	// machine: the episodes cannot be reproduced.
	MoveMS float64 `json:"move_ms,omitempty"`
}

// Timed reports whether a policy has a time limit. Its episodes cannot be reproduced.
func (s *Spec) Timed() bool {
	return slices.ContainsFunc(s.Policies, func(p Policy) bool { return p.MoveMS > 0 })
}

// Allow returns the flags, after a space, that a command needs to play the spec, or "".
func (s *Spec) Allow() string {
	if slices.ContainsFunc(s.Policies, func(p Policy) bool { return p.Player == play.Outside }) || play.Engaged(s.Rules) != "" {
		return " --allow-exec"
	}
	return ""
}

// Verb returns the command of veil exp that plays the spec.
func (s *Spec) Verb() string {
	if s.Tune != nil {
		return "tune"
	}
	return "run"
}

// Test is a sequential test of the difference between the winning rates of First and Second. The
// run ends as soon as it has decided.
type Test struct {
	First  string `json:"first"`
	Second string `json:"second,omitempty"`
	// Even compares the score of First in an episode with ½, which is that of a drawn game, instead of
	// with Second. So a policy is tested against its opponent.
	Even bool `json:"even,omitempty"`
	// ByScore compares the scores of an episode instead of who won it.
	ByScore bool `json:"by_score,omitempty"`
	stats.SPRT
}

// Provenance identifies the program that made a result. Results of different programs are not mixed.
type Provenance struct {
	Veil string `json:"veil"`
	Go   string `json:"go"`
	Arch string `json:"arch"` // such as linux/amd64
}

// Field is something that may be stored per episode.
type Field string

// The fields. Result, Score and Moves are always stored.
const (
	Result  Field = "result"
	Score   Field = "score"
	Moves   Field = "moves"
	Guesses Field = "guesses"
	Work    Field = "work"            // simulations and nodes
	Values  Field = "values"          // the player's prediction before each move
	Actions Field = "actions"         // actions and observations
	Time    Field = "ms_per_move"     // stored separately, see [Dir.Times]
	CPU     Field = "cpu_ms_per_move" // CPU time, instead of Time
)

func fields() []Field {
	return []Field{Result, Score, Moves, Guesses, Work, Values, Actions, Time, CPU}
}

// keeps reports whether the spec records a field.
func (s *Spec) keeps(f Field) bool { return slices.Contains(s.Record, f) }

// namePlayers fills in the players that have the name of their policy.
func (s *Spec) namePlayers() {
	for i := range s.Policies {
		if p := &s.Policies[i]; p.Player == "" {
			p.Player = p.ID
		}
	}
}

// check reports errors in a spec that can be found without its domain.
func (s *Spec) check() error {
	switch {
	case !isName(s.Name):
		return fmt.Errorf("name %q: want letters, digits and ._- only", s.Name)
	case s.Domain == "":
		return errors.New("domain is missing")
	case s.Episodes == 0 || s.Episodes > MaxEpisodes:
		return fmt.Errorf("episodes %d: want 1 to %d", s.Episodes, uint64(MaxEpisodes))
	case len(s.Policies) == 0 || len(s.Policies) > MaxPolicies:
		return fmt.Errorf("%d policies: want 1 to %d", len(s.Policies), MaxPolicies)
	case s.MaxMoves < 0:
		return fmt.Errorf("max_moves %d: want 1 or more", s.MaxMoves)
	}
	for i, p := range s.Policies {
		if !isName(p.ID) {
			return fmt.Errorf("policy id %q: want letters, digits and ._- only", p.ID)
		}
		if s.policy(p.ID) != i {
			return fmt.Errorf("policy id %q is used twice", p.ID)
		}
		if !(p.MoveMS >= 0 && p.MoveMS <= maxMoveMS) {
			return fmt.Errorf("policy %s: move_ms %v: want up to %d milliseconds", p.ID, p.MoveMS, maxMoveMS)
		}
	}
	for _, f := range s.Record {
		if !slices.Contains(fields(), f) {
			return fmt.Errorf("record %q: want some of %v", f, fields())
		}
	}
	if s.keeps(Time) && s.keeps(CPU) {
		return fmt.Errorf("record %s and %s: want one of them", Time, CPU)
	}
	return errors.Join(s.checkTune(), s.checkTest(), s.checkThresholds())
}

// isName reports whether a text can be the name of a file: letters, digits and ._- only.
func isName(s string) bool {
	for i, r := range []byte(s) {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		case i > 0 && (r == '.' || r == '_' || r == '-'):
		default:
			return false
		}
	}
	return len(s) > 0 && len(s) <= 100
}

func (s *Spec) checkTest() error {
	if s.SPRT == nil {
		return nil
	}
	switch {
	case s.SPRT.Even && s.SPRT.Second != "":
		return fmt.Errorf("sprt: second %q: want none with even: true", s.SPRT.Second)
	case s.SPRT.Even && s.policy(s.SPRT.First) < 0:
		return fmt.Errorf("sprt: first %q: want a policy", s.SPRT.First)
	case s.SPRT.Even:
	case s.policy(s.SPRT.First) < 0 || s.policy(s.SPRT.Second) < 0 || s.SPRT.First == s.SPRT.Second:
		return fmt.Errorf("sprt: first %q, second %q: want two policies", s.SPRT.First, s.SPRT.Second)
	}
	if err := s.SPRT.Check(); err != nil {
		return fmt.Errorf("sprt: %w", err)
	}
	return nil
}

func (s *Spec) checkThresholds() error {
	for _, text := range s.Thresholds {
		if _, err := parseThreshold(text, s); err != nil {
			return fmt.Errorf("threshold %q: %w", text, err)
		}
	}
	return nil
}

// policy returns the place of a policy, or -1.
func (s *Spec) policy(id string) int {
	return slices.IndexFunc(s.Policies, func(p Policy) bool { return p.ID == id })
}

// Hash identifies the episodes: two specs with the same hash have the same episodes. The number of
// episodes and the requested results are not part of it, so a run can be extended.
func (s *Spec) Hash() (string, error) {
	policies := make([]any, len(s.Policies))
	for i, p := range s.Policies {
		policy := map[string]any{"id": p.ID, "player": p.Player, "params": p.Params}
		if len(p.Rules) > 0 {
			policy["rules"] = p.Rules
		}
		if p.MoveMS > 0 {
			policy["move_ms"] = json.Number(strconv.FormatFloat(p.MoveMS, 'g', -1, 64))
		}
		policies[i] = policy
	}
	record := make([]any, 0, len(s.Record))
	for _, f := range []Field{Guesses, Work, Values, Actions} {
		if s.keeps(f) {
			record = append(record, string(f))
		}
	}
	hashed := map[string]any{
		"format": uint64(1), "domain": s.Domain, "rules": s.Rules, "policies": policies,
		"seed": s.Seed, "max_moves": uint64(s.MaxMoves), "record": record,
	}
	if s.Tune != nil {
		tune, err := json.Marshal(s.Tune)
		if err != nil {
			return "", err
		}
		hashed["tune"] = json.RawMessage(tune)
	}
	if len(s.Trials) > 0 {
		trials, err := json.Marshal(s.Trials)
		if err != nil {
			return "", err
		}
		hashed["trials"] = json.RawMessage(trials)
	}
	return hashOf(hashed)
}
