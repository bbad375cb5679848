// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/play"
)

// TestMain lets the program of the tests be an engine too: the first try that there is.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "engine" {
		speak()
		return
	}
	os.Exit(m.Run())
}

// speak is an engine that tries the first of its tries. With level 3 it ends in its second game.
func speak() {
	var own krieg.OwnView
	games := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		command, rest, _ := strings.Cut(in.Text(), " ")
		switch command {
		case "vlp":
			fmt.Println("id name first\ndomain krieg 1\nvlpok")
		case "newgame":
			games++
			own = seatOf(rest)
			if strings.Contains(rest, " level 3") && games > 1 {
				return
			}
		case "heard":
			e, err := own.ReadLine(rest)
			if err == nil {
				own, err = own.Hear(e)
			}
			if err != nil {
				fmt.Println("error heard:", err)
			}
		case "go":
			fmt.Println("info belief 0")
			fmt.Printf("besttry %v by first\n", own.Tries()[0])
		case "quit":
			return
		}
	}
}

func seatOf(game string) krieg.OwnView {
	words, fen, _ := strings.Cut(game, " fen ")
	fields := strings.Fields(words)
	rules, err := krieg.RulesNamed(fields[2])
	if err != nil {
		panic(err)
	}
	start, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	me := krieg.White
	if fields[4] == "black" {
		me = krieg.Black
	}
	return krieg.NewOwnView(rules, me, start)
}

func againstProgram(t *testing.T, access play.Access, settings string) (play.Match, play.Setup, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	rules := fmt.Sprintf(`{"ruleset":"berkeley","opponent":%q,"settings":%s,"opening":2,"plies":40}`, play.Engine+self, settings)
	return play.Domains{Games()}.MatchWith(access, play.Setup{Domain: "krieg-game", Rules: json.RawMessage(rules), Player: "heuristic"})
}

// TestEngineOpponent plays games against a program that is kept: they are the same when played again,
// and its CPU time is told apart from the player's.
func TestEngineOpponent(t *testing.T) {
	m, settled, err := againstProgram(t, play.Typed("."), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if play.Engaged(settled.Rules) == "" || !strings.Contains(string(settled.Rules), `"files":{"`) {
		t.Errorf("the rules do not tell of the program: %s", settled.Rules)
	}
	m.Clock = func() time.Duration { return 0 }
	var first [3]string
	for i := range first {
		for again := range 2 {
			rec, err := m.Play(t.Context(), 1, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, p := range rec.Plies {
				text += p.Action + " " + p.Seen + "\n"
			}
			if again == 0 {
				first[i] = text
			} else if text != first[i] {
				t.Errorf("game %d played again:\n%s\nwas\n%s", i, text, first[i])
			}
		}
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// TestEngineOpponentNeedsLeave: no document starts a program without leave, and one that names another
// program than before is refused.
func TestEngineOpponentNeedsLeave(t *testing.T) {
	_, _, err := againstProgram(t, play.Access{}, `{}`)
	if refused, ok := errors.AsType[*play.RefusedError](err); !ok || !strings.Contains(refused.Why, "--allow-exec") {
		t.Errorf("without leave: %v", err)
	}
	_, err = Games().Open(json.RawMessage(`{"opponent":"engine:veil"}`))
	if _, ok := errors.AsType[*play.RefusedError](err); !ok {
		t.Errorf("without an access: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for settings, want := range map[string]string{
		fmt.Sprintf(`{"files":{%q:"00"}}`, self): "another file",
		`{"level":-1}`:                           "level -1",
		`{"move_seconds":0}`:                     "move_seconds 0",
		`{"memory_mb":0}`:                        "memory_mb 0",
		`{"depth":3}`:                            `unknown field "depth"`,
	} {
		if _, _, err := againstProgram(t, play.Typed("."), settings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", settings, err, want)
		}
	}
}

// TestEngineOpponentEnds: a program that ends in its second game ends that game with an error that names
// it, and the next game has another process.
func TestEngineOpponentEnds(t *testing.T) {
	m, _, err := againstProgram(t, play.Typed("."), `{"level":3}`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "ended too soon", ""} {
		_, err := m.Play(t.Context(), 1, uint64(i))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("game %d: %v, want %q", i, err, want)
		}
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}
