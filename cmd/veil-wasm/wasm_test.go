// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// build makes the wasm as "make wasm" does and returns its path.
func build(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed: the engine in the browser cannot be run")
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "make", "-C", "../..", "--no-print-directory", "wasm", "DIST="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// The engines.
const (
	minesWasm = "veil.wasm"
	kriegWasm = "krieg.wasm"
	playWasm  = "play.wasm"
	diagWasm  = "diag.wasm"
)

// run answers questions with a wasm under node.
func run(t *testing.T, dir, wasm string, questions []string, role ...string) []string {
	t.Helper()
	args := append([]string{"testdata/ask.js", filepath.Join(dir, "wasm_exec.js"), filepath.Join(dir, wasm)}, role...)
	cmd := exec.CommandContext(t.Context(), "node", args...)
	cmd.Stdin = strings.NewReader(strings.Join(questions, "\n"))
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errors.Bytes())
	}
	return strings.Split(strings.TrimSpace(string(out)), "\nnull")
}

// final returns the last document of an answer.
func final(stream string) string {
	lines := strings.Split(strings.TrimSpace(stream), "\n")
	return lines[len(lines)-1]
}

// questions asks about random positions: small ones under a budget of nodes, so that the
// answer does not depend on the machine, and large ones for their risks.
func questions(n int) []string {
	r := rand.New(rand.NewPCG(6, 0))
	sizes := []mines.Rules{
		{Width: 4, Height: 4, Mines: 4},
		{Width: 5, Height: 5, Mines: 5},
		{Width: 6, Height: 5, Mines: 7, First: mines.Zero},
		{Width: 8, Height: 8, Mines: 10},
		{Width: 9, Height: 9, Mines: 12, First: mines.Any},
	}
	var list []string
	for i := range n {
		rules := sizes[i%len(sizes)]
		text := analysis.HandForm(midgame(r, rules))
		position := map[string]any{"text": text, "first": rules.First.String()}
		question := map[string]any{"ask": "mines.analysis", "position": position, "budget": map[string]int{"nodes": 3000, "max_layouts": 400, "games": 60}}
		switch i % 10 {
		case 7:
			question = map[string]any{"ask": "mines.hint", "position": position, "level": 1 + i%4}
		case 8:
			question = map[string]any{"ask": "mines.check", "position": position}
		case 9:
			question = map[string]any{"ask": "mines.board", "size": rules.String(), "seed": fmt.Sprint(i), "no_guess": i%20 == 9}
		}
		raw, err := json.Marshal(question)
		if err != nil {
			panic(err)
		}
		list = append(list, string(raw))
	}
	return list
}

// midgame plays a few random moves on a random board.
func midgame(r *rand.Rand, rules mines.Rules) mines.View {
	game, err := mines.NewGame(rules, r.Uint64())
	if err != nil {
		panic(err)
	}
	for range 1 + r.IntN(12) {
		before := game.View()
		_ = game.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(r.IntN(rules.Cells()))}) // refused if it is open
		if game.Layout() != nil && game.Status() != 0 {
			return before
		}
	}
	return game.View()
}

// TestSameAnswers: the browser's engine gives the very bytes that this one gives.
func TestSameAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the wasm")
	}
	n := 60
	if os.Getenv("VEIL_FULL") != "" {
		n = 500
	}
	dir := build(t)
	list := questions(n)
	list = append(list, `{"ask":"mines.check","position":{"text":"4x2/3\n2..1\n1111\n"}}`, `{"ask":"nonsense"}`, `{`)
	got := run(t, dir, minesWasm, list[:len(list)-1])
	table, err := verbs("")
	if err != nil {
		t.Fatal(err)
	}
	for i, question := range list[:len(list)-1] {
		want := string(table.Ask(t.Context(), []byte(question), nil))
		if final(got[i]) != want {
			t.Fatalf("%s\nwasm   %.600s\nnative %.600s", question, final(got[i]), want)
		}
	}
}

