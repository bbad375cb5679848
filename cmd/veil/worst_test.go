// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/meter"
	"github.com/veilplan/veil/internal/worst"
)

// worstLimits are those of a server, but for the time: a shorter one lets the search look at more questions.
func worstLimits() api.Limits { return api.Limits{Time: time.Second} }

// question writes a question to a verb.
func question(verb string, fields any) []byte {
	text, err := json.Marshal(fields)
	if err != nil || len(text) > 256<<10 {
		return nil // larger than a request may be
	}
	return append(fmt.Appendf(nil, `{"ask":%q,`, verb), text[1:]...)
}

// spaces are the questions that are searched, by verb.
func spaces() map[string]worst.Space {
	all := minesSpaces()
	maps.Copy(all, kriegSpaces())
	maps.Copy(all, tableSpaces())
	maps.Copy(all, erringSpaces())
	return all
}

// asker answers questions as a server does.
func asker() func(context.Context, []byte) {
	a := &app{&frame.App{Env: testEnv("")}}
	table := a.verbs(worstLimits())
	return func(ctx context.Context, question []byte) { table.Ask(ctx, question, func([]byte) {}) }
}

// TestWorstSpaces: every verb has a space of questions, most of which are answered.
func TestWorstSpaces(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	var verbs []string
	for _, v := range a.verbs(api.Limits{}) {
		verbs = append(verbs, v.Name)
	}
	if got := slices.Sorted(maps.Keys(spaces())); !slices.Equal(got, slices.Sorted(slices.Values(verbs))) {
		t.Errorf("searched: %v\nverbs:    %v", got, verbs)
	}
	table := a.verbs(api.Limits{Time: time.Second, Nodes: 1000, Games: 10, Boards: 1000, Tries: 10})
	for verb, s := range spaces() {
		if !someAnswered(t, table, s) {
			t.Errorf("%s: none of a hundred questions was answered", verb)
		}
	}
}

// someAnswered reports whether a question of a space is answered by more than a problem.
func someAnswered(t *testing.T, table api.Table, s worst.Space) bool {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		if q := s.Make(pointOf(s, r)); q != nil && !strings.Contains(string(table.Ask(t.Context(), q, nil)), `"veil.problem/1"`) {
			return true
		}
	}
	return false
}

// TestWorst searches for the worst question of every verb for as long as WORST says, in CPU time for each verb.
// VERB names one verb; FIRST=1 stops at the first question that is too bad, CORPUS=1 keeps those in testdata/worst.
func TestWorst(t *testing.T) {
	most, err := time.ParseDuration(os.Getenv("WORST"))
	if err != nil {
		t.Skip("WORST=5m searches; see tools/nightly worst")
	}
	for _, verb := range slices.Sorted(maps.Keys(spaces())) {
		if only := os.Getenv("VERB"); only != "" && !strings.Contains(verb, only) {
			continue
		}
		s := worst.Searcher{Space: spaces()[verb], Ask: asker(), Limit: worstLimits().Time}
		if os.Getenv("FIRST") != "" {
			s.Enough = func(t *worst.Trial) bool { return worst.Deaf.Of(t, s.Limit) > api.MostGap.Seconds() }
		}
		found, tried := s.Search(t.Context(), 1, most)
		for h, trial := range found {
			if slices.Index(found[:], trial) == h { // not one that was told for another harm
				tellWorst(t, verb, worst.Harm(h), trial, tried)
			}
		}
	}
}

