// SPDX-License-Identifier: BSD-3-Clause

package engine

import "github.com/veilplan/veil/krieg"

// Forget makes a player forget where a bare king stands.
func (p *Player) Forget() error { return p.anywhere(krieg.Percept{}) }
