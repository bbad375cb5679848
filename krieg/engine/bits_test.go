// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/tactics"
)

// TestSameBits: the choices of the player of level 8, with the bits of their values, are those of every
// other machine. CONTRIBUTING.md says how to run it on other machines.
func TestSameBits(t *testing.T) {
	sum := sha256.New()
	for seed, rules := range []krieg.Rules{krieg.Wild16(), krieg.Berkeley(), krieg.English()} {
		me := krieg.Color(seed % 2)
		p, err := engine.New(rules, me, engine.Config{Boards: 60, Seed: uint64(seed)})
		if err != nil {
			t.Fatal(err)
		}
		other := tactics.NewMaps(krieg.NewOwnView(rules, me.Other(), chess.Start()), chess.Start(), rand.New(rand.NewPCG(uint64(seed), 5)))
		contest(t, rules, p, other, func(p *engine.Player, _ *krieg.Position) {
			thought, err := p.Choose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(sum, thought.Best, thought.Source)
			for _, c := range thought.Candidates {
				fmt.Fprintf(sum, " %v %x %x", c.Try, math.Float64bits(c.Value), math.Float64bits(c.Legal))
			}
		})
	}
	testsize.Stored(t, "testdata/bits.txt", fmt.Appendf(nil, "%x\n", sum.Sum(nil)))
}

// TestEveryProductIsRounded: the code of the player for arm64, whose processors can add to a product
// before it is rounded, does not do so. Without such a processor this is the evidence that its choices
// are the same there.
func TestEveryProductIsRounded(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("compiles six packages for arm64: with VEIL_FULL=1")
	}
	for _, pkg := range []string{".", "./tactics", "./cloud", "./engine", "./subgame", "../search/resolve"} {
		cmd := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-S", pkg)
		cmd.Dir, cmd.Env = "..", append(os.Environ(), "GOARCH=arm64")
		code, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(code), "FADDD") && pkg != "./cloud" && pkg != "." {
			t.Fatalf("%s: %v, %d bytes of code", pkg, err, len(code))
		}
		for line := range strings.Lines(string(code)) {
			for _, fused := range []string{"FMADD", "FMSUB", "FNMADD", "FNMSUB"} {
				if strings.Contains(line, fused) {
					t.Errorf("%s: %s", pkg, strings.TrimSpace(line))
				}
			}
		}
	}
}
