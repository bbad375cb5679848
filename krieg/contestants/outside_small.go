// SPDX-License-Identifier: BSD-3-Clause

//go:build small

package contestants

import (
	"encoding/json"
	"errors"
	"math/rand/v2"

	"github.com/veilplan/veil/play"
)

// errNoPrograms tells why an opponent cannot be a program.
var errNoPrograms = errors.New("this build of veil starts no programs: use the program veil")

// outsiders are absent from programs inside packages of other languages, which link nothing but Go's standard library.
type outsiders struct{}

func newOutsiders(play.Access, string, json.RawMessage) (*outsiders, struct{}, error) {
	return nil, struct{}{}, errNoPrograms
}

func (*outsiders) seat(*rand.Rand) (play.Player, error) { return nil, errNoPrograms }

func (*outsiders) close() error { return nil }
