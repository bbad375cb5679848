// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/json"
	"strings"
)

// Setup names a domain and a player, as files, forms and command lines do. Empty Rules or
// Params mean the defaults.
type Setup struct {
	Domain string          `json:"domain"`
	Rules  json.RawMessage `json:"rules,omitempty"`
	Player string          `json:"player"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Outside is the player of a setup that is another program: "exec:python3 mine.py", or "exec" with
// the command among the parameters. See package execplayer.
const Outside = "exec"

// Engine begins the name of an opponent that is a program and speaks the engine protocol:
// "engine:bin/veil".
const Engine = "engine:"

// Engaged returns the program that rules name as an opponent, or "".
func Engaged(rules json.RawMessage) string {
	var named struct {
		Opponent string `json:"opponent"`
	}
	if json.Unmarshal(rules, &named) != nil {
		return ""
	}
	path, _ := strings.CutPrefix(named.Opponent, Engine)
	if path == named.Opponent {
		return ""
	}
	return path
}

// Library resolves domains and players by name.
type Library interface {
	// Match returns the match that s names, and s with every default filled in.
	Match(s Setup) (Match, Setup, error)
}
