// SPDX-License-Identifier: BSD-3-Clause

package krieg

import "github.com/veilplan/veil/krieg/chess"

// Thin leaves one board in a belief.
func (b *Belief) Thin(p *Position) { b.hidden = []chess.Side{p.Side(b.me.Other())} }
