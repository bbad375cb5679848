// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/chess"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

func cpu(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestCompareMethods runs methods on endings of Kriegspiel and prints what they took.
// VEIL_COMPARE is "instances plies smallest largest states methods deeper", such as
// "50 3 8 100 3000000 veil,GL-DBU 0". If deeper is not 0, only the near misses are asked,
// with so many plies, and the first method says which of them are mates.
func TestCompareMethods(t *testing.T) {
	f := strings.Fields(os.Getenv("VEIL_COMPARE"))
	if len(f) != 7 {
		t.Skip("VEIL_COMPARE is not set")
	}
	var n [5]int
	for i := range n {
		n[i], _ = strconv.Atoi(f[i])
	}
	at := cpu(t)
	questions := saved(t, n)
	size := 0
	for _, q := range questions {
		size += len(q.belief)
	}
	t.Logf("%d questions, %.1f boards on average, made in %v", len(questions), float64(size)/float64(len(questions)), cpu(t)-at)
	if deeper, _ := strconv.Atoi(f[6]); deeper > 0 {
		questions = deepened(t, questions, deeper, int64(n[4]))
	}
	names := strings.Split(f[5], ",")
	if f[5] == "all" {
		names = append(andor.PaperMethods(), "veil")
	}
	for _, name := range names {
		name, part, _ := strings.Cut(name, "/")
		cfg, err := andor.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		cfg.States = int64(n[4])
		switchOff(&cfg, part)
		for _, mate := range []bool{true, false} {
			compare(t, name+"/"+part, cfg, questions, mate)
		}
	}
}

// saved returns the endings asked for, from a file if they were made before.
func saved(t *testing.T, n [5]int) []ending {
	t.Helper()
	name := filepath.Join(os.TempDir(), fmt.Sprint("veil-endings-", n[0], "-", n[1], "-", n[2], "-", n[3]))
	if text, err := os.ReadFile(name); err == nil {
		return readEndings(t, string(text), n[1])
	}
	list := endings(t, krieg.Berkeley(), n[0], n[1], n[2], n[3])
	var text strings.Builder
	for _, e := range list {
		fmt.Fprintf(&text, "%v", e.mate)
		for i := range e.belief {
			fmt.Fprintf(&text, "\t%v", &e.belief[i].Pos)
		}
		fmt.Fprintln(&text)
	}
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return list
}

func readEndings(t *testing.T, text string, plies int) []ending {
	t.Helper()
	var list []ending
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		e := ending{m: &krieg.Model{Rules: krieg.Berkeley()}, plies: plies, mate: f[0] == "true"}
		for _, fen := range f[1:] {
			p, err := chess.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			e.belief = append(e.belief, krieg.State{Pos: p})
		}
		list = append(list, e)
	}
	return list
}

// deepened asks the near misses again with more plies.
func deepened(t *testing.T, questions []ending, plies int, limit int64) []ending {
	t.Helper()
	var list []ending
	for _, q := range questions {
		if q.mate {
			continue
		}
		q.plies = plies
		res, err := andor.Prove(t.Context(), kriegRules(q.m), q.belief, q.plies, andor.Config{States: limit})
		if err != nil {
			t.Fatal(err)
		}
		q.mate = res.Verdict == andor.Proved
		list = append(list, q)
	}
	return list
}

func switchOff(cfg *andor.Config, part string) {
	for p := range strings.SplitSeq(part, "+") {
		cfg.NoOrder = cfg.NoOrder || p == "order"
		cfg.NoCover = cfg.NoCover || p == "cover"
		cfg.NoTable = cfg.NoTable || p == "table"
		cfg.NoGrowth = cfg.NoGrowth || p == "growth"
		cfg.NoKillers = cfg.NoKillers || p == "killers"
	}
}

func compare(t *testing.T, name string, cfg andor.Config, questions []ending, mate bool) {
	t.Helper()
	var states []int64
	solved, asked := 0, 0
	var took time.Duration
	for _, q := range questions {
		if q.mate != mate {
			continue
		}
		asked++
		at := cpu(t)
		res, err := andor.Prove(t.Context(), kriegRules(q.m), q.belief, q.plies, cfg)
		took += cpu(t) - at
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, res.Stats.States)
		if res.Verdict == andor.Unknown {
			continue
		}
		solved++
		if (res.Verdict == andor.Proved) != mate {
			t.Errorf("%s: %v, want %v", name, res.Verdict, mate)
		}
		if mate {
			if _, err := proof.Check(kriegRules(q.m), q.belief, res.Plan); err != nil {
				t.Error(err)
			}
		}
	}
	if asked == 0 {
		return
	}
	slices.Sort(states)
	sum := int64(0)
	for _, s := range states {
		sum += s
	}
	t.Logf("%-16s mate=%-5v solved %d/%d  %8.2f s  states %11d  median %8d  max %10d", name, mate, solved, asked, took.Seconds(),
		sum, states[len(states)/2], states[len(states)-1])
}
