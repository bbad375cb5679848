// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// TestEarlyTwice: of two results of the same episodes that arrived while no run was there, one is
// stored, and neither stays on the server. More than one batch of them is collected.
func TestEarlyTwice(t *testing.T) {
	t.Parallel()
	const chunks = 120
	p := planOf(t, fmt.Sprintf(tigerSpec, 10*chunks))
	r := runner(t, startServer(t, ServerConfig{MaxStored: 2 * chunks}).URL())
	d := create(t, t.TempDir(), p)
	s, err := r.newSession(t.Context(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.results(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range uint64(chunks) {
		returns(t, s, "ann", 10*i, 10*i+10)
		returns(t, s, "bob", 10*i, 10*i+10)
	}
	if err := s.recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := countStored(t, d.Path); n != 3*10*chunks {
		t.Errorf("%d lines are stored, want %d", n, 3*10*chunks)
	}
	testsize.Await(t, "no message is left", func() bool { left, _ := stored(t, s); return left == 0 })
}
