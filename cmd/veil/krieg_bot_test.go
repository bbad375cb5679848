// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/cmd/veil/internal/bot/bottest"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/krieg"
)

// TestBotKilled kills the bot many times in mid-game, without any warning, while the
// network fails too: it goes on, and no try is made twice, out of turn or lost.
func TestBotKilled(t *testing.T) {
	kills, faults := testsize.Of(4, 8, 20), testsize.Of(10, 20, 50)
	// On a busy machine a bot makes many more tries than three before it is killed, so games are long.
	site := bottest.New(bottest.Config{Rules: krieg.Rulesets()[:6], Games: 6, Moves: 2 + 6*kills, Seed: 3, Faults: faults, Rate: 0.2})
	server := httptest.NewServer(site)
	defer server.Close()
	start := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "veil", "krieg", "bot", "--url", server.URL, "--once",
			"--level", "1", "--poll", "5ms", "--pause", "1ms", "--games", "6")
		cmd.Env = append(os.Environ(), tokenVariable+"="+bottest.Token)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range kills {
		before := site.Report().Tries
		cmd := start()
		testsize.Await(t, "the bot makes tries", func() bool { return site.Report().Tries >= before+3 })
		time.Sleep(time.Duration(r.IntN(20)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
	}
	if got := site.Report(); got.Over == got.Games {
		t.Errorf("the games were over before the last kill")
	}
	if err := start().Wait(); err != nil {
		t.Fatal(err)
	}
	got := site.Report()
	if got.Over != got.Games || got.Nonsense > 0 || got.OutOfTurn > 0 || len(got.Unfair) > 0 || len(got.Problems) > 0 {
		t.Errorf("not clean: %+v", got)
	}
	t.Logf("%d kills, %d faults: %d games, %d moves in %d tries", kills, got.Failed(), got.Games, got.Moves, got.Tries)
}

func TestBotToken(t *testing.T) {
	got := try(testEnv(t.TempDir(), "krieg", "bot"))
	if got.code != 2 || !strings.Contains(got.errors, tokenVariable) {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
}
