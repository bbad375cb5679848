// SPDX-License-Identifier: BSD-3-Clause

package duel

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func recordedGames(from, games int) config {
	return config{
		board: "30x16/99", first: "zero", from: from, games: games, all: true,
		against: "testdata/hill-product-30x16-99-zero.txt",
	}
}

// formerFast is fast of 7d7d7dc, whose scores are recorded.
const formerFast = `fast {"foresight":false,"ahead":true,"within":0.88,"cells":20,"off":8}`

// TestAgainst: the former fast plays the recorded games as it was recorded to, digit by digit, and parts of
// the games add up to all of them.
func TestAgainst(t *testing.T) {
	var out bytes.Buffer
	table := filepath.Join(t.TempDir(), "hill.tsv")
	for _, from := range []int{0, 10} {
		cfg := recordedGames(from, 10)
		cfg.add = table
		if err := against(t.Context(), &out, cfg, []string{formerFast}); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(out.String(), "  10 scores equal") != 2 {
		t.Errorf("fast does not play as recorded:\n%s", out.String())
	}
	games, err := readScores(recordedGames(0, 0).against)
	if err != nil || len(games) != 200 {
		t.Fatal(len(games), err)
	}
	want := 0.0
	for game := range 20 {
		want += (games[game].fast - games[game].hill) / 20
	}
	parts, err := readParts(partsOf(table))
	if err != nil || len(parts) != 2 || math.Abs(parts[0].sum+parts[1].sum-20*want) > 1e-4 {
		t.Errorf("%v, %v: the parts should sum to %v", parts, err, 20*want)
	}
	text, err := os.ReadFile(table)
	if err != nil || strings.Count(string(text), "\n30x16/99 zero\t"+formerFast+"\t20\t") != 1 {
		t.Errorf("%v:\n%s", err, text)
	}
	cfg := recordedGames(5, 10)
	cfg.add = table
	if err := against(t.Context(), &out, cfg, []string{formerFast}); err == nil {
		t.Error("games were counted twice")
	}
}

// TestAgainstRefuses: other first clicks, two players and unknown games are refused.
func TestAgainstRefuses(t *testing.T) {
	var out bytes.Buffer
	for players, want := range map[string]string{
		`safest`: `{"start":"r4c4"}`, `fast|fast`: "want one player",
	} {
		err := against(t.Context(), &out, recordedGames(0, 1), strings.Split(players, "|"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", players, err)
		}
	}
	if err := against(t.Context(), &out, recordedGames(1000, 1), []string{formerFast}); err == nil {
		t.Error("a game that is not recorded was played")
	}
}

// TestAgainstProgram: another program is asked for guesses only, and scores with the position that
// it is shown.
func TestAgainstProgram(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
	}
	name := filepath.Join(t.TempDir(), "first.py")
	program := "import json,sys\n" +
		"for line in sys.stdin:\n" +
		"    m = json.loads(line)\n" +
		"    if m['type'] == 'start': print('{\"ready\":true}', flush=True)\n" +
		"    if m['type'] == 'move': assert m['view']; print(json.dumps({'action': m['actions'][0]}), flush=True)\n" +
		"    if m['type'] == 'end': break\n"
	if err := os.WriteFile(name, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := against(t.Context(), &out, recordedGames(0, 3), []string{"exec:python3 " + name + ` {"view":true}`}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "(n=3, ") {
		t.Error(out.String())
	}
}
