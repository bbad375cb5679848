// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/testsize"
)

func TestProblemDocument(t *testing.T) {
	got := try(testEnv(t.TempDir(), "mines", "solve", "--json", "missing.txt"))
	var doc struct {
		Schema, Type, Title string
		Exit                int
	}
	if err := json.Unmarshal([]byte(got.out), &doc); err != nil {
		t.Fatalf("%v in %q", err, got.out)
	}
	if got.code != 2 || doc.Exit != 2 || doc.Schema != "veil.problem/1" || doc.Type != "file" || doc.Title == "" {
		t.Errorf("exit %d, document %+v", got.code, doc)
	}
}

// ask runs a verb on a text from standard input.
func ask(text string, args ...string) result {
	e := testEnv("", append([]string{"mines"}, args...)...)
	e.Stdin = strings.NewReader(text)
	return try(e)
}

// boards draws positions of many kinds in the hand form.
func boards(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, size := range []string{"5x5/5", "9x9/10", "8x8/18", "16x16/40"} {
		seeds := testsize.Of(3, 6, 6)
		if size == "16x16/40" { // these take the time
			seeds = testsize.Of(0, 2, 6)
		}
		for seed := range seeds {
			got := ask("", "gen", size, "--seed", fmt.Sprint(seed), "--to", "hand")
			if got.code != 0 {
				t.Fatal(got.errors)
			}
			list = append(list, got.out)
		}
	}
	return list
}

// TestHintLadder: level 1 names no cell, level 2 no hidden one, level 4 names one that
// is certainly safe or, where check says that a guess is forced, the best guess.
func TestHintLadder(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`r\d+c\d+`)
	ladders := 0
	for _, board := range boards(t) {
		var analysis api.MinesAnalysis
		if err := json.Unmarshal([]byte(ask(board, "solve", "--json", "--games", "0").out), &analysis); err != nil {
			t.Fatal(err)
		}
		nudge, region, answer := ask(board, "hint", "-q"), ask(board, "hint", "-q", "--level", "2"), ask(board, "hint", "-q", "--level", "4")
		if ask(board, "check").code == 1 {
			best, ok := strings.CutPrefix(answer.out, nudge.out+"Open ")
			if !strings.Contains(nudge.out, "a guess is forced") || !ok || !strings.Contains(best, "it wins") {
				t.Errorf("%s\n%s%s", board, nudge.out, answer.out)
			}
			continue
		}
		ladders++
		if nudge.code != 0 || name.MatchString(nudge.out) {
			t.Errorf("level 1: %s\n%s", nudge.out, board)
		}
		for _, m := range analysis.Moves {
			if regexp.MustCompile(`\b` + m.Cell + `\b`).MatchString(region.out) {
				t.Errorf("level 2 names the hidden cell %s: %s\n%s", m.Cell, region.out, board)
			}
		}
		if cell := name.FindString(answer.out); !strings.Contains(strings.Join(analysis.Safe, " ")+" ", cell+" ") {
			t.Errorf("level 4: %s\n%s", answer.out, board)
		}
	}
	if ladders < testsize.Of(1, 4, 5) {
		t.Errorf("only %d boards had a hint", ladders)
	}
}

// TestFlagsChangeNothing: flags are opinions, so every answer stays the same.
func TestFlagsChangeNothing(t *testing.T) {
	wrong := regexp.MustCompile(`"wrong_flags":\[[^]]*\],`)
	for _, board := range boards(t) {
		header, grid, _ := strings.Cut(board, "\n")
		flagged := header + "\n" + strings.ReplaceAll(grid, ".", "F")
		limits := []string{"solve", "--json", "--nodes", "5000", "--games", "40"} // by work, not by time
		plain, with := ask(board, limits...), ask(flagged, limits...)
		if plain.code != with.code || plain.out != wrong.ReplaceAllString(with.out, "") {
			t.Errorf("flags changed the answer:\n%s", flagged)
		}
	}
}

// TestEveryCertainCellHasAReason asks why for all certain cells of many boards, in all
// forms of output.
func TestEveryCertainCellHasAReason(t *testing.T) {
	for _, board := range boards(t) {
		var analysis api.MinesAnalysis
		if err := json.Unmarshal([]byte(ask(board, "solve", "--json", "--games", "0").out), &analysis); err != nil {
			t.Fatal(err)
		}
		cells := append(analysis.Safe, analysis.Certain...)
		if len(cells) == 0 {
			continue
		}
		got := ask(board, "why", "--json", strings.Join(cells, ","))
		var doc api.MinesExplanation
		if err := json.Unmarshal([]byte(got.out), &doc); err != nil || got.code != 0 {
			t.Fatalf("%v, exit %d: %s", err, got.code, got.errors)
		}
		for _, c := range doc.Cells {
			if c.Certain == "" || len(c.Sentences) == 0 || len(c.Numbers) == 0 && !c.Count {
				t.Errorf("no reason: %+v\n%s", c, board)
			}
		}
	}
}
