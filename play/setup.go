// SPDX-License-Identifier: BSD-3-Clause

package play

import "encoding/json"

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

// Library resolves domains and players by name.
type Library interface {
	// Match returns the match that s names, and s with every default filled in.
	Match(s Setup) (Match, Setup, error)
}