// TestSameAnswersKrieg: the same for Kriegspiel, on two published problems, a game, and what
// cannot be.
func TestSameAnswersKrieg(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the wasm")
	}
	const anderson = `"position":{"text":"ruleset: english\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n"}`
	const dawson = `"position":{"text":"ruleset: english\nme: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3\ngoal: mate in 2\n"}`
	const game = `"position":{"text":"ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n"}`
	list := []string{
		`{"ask":"krieg.belief","list":100,"tries":true,` + anderson + `}`, `{"ask":"krieg.belief","list":100,"tries":true,` + dawson + `}`,
		`{"ask":"krieg.belief","list":100,"tries":true,` + game + `}`, `{"ask":"krieg.belief","sample":2,"seed":7,` + game + `}`,
		`{"ask":"krieg.why","try":"Nf6",` + dawson + `}`, `{"ask":"krieg.mate",` + anderson + `}`, `{"ask":"krieg.mate",` + dawson + `}`,
		`{"ask":"krieg.mate","plies":1,` + dawson + `}`, `{"ask":"krieg.mate","plies":3,"budget":{"states":20000},` + game + `}`,
		`{"ask":"krieg.whatif","rules":"english","me":"white","try":"Bc2","plies":3,"states":["8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1"]}`,
		`{"ask":"krieg.belief","position":{"text":"ruleset berkeley\nW e2e4 yes\nB takes e4\n"}}`, `{"ask":"nonsense"}`,
	}
	got := run(t, build(t), kriegWasm, list)
	table := new(deduction.Service).Verbs()
	for i, question := range list {
		want := string(table.Ask(t.Context(), []byte(question), nil))
		if final(got[i]) != want {
			t.Errorf("%s\nwasm   %.600s\nnative %.600s", question, final(got[i]), want)
		}
	}
}

// TestSameAnswersPlay: the same for the game of Kriegspiel: what a player thinks, and how the
// referee says that the game stands.
func TestSameAnswersPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the wasm")
	}
	thinking := []api.KriegThinkQuestion{
		{Rules: "berkeley", Me: "white", Level: 1, Seed: 7, Belief: true},
		{Rules: "wild16", Me: "black", Level: 5, Seed: 9, Heard: []string{"W moved tries 0"}, Belief: true},
		{Rules: "english", Me: "white", Level: 8, Heard: []string{"W e2e4 yes", "B moved", "W any? no", "W d2d4 yes", "B moved"}, Belief: true, Teach: true},
		{Rules: "rand", Me: "white", Level: 3, Heard: []string{"W e2e5 yes"}},
	}
	games := []api.KriegGameQuestion{
		{Rules: "rand", Tries: []string{"e2e4", "d7d5", "e4d5", "d8d5"}, Reveal: true},
		{Rules: "dutch", Tries: []string{"f2f3", "e7e5", "any?", "g2g4", "d8h4"}},
		{Rules: "dutch", Tries: []string{"e2e5"}},
	}
	var thoughts, stands []string
	for _, q := range thinking {
		thoughts = append(thoughts, asked(t, "krieg.think", q))
	}
	for _, q := range games {
		stands = append(stands, asked(t, "krieg.game", q))
	}
	dir, all := build(t), slices.Concat(thoughts, stands) // each role refuses what the other answers
	for role, table := range map[string]api.Table{"player": new(seat.Service).Verbs(), "coach": new(seat.Service).Verbs(), "referee": arbiter.Verbs()} {
		for i, got := range run(t, dir, playWasm, all, role)[:len(all)] {
			want := string(table.Ask(t.Context(), []byte(all[i]), nil))
			if refused := strings.Contains(want, "unknown verb"); final(got) != want || refused != (role == "referee" == (i < len(thoughts))) {
				t.Errorf("%s: %s\nwasm   %.600s\nnative %.600s", role, all[i], final(got), want)
			}
		}
	}
}

