// SPDX-License-Identifier: BSD-3-Clause

package play

import "encoding/json"

// Setup names a player at a domain the way files, forms and command lines do. An empty
// Rules or Params means the defaults.
type Setup struct {
	Domain string          `json:"domain"`
	Rules  json.RawMessage `json:"rules,omitempty"`
	Player string          `json:"player"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Library knows domains and players by name. It returns the match, and the setup with
// every default filled in.
type Library interface {
	Match(s Setup) (Match, Setup, error)
}
