// SPDX-License-Identifier: BSD-3-Clause

package api

import "encoding/json"

// EnvOpenQuestion asks for copies of a problem that another program plays, step by step.
type EnvOpenQuestion struct {
	Domain   string          `json:"domain" maxLength:"40" doc:"Name of the problem, as veil methods lists them" example:"tiger"`
	Rules    json.RawMessage `json:"rules,omitempty" doc:"Rules of the problem, an object; defaults if omitted"`
	Copies   int             `json:"copies,omitempty" minimum:"0" maximum:"4096" doc:"Number of episodes that run side by side; 1 if omitted"`
	MaxMoves int             `json:"max_moves,omitempty" minimum:"0" doc:"Moves after which an episode is truncated; the limit of the problem if omitted"`
	Views    bool            `json:"views,omitempty" doc:"Whether answers contain everything the player has seen"`
	Adviser  string          `json:"adviser,omitempty" maxLength:"40" doc:"Player or method that env.advise asks; none if omitted"`
	Params   json.RawMessage `json:"params,omitempty" doc:"Parameters of the adviser, an object; defaults if omitted"`
}

// EnvOpened is the document env.opened/1: the spaces of a problem.
type EnvOpened struct {
	Schema       string          `json:"schema" enum:"env.opened/1"`
	Env          int             `json:"env" doc:"Number that the other questions name"`
	Domain       string          `json:"domain"`
	Rules        json.RawMessage `json:"rules" doc:"Rules with every default filled in"`
	Copies       int             `json:"copies"`
	Actions      []string        `json:"actions" doc:"Every action of any episode; its place is its number"`
	Observations []string        `json:"observations,omitempty" doc:"Every observation of any episode; if omitted, observations are text"`
	Discount     float64         `json:"discount" doc:"Factor on a reward one move later"`
	MaxMoves     int             `json:"max_moves" doc:"Moves after which an episode is truncated"`
}

// EnvResetQuestion asks for new episodes.
type EnvResetQuestion struct {
	Env     int    `json:"env"`
	Seed    uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of the experiment; 0 counts as 1"`
	Episode uint64 `json:"episode,omitempty" maximum:"9007199254740991" doc:"Episode of the first copy; the others take the next ones"`
	Which   []int  `json:"which,omitempty" doc:"Copies to reset; all if omitted. With it, seed and episode must be omitted: the copies take their next episode"`
}

// EnvStarted is the document env.started/1: what the players of new episodes see.
type EnvStarted struct {
	Schema   string            `json:"schema" enum:"env.started/1"`
	Episodes []uint64          `json:"episodes" doc:"Number of the episode of each copy asked for"`
	Legal    []string          `json:"legal,omitempty" doc:"Available actions of each copy as a bitmap in base64: action n is bit n%8 of byte n/8; empty if all are available; omitted if all are for every copy"`
	Views    []json.RawMessage `json:"views,omitempty" doc:"What each player has seen, if views were asked for"`
}

// EnvStepQuestion asks for one step of each copy.
type EnvStepQuestion struct {
	Env     int   `json:"env"`
	Actions []int `json:"actions" doc:"Number of the action of each copy; -1 starts its next episode"`
	Which   []int `json:"which,omitempty" doc:"Copies that the actions are for; all if omitted"`
}

// EnvStepped is the document env.stepped/1: what followed, in the order of the actions.
type EnvStepped struct {
	Schema     string            `json:"schema" enum:"env.stepped/1"`
	Seen       []int             `json:"seen,omitempty" doc:"Number of each observation; -1 for a new episode; omitted if observations are text"`
	Texts      []string          `json:"texts,omitempty" doc:"Each observation as text, if observations are text; empty for a new episode"`
	Rewards    []float64         `json:"rewards"`
	Terminated []int             `json:"terminated,omitempty" doc:"Places in this answer of episodes that are over"`
	Truncated  []int             `json:"truncated,omitempty" doc:"Places in this answer of episodes that reached max_moves"`
	Legal      []string          `json:"legal,omitempty" doc:"Available actions, as in env.started/1"`
	Views      []json.RawMessage `json:"views,omitempty" doc:"What each player has seen, if views were asked for"`
}

// EnvAdviseQuestion asks what the adviser thinks of the actions of one copy.
type EnvAdviseQuestion struct {
	Env  int `json:"env"`
	Copy int `json:"copy,omitempty" minimum:"0" doc:"The copy; the first if omitted"`
}

// EnvAdvice is the document env.advice/1: the values of actions under best play afterwards.
type EnvAdvice struct {
	Schema  string      `json:"schema" enum:"env.advice/1"`
	Choices []EnvChoice `json:"choices" doc:"Actions that the adviser considered, best first"`
}

// EnvChoice is an action and its value.
type EnvChoice struct {
	Action int   `json:"action"`
	Value  Value `json:"value" doc:"Expected return from here under best play; in win, lo and hi also for rewards and costs"`
}

// EnvCloseQuestion asks to forget an environment.
type EnvCloseQuestion struct {
	Env int `json:"env"`
}

// EnvClosed is the document env.closed/1.
type EnvClosed struct {
	Schema string `json:"schema" enum:"env.closed/1"`
	Env    int    `json:"env"`
}
