// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestReleasedKeys: a question that failed leaves nothing behind, and an older failure does not
// take the key of a later answer with it.
func TestReleasedKeys(t *testing.T) {
	k := newKeys(4, 1<<20, time.Hour)
	fails := func() ([]byte, error) { return nil, errors.New("no") }
	for i := range 1000 {
		if _, err := k.once(t.Context(), "ann", fmt.Sprint(i%3), "verb", nil, fails); err == nil {
			t.Fatal("it did not fail")
		}
	}
	if len(k.known) != 0 || k.order.Len() != 0 {
		t.Fatalf("%d keys are known, and %d in the order", len(k.known), k.order.Len())
	}
	calls := 0
	answer := func() ([]byte, error) { calls++; return []byte("yes"), nil }
	ask := func(key string) {
		if text, err := k.once(t.Context(), "ann", key, "verb", nil, answer); string(text) != "yes" || err != nil {
			t.Errorf("%q %v", text, err)
		}
	}
	ask("0")
	for range 10 {
		_, _ = k.once(t.Context(), "ann", "failing", "verb", nil, fails) // it fails
	}
	ask("0")
	if calls != 1 {
		t.Errorf("the answer was made %d times", calls)
	}
	old, _, err := k.claim("ann", "1", "verb", nil)
	if err != nil {
		t.Fatal(err)
	}
	k.release("ann", "1", old)
	later, mine, err := k.claim("ann", "1", "verb", nil)
	if err != nil || !mine {
		t.Fatalf("%v %v", mine, err)
	}
	k.release("ann", "1", old)
	if k.known["ann\x00"+"1"] != later {
		t.Error("an older failure has released a later question")
	}
	if len(k.known) != k.order.Len() || k.held != len("yes") {
		t.Errorf("%d known, %d in the order, %d bytes held", len(k.known), k.order.Len(), k.held)
	}
}
