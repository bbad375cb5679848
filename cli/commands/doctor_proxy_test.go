// SPDX-License-Identifier: BSD-3-Clause

package commands

import "testing"

// TestAddressFinding: a private address is the proxy's, unless the visitor is at home too.
func TestAddressFinding(t *testing.T) {
	for _, c := range []struct{ host, seen, state string }{
		{"veil.example.org", "192.0.2.7", "ok"},
		{"veil.example.org", "2001:db8::/64", "ok"},
		{"veil.example.org", "127.0.0.1", "problem"},
		{"veil.example.org", "10.1.2.3", "problem"},
		{"veil.example.org", "", "note"},
		{"veil.example.org", "token", "ok"},
		{"localhost", "127.0.0.1", "ok"},
		{"10.0.0.1", "10.1.2.3", "ok"},
	} {
		if got := addressFinding(c.host, c.seen); got.State != c.state {
			t.Errorf("%s seen as %q: %+v, want %s", c.host, c.seen, got, c.state)
		}
	}
}