// TestSameFaults: the engine that finds faults gives the very bytes that this one gives.
func TestSameFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the wasm")
	}
	var list, want []string
	var service isolation.Service
	for _, name := range []string{"car", "network", "board", "lift"} {
		table, err := isolation.Example(name)
		if err != nil {
			t.Fatal(err)
		}
		q := api.DiagQuestion{Table: table, Budget: api.DiagBudget{Nodes: 5000}}
		list = append(list, asked(t, "diag.next", q), asked(t, "diag.solve", q), asked(t, "diag.check", q))
		want = append(want, answered(service.Next(t.Context(), q)), answered(service.Solve(t.Context(), q)), answered(service.Check(t.Context(), q)))
	}
	for _, name := range []string{"fan", "printer"} {
		table, err := isolation.Example(name)
		if err != nil {
			t.Fatal(err)
		}
		q := api.DiagAdviceQuestion{Table: table, Budget: api.DiagBudget{Nodes: 30_000}}
		list = append(list, asked(t, "diag.advise", q), asked(t, "diag.table", api.DiagTableQuestion{Table: table}))
		want = append(want, answered(service.Advise(t.Context(), q, nil)), answered(service.Contents(t.Context(), api.DiagTableQuestion{Table: table})))
	}
	for i, got := range run(t, build(t), diagWasm, list)[:len(list)] {
		if final(got) != want[i] {
			t.Errorf("%s\nwasm   %.600s\nnative %.600s", list[i], final(got), want[i])
		}
	}
}

// asked is a question as a page sends it.
func asked(t *testing.T, kind string, q any) string {
	t.Helper()
	raw, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return `{"ask":"` + kind + `",` + string(raw[1:])
}

// answered is an answer, or the problem, as a page reads it.
func answered(doc any, err error) string {
	if err != nil {
		doc = api.ProblemOf(err)
	}
	return string(api.Encode(doc))
}

// TestStreamAndStop: risks come first, bounds follow, and a question can be withdrawn while
// the engine computes.
func TestStreamAndStop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the wasm")
	}
	dir := build(t)
	hard := `"position":{"text":"5x5/7\n1....\n.....\n.....\n.....\n.....\n"},"budget":{"max_layouts":300000,"time_ms":20000}`
	out := run(t, dir, minesWasm, []string{
		`{"ask":"mines.analysis","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`,
		`{"ask":"mines.analysis","stop_ms":300,` + hard + `}`,
		`{"ask":"mines.check","position":{"text":"1x1/0\n0\n"}}`,
	})
	if first, _, _ := strings.Cut(strings.TrimSpace(out[0]), "\n"); !strings.Contains(first, `"state":"running"`) ||
		!strings.Contains(first, `"num":"165"`) || !strings.Contains(first, `"value":{"kind":"none"}`) {
		t.Errorf("the first document should have risks and no winning chances: %.300s", first)
	}
	if last := final(out[0]); !strings.Contains(last, `"value":{"kind":"exact","win":0.5742424242424242,"num":"379"}`) {
		t.Errorf("the last document: %.300s", last)
	}
	if last := final(out[1]); !strings.Contains(last, `"type":"cancelled"`) {
		t.Errorf("the question was not withdrawn: %.300s", last)
	}
	if last := final(out[2]); !strings.Contains(last, `"solved":true`) {
		t.Errorf("the engine does not go on after a withdrawn question: %.300s", last)
	}
}

// maxBrotli is the size budget of an engine, compressed as a server sends it. The engine of Minesweeper has
// 1,062,804 bytes since it reviews games.
const maxBrotli = 1_075_000

// TestFullSize keeps the engines small enough for a page.
func TestFullSize(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("compressing takes long: tools/nightly full")
	}
	dir := build(t)
	for _, name := range []string{minesWasm, kriegWasm, playWasm, diagWasm} {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		var small bytes.Buffer
		w := brotli.NewWriterOptions(&small, brotli.WriterOptions{Quality: 11, LGWin: 24})
		if _, err := w.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d in brotli, of at most %d", name, len(raw), small.Len(), maxBrotli)
		if small.Len() > maxBrotli {
			t.Errorf("%s takes %d bytes in brotli, more than %d", name, small.Len(), maxBrotli)
		}
	}
}
