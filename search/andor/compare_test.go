// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/domain/krieg"
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
// VEIL_COMPARE is "instances plies smallest largest states methods", such as
// "50 3 8 100 3000000 veil,GL-DBU".
func TestCompareMethods(t *testing.T) {
	f := strings.Fields(os.Getenv("VEIL_COMPARE"))
	if len(f) != 6 {
		t.Skip("VEIL_COMPARE is not set")
	}
	var n [5]int
	for i := range n {
		n[i], _ = strconv.Atoi(f[i])
	}
	at := cpu(t)
	questions := endings(t, krieg.Berkeley(), n[0], n[1], n[2], n[3])
	size := 0
	for _, q := range questions {
		size += len(q.belief)
	}
	t.Logf("%d questions, %.1f boards on average, made in %v", len(questions), float64(size)/float64(len(questions)), cpu(t)-at)
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

func switchOff(cfg *andor.Config, part string) {
	for p := range strings.SplitSeq(part, "+") {
		cfg.NoPrecheck = cfg.NoPrecheck || p == "precheck"
		cfg.NoCover = cfg.NoCover || p == "cover"
		cfg.NoTable = cfg.NoTable || p == "table"
		cfg.NoGrowth = cfg.NoGrowth || p == "growth"
		cfg.NoKillers = cfg.NoKillers || p == "killers"
	}
}

func compare(t *testing.T, name string, cfg andor.Config, questions []ending, mate bool) {
	t.Helper()
	var states, nodes []int64
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
		nodes = append(nodes, res.Stats.Nodes)
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
	slices.Sort(states)
	sum := int64(0)
	for _, s := range states {
		sum += s
	}
	t.Logf("%-16s mate=%-5v solved %d/%d  %8.2f s  states %11d  median %8d  max %10d", name, mate, solved, asked, took.Seconds(),
		sum, states[len(states)/2], states[len(states)-1])
}