// tellWorst reports the worst question in one way.
func tellWorst(t *testing.T, verb string, h worst.Harm, trial *worst.Trial, tried int) {
	t.Helper()
	if trial == nil {
		t.Errorf("%s: no question in %d", verb, tried)
		return
	}
	gap := longer(trial.Whole.Longest, trial.Stopped.Longest)
	t.Logf("%-18s %-6s gap %6.1f ms, after %6.1f ms, CPU %7.1f ms, %6d bytes, heap %4d MB, %d questions, at %v\n%s",
		verb, h, ms(gap.CPU), ms(trial.Stopped.After), ms(trial.Whole.CPU), len(trial.Question), trial.Whole.Heap>>20, tried, trial.Point, inner(gap))
	if err := obeys(trial.Question, 3); err != nil {
		t.Errorf("%s: %v", verb, err)
		if os.Getenv("CORPUS") != "" {
			keep(t, verb, trial.Question)
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func longer(a, b meter.Gap) meter.Gap {
	if a.CPU > b.CPU {
		return a
	}
	return b
}

// inner lists the innermost functions of a gap.
func inner(g meter.Gap) string {
	names := g.Functions()
	return "    " + strings.Join(names[:min(8, len(names))], " < ")
}

// keep adds a question to the corpus.
func keep(t *testing.T, verb string, question []byte) {
	t.Helper()
	for i := 1; ; i++ {
		name := filepath.Join("testdata", "worst", fmt.Sprintf("%s-%d.json", verb, i))
		if old, err := os.ReadFile(name); err == nil && string(old) != string(question)+"\n" {
			continue
		}
		if err := os.WriteFile(name, append(question, '\n'), 0o600); err != nil {
			t.Error(err)
		}
		return
	}
}

// obeys measures a question and says what is wrong with it, if it is in every one of some tries: a machine that is
// busy takes time from a thread in ways that its CPU clock does not leave out.
func obeys(question []byte, tries int) (err error) {
	ask := asker()
	for range tries {
		if err = obeysOnce(question, ask); err == nil {
			return nil
		}
	}
	return err
}

func obeysOnce(question []byte, ask func(context.Context, []byte)) error {
	work := func(ctx context.Context) { ask(ctx, question) }
	whole := meter.Run(context.Background(), 0, work)
	stopped := meter.Run(context.Background(), min(whole.CPU/2, 400*time.Millisecond)+1, work)
	switch gap := longer(whole.Longest, stopped.Longest); {
	case gap.CPU > api.MostGap:
		return fmt.Errorf("for %v of CPU time nobody asked whether to stop, in\n%s", gap.CPU, inner(gap))
	case stopped.After > api.MostAfter:
		return fmt.Errorf("went on for %v of CPU time after it was withdrawn", stopped.After)
	case whole.CPU > worstLimits().Time+api.MostLate:
		return fmt.Errorf("took %v of CPU time, with a limit of %v", whole.CPU, worstLimits().Time)
	}
	return nil
}

// TestWorstCorpus: the worst questions that were ever found are answered within bounds.
func TestWorstCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("every question takes its whole time, twice")
	}
	names, err := filepath.Glob(filepath.Join("testdata", "worst", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%d questions, %v", len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := obeys(text, 3); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestShortIsShort: a question that is said to be short is, in every space; and common ones are said to be.
func TestShortIsShort(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	table, all := a.verbs(worstLimits()), spaces()
	r := rand.New(rand.NewPCG(2, 2))
	for i := range table {
		v := &table[i]
		for range 60 {
			text := all[v.Name].Make(pointOf(all[v.Name], r))
			if class, ok := classOf(v, text); ok && class == api.Short {
				requireShort(t, table, text)
			}
		}
	}
	for text, want := range map[string]api.Class{
		`{"ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`:        api.Short,
		`{"ask":"mines.hint","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`:         api.Short,
		`{"ask":"mines.hint","level":4,"position":{"text":"4x4/4\n1...\n....\n....\n...."}}`: api.Long,
		`{"ask":"mines.board","size":"30x16/99"}`:                                            api.Short,
		`{"ask":"mines.board","size":"30x16/99","no_guess":true}`:                            api.Long,
		`{"ask":"diag.check","table":"fault,prior,a\nx,1,0\ny,1,1\n"}`:                       api.Short,
		`{"ask":"diag.solve","table":"fault,prior,a\nx,1,0\ny,1,1\n"}`:                       api.Long,
	} {
		var head struct {
			Ask string `json:"ask"`
		}
		if err := json.Unmarshal([]byte(text), &head); err != nil {
			t.Fatal(err)
		}
		v, err := table.Find(head.Ask)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := classOf(v, []byte(text)); !ok || got != want {
			t.Errorf("%s: class %v, want %v", text, got, want)
		}
	}
}

// pointOf draws a point, of which many coordinates are small.
func pointOf(s worst.Space, r *rand.Rand) []int {
	point := make([]int, len(s.Ranges))
	for i, x := range s.Ranges {
		point[i] = x[0] + r.IntN(1+(x[1]-x[0])/(1+r.IntN(10)))
	}
	return point
}

// classOf returns the class of a question in JSON, if it can be read.
func classOf(v *api.Verb, text []byte) (api.Class, bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return 0, false
	}
	delete(fields, "ask")
	rest, err := json.Marshal(fields)
	if err != nil {
		return 0, false
	}
	question, err := v.Read(rest)
	if err != nil {
		return 0, false
	}
	return v.ClassOf(question), true
}

// requireShort measures a question, thrice if it must.
func requireShort(t *testing.T, table api.Table, text []byte) {
	t.Helper()
	const short = api.ShortWork * time.Millisecond
	var took time.Duration
	for range 3 {
		if took = meter.Run(t.Context(), 0, func(ctx context.Context) { table.Ask(ctx, text, nil) }).CPU; took <= short {
			return
		}
	}
	t.Errorf("%v for %.300s", took, text)
}
