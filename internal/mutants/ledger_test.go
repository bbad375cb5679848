// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package mutants_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ledger lists the mutants that were seen to die, by their digests. CI runs few mutants with each
// commit, so a new one that does not compile, or survives, would be found much later.
const ledger = "died.ledger"

// digest is that of the change and its tests: a mutant that is changed must be tried again.
func (m *mutant) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %q", m.file, m.tested, m.tests, m.before, m.after))
	return hex.EncodeToString(sum[:8])
}

// readLedger returns the digests of the mutants that died.
func readLedger(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// untried lists the mutants that were never seen to die.
func untried(t *testing.T, all []mutant) []mutant {
	t.Helper()
	known := readLedger(t)
	return slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return slices.Contains(known, m.digest()) })
}

// TestMutantsTried: a mutant is committed after its tests were seen to find it.
func TestMutantsTried(t *testing.T) {
	all := readLists(t)
	for _, m := range untried(t, all) {
		t.Errorf("%s: %s: it was never seen to die: run make mutants PART=new", m.at, m.name)
	}
	for _, d := range readLedger(t) {
		if !slices.ContainsFunc(all, func(m mutant) bool { return m.digest() == d }) {
			t.Errorf("%s: no list has the mutant %s: delete the line", ledger, d)
		}
	}
}

// deaths writes what died into the ledger.
type deaths struct {
	sync.Mutex

	list []string
}

func (d *deaths) add(m *mutant) {
	d.Lock()
	defer d.Unlock()
	d.list = append(d.list, m.digest())
}

// write adds the deaths to the ledger, which keeps the mutants of the lists only.
func (d *deaths) write(t *testing.T, all []mutant) {
	t.Helper()
	known := append(readLedger(t), d.list...)
	known = slices.DeleteFunc(known, func(s string) bool {
		return !slices.ContainsFunc(all, func(m mutant) bool { return m.digest() == s })
	})
	slices.Sort(known)
	text := strings.Join(slices.Compact(known), "\n") + "\n"
	if err := os.WriteFile(ledger, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
