// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package execplayer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/veilplan/veil/play"
)

// crowdMatch returns a match of a Python program that plays many episodes at a time.
func crowdMatch(t *testing.T, params string) (m play.Match, dir string) {
	t.Helper()
	dir = scripts(t)
	write(t, dir, "crowd.py", read(t, "testdata", "crowd.py"))
	m, _ = match(t, dir, play.Setup{Domain: "tiger", Rules: json.RawMessage(`{"horizon":8}`), Player: "exec:python3 crowd.py", Params: json.RawMessage(params)})
	if m.Close == nil || m.Fresh == nil || m.Batch == 0 {
		t.Fatal("a player with a batch has no Close, Fresh or Batch")
	}
	return m, dir
}

// together plays the episodes in [first, end) at once, and returns those that failed.
func together(t *testing.T, m play.Match, first, end uint64) (records []play.Record, failed map[uint64]error) {
	t.Helper()
	records, failed = make([]play.Record, end-first), map[uint64]error{}
	var all sync.WaitGroup
	var mu sync.Mutex
	for i := range records {
		all.Go(func() {
			r, err := m.Play(t.Context(), 1, first+uint64(i))
			mu.Lock()
			defer mu.Unlock()
			if records[i] = r; err != nil {
				failed[first+uint64(i)] = err
			}
		})
	}
	all.Wait()
	return records, failed
}

func sizes(t *testing.T, dir string) (list []int) {
	t.Helper()
	for _, text := range lines(t, dir, "sizes") {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

// TestCrowd: one process plays many episodes in few messages, and decides as the player in Go does.
func TestCrowd(t *testing.T) {
	const episodes = 200
	m, dir := crowdMatch(t, `{"persistent":true,"batch":256}`)
	ours, _ := match(t, dir, play.Setup{Domain: "tiger", Rules: json.RawMessage(`{"horizon":8}`), Player: "listener"})
	for round := range uint64(2) {
		got, failed := together(t, m, round*episodes, (round+1)*episodes)
		if len(failed) > 0 {
			t.Fatal(failed)
		}
		want, _ := together(t, ours, round*episodes, (round+1)*episodes)
		for i := range got {
			if said(got[i]) != said(want[i]) {
				t.Errorf("episode %d\n%s\n%s", i, said(got[i]), said(want[i]))
			}
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	pids, asked := lines(t, dir, "pids"), sizes(t, dir)
	ended(t, pids)
	if len(pids) != 1 || slices.Max(asked) < episodes/2 || len(asked) > 28 {
		t.Errorf("%d processes, %d messages for %d episodes of 8 moves, the largest about %d", len(pids), len(asked), 2*episodes, slices.Max(asked))
	}
}

// TestCrowdRestart: no process has more episodes at a time than its batch, nor more in all than restart
// says.
func TestCrowdRestart(t *testing.T) {
	m, dir := crowdMatch(t, `{"persistent":true,"batch":4,"restart":10}`)
	if _, failed := together(t, m, 0, 20); len(failed) > 0 {
		t.Fatal(failed)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	pids := lines(t, dir, "pids")
	ended(t, pids)
	if most := slices.Max(sizes(t, dir)); len(pids) < 2 || most > 4 {
		t.Errorf("%d processes, up to %d episodes in a message", len(pids), most)
	}
}

// TestCrowdFails: what goes wrong costs the episodes of its message, is said in their error, and later
// episodes have another process. An impossible action costs one episode.
func TestCrowdFails(t *testing.T) {
	for name, c := range map[string]struct {
		settings, says string
		most           int
	}{
		"dies":  {`{"die":3}`, "exit status 7", 8},
		"short": {`{"short":true}`, " moves for ", 8},
		"wild":  {`{"wild":2}`, `chose "sleep"`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			m, dir := crowdMatch(t, fmt.Sprintf(`{"persistent":true,"batch":8,"settings":%s}`, c.settings))
			_, failed := together(t, m, 0, 8)
			if len(failed) == 0 || len(failed) > c.most {
				t.Errorf("%d episodes failed", len(failed))
			}
			for _, err := range failed {
				if !strings.Contains(err.Error(), c.says) {
					t.Error(err)
				}
			}
			later := m
			later.Player = m.Fresh
			_, failed = together(t, later, 0, 1)
			if (len(failed) > 0) != (name != "wild") {
				t.Errorf("a fresh process: %v", failed)
			}
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
			ended(t, lines(t, dir, "pids"))
		})
	}
}
