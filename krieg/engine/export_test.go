// SPDX-License-Identifier: BSD-3-Clause

package engine

import "github.com/veilplan/veil/krieg"

// Forget makes a mind forget where a bare king stands.
func (m *Mind) Forget() error { return m.anywhere(krieg.Percept{}) }
