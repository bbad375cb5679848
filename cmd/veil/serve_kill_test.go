// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web/webtest"
)

// TestServeKilled: a server is killed and started again while clients ask. Whoever asks again
// under the same key gets one answer, the same before and after every crash: under a budget
// of nodes answers are functions of the question.
func TestServeKilled(t *testing.T) {
	clients, kills := 6, 2
	if full() {
		clients, kills = 40, 10
	}
	var current atomic.Pointer[server]
	current.Store(serve(t, "--rate", "10000", "--burst", "10000", "--per-client", "1000"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	var answers, retries, repeats atomic.Int64
	for i := range clients {
		all.Go(func() {
			r := rand.New(rand.NewPCG(6, uint64(i)))
			for n := 0; ctx.Err() == nil; n++ {
				key := fmt.Sprintf("client %d question %d", i, n)
				path, ask, same := killQuestion(r)
				first := persist(ctx, &current, path, ask, key, &retries)
				again := persist(ctx, &current, path, ask, key, &retries) // maybe of another server
				if ctx.Err() != nil {
					return
				}
				answers.Add(1)
				if a, b := same(t, first), same(t, again); a != b {
					t.Errorf("%s: %.300s, then %.300s", key, a, b)
					return
				}
				if first == again {
					repeats.Add(1)
				}
			}
		})
	}
	// Every server lives for a while, and until enough was answered, however busy the machine is.
	live := func(few int64) {
		wait(ctx, 700*time.Millisecond)
		testsize.Await(t, "enough answers", func() bool { return answers.Load() >= few })
	}
	for i := range kills {
		live(int64(clients * (i + 1) / (kills + 1)))
		current.Load().kill() // SIGKILL
		current.Store(serve(t, "--rate", "10000", "--burst", "10000", "--per-client", "1000"))
	}
	live(int64(clients))
	cancel()
	all.Wait()
	t.Logf("%d kills: %d questions asked twice, %d the same to the byte, %d retries", kills, answers.Load(), repeats.Load(), retries.Load())
	if answers.Load() < int64(clients) || retries.Load() == 0 || repeats.Load() == 0 {
		t.Errorf("%d answers, %d retries, %d repeats", answers.Load(), retries.Load(), repeats.Load())
	}
}

// killQuestion asks for an analysis or a proof. Two answers are the same if same makes them so.
func killQuestion(r *rand.Rand) (path, ask string, same func(*testing.T, string) string) {
	if r.IntN(2) == 0 {
		return "/v1/krieg/proofs", webtest.KriegQuestion(webtest.LongMate, fmt.Sprintf(`,"budget":{"states":%d},"wait_ms":20000`, 20_000+r.IntN(60_000))),
			func(_ *testing.T, text string) string { return text }
	}
	return "/v1/mines/analyses", webtest.Question(webtest.Dear, fmt.Sprintf(`,"budget":{"nodes":%d},"wait_ms":20000`, 1000+r.IntN(2000))), sameAnalysis
}

// persist asks until there is an answer.
func persist(ctx context.Context, current *atomic.Pointer[server], path, ask, key string, retries *atomic.Int64) string {
	for ctx.Err() == nil {
		status, text, _, err := current.Load().Try(ctx, "POST", path, ask, "Idempotency-Key", key)
		if err == nil && status == 200 && strings.HasPrefix(text, `{"schema":`) && !strings.Contains(text, `"veil.problem/1"`) {
			return text
		}
		retries.Add(1)
		wait(ctx, 20*time.Millisecond)
	}
	return ""
}
