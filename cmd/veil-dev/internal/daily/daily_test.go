// SPDX-License-Identifier: BSD-3-Clause

package daily

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/explain"
)

// frozen is the SHA-256 of the list. It never changes: cards of past days name its boards.
const frozen = "569e3ccbf5ff3be3736e47e98b3cf9fa8ef4546384b9f8a636915f61d1a121bc"

// TestList: the list of the page is what its seeds make, byte for byte, and small.
func TestList(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "web", "static", "daily.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := sha256.Sum256(text); hex.EncodeToString(got[:]) != frozen {
		t.Errorf("web/static/daily.json has the SHA-256 %x, want %s", got, frozen)
	}
	if len(text) > 40_000 {
		t.Errorf("web/static/daily.json has %d bytes, want 40,000 at most", len(text))
	}
	l, err := made(t.Context(), Boards)
	if err != nil {
		t.Fatal(err)
	}
	if string(l.text()) != string(text) {
		t.Error("web/static/daily.json is not what veil-dev daily makes")
	}
}

// TestProved: boards without a guess are so by the proof that deals them elsewhere, boards with guesses are not, and
// every guess is made where nothing is safe.
func TestProved(t *testing.T) {
	l, err := made(t.Context(), 60)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		kind    *kind
		noGuess bool
	}{{l.NoGuess, true}, {l.Fair, false}} {
		seed := uint64(0)
		for i, step := range k.kind.steps {
			by, err := strconv.ParseUint(step, 36, 64)
			if err != nil {
				t.Fatal(err)
			}
			seed += by
			_, _, err = draw().WithoutGuess(t.Context(), seed, 1)
			if (err == nil) != k.noGuess || err != nil && !errors.Is(err, analysis.ErrNoBoard) {
				t.Errorf("seed %d: %v", seed, err)
			}
			if (k.kind.guesses[i] == "") != k.noGuess {
				t.Errorf("seed %d: guesses %q", seed, k.kind.guesses[i])
			}
		}
	}
}

// TestCertified: on two boards of each kind every cell that is opened without a guess has a certificate, which
// shares no code with the count that found it, and every guess may hit a mine.
func TestCertified(t *testing.T) {
	l, err := made(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []*kind{l.NoGuess, l.Fair} {
		seed := uint64(0)
		for i, step := range k.steps {
			by, _ := strconv.ParseUint(step, 36, 64)
			seed += by
			if got := certified(t, seed, strings.FieldsFunc(k.guesses[i], func(r rune) bool { return r == '.' })); got == 0 {
				t.Errorf("seed %d: no certificate was needed", seed)
			}
		}
	}
}

// certified opens what certificates prove, and the guesses where they prove nothing, and returns how many
// certificates there were.
func certified(t *testing.T, seed uint64, guesses []string) (certificates int) {
	t.Helper()
	game, err := draw().Game(seed)
	if err != nil {
		t.Fatal(err)
	}
	view, layout := game.View(), game.Layout()
	for {
		safe := proved(t, view)
		certificates += len(safe)
		if len(safe) == 0 && len(guesses) == 0 {
			break
		}
		if len(safe) == 0 {
			c, err := strconv.ParseInt(guesses[0], 36, 64)
			if err != nil || !view.Marks[c].IsHidden() {
				t.Fatalf("seed %d: guess %s: %v", seed, guesses[0], err)
			}
			safe, guesses = []mines.Cell{mines.Cell(c)}, guesses[1:]
		}
		for _, c := range safe {
			view.Marks[c] = mines.Mine
			if !layout[c] {
				view.Marks[c] = mines.Mark(layout.Number(view.Rules, c))
			}
		}
	}
	for c, m := range view.Marks {
		if m.IsHidden() && !layout[c] {
			t.Errorf("seed %d: %s is left", seed, view.Name(mines.Cell(c)))
		}
	}
	return certificates
}

// proved returns the cells that certificates prove safe.
func proved(t *testing.T, v mines.View) (safe []mines.Cell) {
	t.Helper()
	r, err := explain.NewReasoner(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	for c, m := range v.Marks {
		if !m.IsHidden() {
			continue
		}
		if _, err := r.Explain(mines.Cell(c), false); err == nil {
			safe = append(safe, mines.Cell(c))
		} else if !errors.Is(err, explain.ErrNotCertain) {
			t.Fatal(err)
		}
	}
	return safe
}
