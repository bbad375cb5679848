// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
)

// batchLimits keep a search to work that is counted, not timed.
const batchLimits = "--nodes 5000 --max-layouts 300 --games 0"

// mixedPositions returns positions of all kinds, as boards that people type: fresh, amid
// the game, and nearly done.
func mixedPositions(t *testing.T, n int) []string {
	t.Helper()
	var list []string
	for seed := uint64(0); len(list) < n; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		rules, err := mines.ParseSize([]string{"5x5/5", "9x9/10", "8x8/12", "16x16/40", "30x16/99"}[seed%5])
		if err != nil {
			t.Fatal(err)
		}
		game, err := mines.NewGame(rules, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(mines.Move{Cell: mines.Cell(r.IntN(rules.Cells()))}); err != nil {
			t.Fatal(err)
		}
		openSome(t, game, r)
		text, err := notation.WriteFormat(notation.FormatHand, notation.Document{View: game.View()}, notation.WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	return list
}

// openSome opens a share of the safe cells.
func openSome(t *testing.T, game *mines.Game, r *rand.Rand) {
	t.Helper()
	layout, share := game.Layout(), r.Float64()
	for i, mine := range layout {
		if mine || !game.View().Marks[i].IsHidden() || r.Float64() > share {
			continue
		}
		if err := game.Play(mines.Move{Cell: mines.Cell(i)}); err != nil {
			t.Fatal(err)
		}
	}
}

// asJSON writes a position as a question on one line.
func asJSON(t *testing.T, position string) string {
	t.Helper()
	text, err := json.Marshal(map[string]string{"position": position})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestBatch: the answers are those of single calls, in the order of the questions, and a bad
// question is answered in its place.
func TestBatch(t *testing.T) {
	mixed := append([]string{"2x1/1\n31\n", "3x1/1\n.9.\n", "3x1/1\n...\n"}, mixedPositions(t, 40)...)
	for verb, n := range map[string]int{"solve " + batchLimits: 43, "check": 43, "hint --level 4": 11, "why r1c1 " + batchLimits: 43} {
		boards := mixed[:n]
		var input strings.Builder
		var want []string
		worst := 0
		for i, board := range boards {
			if i%2 == 0 {
				input.WriteString(asJSON(t, board) + "\n")
			} else {
				input.WriteString(board + "\n")
			}
			single := ask(board, append(strings.Fields(verb), "--json")...)
			want = append(want, single.out)
			if single.code == 2 {
				worst = 2
			}
		}
		got := ask(input.String(), append(strings.Fields(verb), "--batch")...)
		lines := slices.Collect(strings.Lines(got.out))
		if len(lines) != len(boards) || worst != 2 || got.code != worst {
			t.Fatalf("%s: exit %d, %d answers to %d questions: %s", verb, got.code, len(lines), len(boards), got.errors)
		}
		for i, line := range lines {
			alone, ok := strings.CutSuffix(line, fmt.Sprintf(",\"question\":%d}\n", i+1))
			if !ok {
				t.Errorf("%s: question %d has no number: %.300s", verb, i, line)
			}
			if alone+"}\n" != want[i] && want[i] != "" && !strings.Contains(line, "veil.problem") { // a spent budget prints no document alone
				t.Errorf("%s: question %d:\ngot  %.300s\nwant %.300s", verb, i, line, want[i])
			}
		}
	}
}

// TestBatchInput: what separates questions.
func TestBatchInput(t *testing.T) {
	for input, want := range map[string][]string{
		"":                                {},
		"\n\n":                            {},
		"3x1/1\n...":                      {"3x1/1\n...\n"},
		"3x1/1\n...\n\n\n2x1/1\r\n..\r\n": {"3x1/1\n...\n", "2x1/1\n..\n"},
		"{\"a\":1}\n{}\n\n?a=b\n1.\n":     {`{"a":1}`, "{}", "?a=b", "1.\n"},
		"1.\n{\n":                         {"1.\n{\n"},
	} {
		got := []string{}
		for q := range questionsIn(strings.NewReader(input)) {
			got = append(got, string(q.text))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", input, got, want)
		}
	}
	long := strings.Repeat(".", notation.MaxText+100_000)
	for q := range questionsIn(strings.NewReader(long + "\n\n1.\n")) {
		if len(q.text) > notation.MaxText+bufferSize+1 {
			t.Errorf("a question of %d bytes is kept", len(q.text))
		}
	}
	if got := ask("", "solve", "--batch", "--plain"); got.code != 2 {
		t.Errorf("%+v", got)
	}
}

// TestBatchPlaces: an answer has the number of its question, and a problem the line of the file.
func TestBatchPlaces(t *testing.T) {
	got := ask("3x1/1\n...\n\n\n2x1/1\n.9\n\n{\"position\":\"2x1/1\\n.9\\n\"}\n", "check", "--batch")
	lines := slices.Collect(strings.Lines(got.out))
	if len(lines) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range [][]string{
		{`"question":1}`}, {`"title":"standard input: line 6, column 2: `, `"line":6,`, `"question":2}`}, {`"title":"standard input: line 2, column 2: `, `"line":8,`, `"question":3}`},
	} {
		for _, part := range want {
			if !strings.Contains(lines[i], part) {
				t.Errorf("answer %d: %s has no %s", i+1, lines[i], part)
			}
		}
	}
}

// TestRisksOnly: risks without winning chances, and the risks are the same.
func TestRisksOnly(t *testing.T) {
	const board = "4x4/4\n1...\n....\n....\n....\n"
	few, all := ask(board, "solve", "--json", "--risks-only"), ask(board, "solve", "--json")
	if few.code != 0 || strings.Contains(few.out, `"kind":"exact"`) || !strings.Contains(all.out, `"kind":"exact"`) {
		t.Errorf("%+v", few)
	}
	if strings.Count(few.out, `"risk":{"p":0.25,`) != strings.Count(all.out, `"risk":{"p":0.25,`) {
		t.Errorf("other risks: %s", few.out)
	}
	if text := ask(board, "solve", "--risks-only"); text.code != 0 || strings.Contains(text.out, "57.4") {
		t.Errorf("%+v", text)
	}
}

// bufferSize is what a reader reads at a time.
const bufferSize = 4096

// TestBatchFailures: a batch ends with the worst code of its answers, and a panic is one of
// them.
func TestBatchFailures(t *testing.T) {
	for input, want := range map[string]int{
		"4x4/4\n1...\n....\n....\n....\n": 0,
		"2x1/1\n31\n":                     3,
		"2x1/1\n31\n\n9\n":                2,
		"{\"position\":3}\n":              2,
		"{\"position\":\"1.\",\"x\":1}\n": 2,
	} {
		if got := ask(input, "check", "--batch"); got.code != want {
			t.Errorf("%q: exit %d, want %d: %s", input, got.code, want, got.out)
		}
	}
	e := testEnv(t.TempDir())
	a := &app{&frame.App{Env: e}}
	ans := a.answerOne(t.Context(), boardFlags{mines: mines.UnknownMines}, []byte("1."), asked{}, func(context.Context, *app, asked) (frame.Printable, error) { panic("planted") })
	if ans.code != frame.ExitInternal || !strings.Contains(string(ans.document), "planted") {
		t.Errorf("%d %s", ans.code, ans.document)
	}
}

// TestBatchThroughput: a batch costs at most a twentieth more CPU time than a bare loop over
// the same positions, and holds only a window of them. The full size takes minutes.
func TestBatchThroughput(t *testing.T) {
	n := testsize.Of(40, 500, 10_000)
	boards := mixedPositions(t, n)
	var input bytes.Buffer
	for _, board := range boards {
		input.WriteString(asJSON(t, board) + "\n")
	}
	limit := 0.95
	if n < 10_000 { // a second of work is measured less well than ten, beside other tests
		limit = 0.6
	}
	bare, batch := 1e9, 1e9
	for round := range 8 { // the least of some: others use this machine too
		bare = min(bare, cpuSeconds(func() { bareLoop(t, boards) }))
		batch = min(batch, cpuSeconds(func() {
			e := testEnv("", strings.Fields("mines solve --batch "+batchLimits)...)
			e.Stdin, e.Stdout, e.Stderr = bytes.NewReader(input.Bytes()), io.Discard, io.Discard
			if code := run(t.Context(), e); code != 0 {
				t.Errorf("exit %d", code)
			}
		}))
		if n < 500 || n > 1000 || round >= 2 && bare/batch >= limit {
			break
		}
	}
	peak := "" // of this process, all tests included
	if n > 1000 {
		peak = fmt.Sprintf(", peak memory %d MB", rusage.Peak()>>20)
	}
	t.Logf("%d positions: bare loop %.2f s CPU, batch on %d cores %.2f s CPU, ratio %.3f%s", n, bare, runtime.GOMAXPROCS(0), batch, bare/batch, peak)
	if n >= 500 && bare/batch < limit {
		t.Errorf("throughput is %.3f of a bare loop", bare/batch)
	}
}

// cpuSeconds returns the CPU time that f takes.
func cpuSeconds(f func()) float64 {
	debug.FreeOSMemory()
	start := rusage.CPU()
	f()
	return (rusage.CPU() - start).Seconds()
}

// bareLoop answers the same questions one after the other, without a command around it.
func bareLoop(t *testing.T, boards []string) {
	t.Helper()
	service := &analysis.Service{Engine: "veil"}
	for _, board := range boards {
		q := api.MinesAnalyseQuestion{Position: api.Input{Text: board}, Budget: api.Budget{Nodes: 5000, MaxLayouts: 300, Games: new(0)}}
		doc, err := service.Analyse(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		api.Encode(doc)
	}
}

// FuzzBatch: every question of any stream gets one document on one line.
func FuzzBatch(f *testing.F) {
	f.Add([]byte("4x4/4\n1...\n....\n....\n....\n\n{\"position\":\"1.\",\"cells\":[\"r1c1\"]}\n?analysis=adacaaabbW\n"))
	f.Add([]byte("{\"position\":{\"schema\":\"mines.position/1\",\"width\":2,\"height\":1}}\n{\n\n###\n1#\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 2000 {
			return
		}
		want := 0
		for range questionsIn(bytes.NewReader(text)) {
			want++
		}
		a := &app{&frame.App{Env: testEnv(t.TempDir())}}
		for q := range questionsIn(bytes.NewReader(text)) {
			ans := a.answerOne(t.Context(), boardFlags{mines: mines.UnknownMines, memory: 1 << 20}, q.text, asked{}, checkBoard)
			ans.document = withNumber(ans.document, q)
			if !json.Valid(ans.document) || bytes.ContainsRune(ans.document, '\n') {
				t.Errorf("%q: %q", q.text, ans.document)
			}
			want--
		}
		if want != 0 {
			t.Errorf("%d questions were not answered", want)
		}
	})
}
