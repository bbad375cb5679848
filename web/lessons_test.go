// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// lesson is a position to train on, and how hard it is.
type lesson struct {
	// Topic: two, three, more (numbers that prove a cell safe), count (the number of mines is
	// needed too), equal (moves of lowest risk differ) or better (none of them is best).
	Topic string `json:"topic"`
	Code  string `json:"code"`
	// Measure is the numbers of the shortest proof of a safe cell, or by how many points of
	// winning chance the best move beats the worst one of lowest risk.
	Measure float64 `json:"measure"`
}

// perTopic is how many positions a topic has.
const perTopic = 12

var topics = []string{"two", "three", "more", "count", "equal", "better"}

// grade says what a position teaches; topic is "" if it is nothing.
func grade(t *testing.T, v mines.View) (lesson, mines.Cell) {
	t.Helper()
	service := &analysis.Service{}
	input := api.Input{Text: analysis.HandForm(v)}
	budget := api.Budget{Nodes: 100_000, MaxLayouts: 2000, Games: new(int)}
	a, err := service.Analyse(t.Context(), api.MinesAnalyseQuestion{Position: input, Budget: budget}, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := lesson{Code: v.Code()}
	if len(a.Safe) > 0 {
		return graded(t, service, v, l, input, a.Safe)
	}
	if a.Solved || a.Value.Kind != "exact" {
		return l, -1
	}
	l.Topic, l.Measure = guess(a)
	return l, cellOf(t, v, a.Best[0])
}

// graded measures the shortest proof that a cell is safe.
func graded(t *testing.T, service *analysis.Service, v mines.View, l lesson, input api.Input, safe []string) (lesson, mines.Cell) {
	t.Helper()
	e, err := service.Explain(t.Context(), api.MinesExplainQuestion{Position: input, Cells: safe[:min(16, len(safe))], Budget: api.Budget{Games: new(int), MaxLayouts: 1}})
	if err != nil {
		t.Fatal(err)
	}
	hard := func(s api.MinesStory) int {
		n := len(s.Numbers)
		if s.Count {
			n += 100
		}
		return n
	}
	easy := slices.MinFunc(e.Cells, func(a, b api.MinesStory) int { return hard(a) - hard(b) })
	l.Measure = float64(len(easy.Numbers))
	switch {
	case easy.Count:
		l.Topic = "count"
	case l.Measure > 3:
		l.Topic = "more"
	case l.Measure == 3:
		l.Topic = "three"
	default:
		l.Topic = "two"
	}
	return l, cellOf(t, v, easy.Cell)
}

// guess tells positions apart in which risk alone misleads.
func guess(a *api.MinesAnalysis) (topic string, gap float64) {
	risk := func(m api.MinesMove) float64 { return m.Risk.P }
	lowest := risk(slices.MinFunc(a.Moves, func(x, y api.MinesMove) int { return cmp.Compare(risk(x), risk(y)) }))
	best, worst := math.Inf(-1), math.Inf(1)
	for _, m := range a.Moves {
		if risk(m) == lowest {
			best, worst = max(best, *m.Win.Win), min(worst, *m.Win.Win)
		}
	}
	top := *a.Value.Win
	gap = math.Round(1e4*(top-worst)) / 100
	switch {
	case gap < 0.5:
		return "", gap
	case best < top-0.005:
		return "better", math.Round(1e4*(top-best)) / 100
	case best == top:
		return "equal", gap
	}
	return "", gap
}

func cellOf(t *testing.T, v mines.View, name string) mines.Cell {
	t.Helper()
	c, err := v.ParseCell(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lessons plays games, the easiest safe cell first and else the best move, until every topic
// has its positions.
func lessons(t *testing.T) []lesson {
	t.Helper()
	found := map[string][]lesson{}
	boards := []mines.Rules{
		{Width: 8, Height: 8, Mines: 11, First: mines.Zero},
		{Width: 5, Height: 4, Mines: 5, First: mines.Safe},
		{Width: 7, Height: 7, Mines: 9, First: mines.Zero},
		{Width: 5, Height: 5, Mines: 6, First: mines.Safe},
	}
	for seed := uint64(1); !full(found); seed++ {
		taken := map[string]bool{}
		game, err := mines.NewGame(boards[int(seed)%len(boards)], seed)
		if err != nil {
			t.Fatal(err)
		}
		for next := mines.Cell(0); game.Play(mines.Move{Kind: mines.MoveOpen, Cell: next}) == nil && game.Status() == veil.Open; {
			l, cell := grade(t, game.View())
			if l.Topic != "" && !taken[l.Topic] && len(found[l.Topic]) < perTopic {
				found[l.Topic] = append(found[l.Topic], l)
				taken[l.Topic] = true // one game has many that are alike
			}
			if cell < 0 {
				break
			}
			next = cell
		}
	}
	var all []lesson
	for _, topic := range topics {
		list := found[topic]
		slices.SortStableFunc(list, func(a, b lesson) int {
			if topic == "equal" || topic == "better" { // the smaller the difference, the harder
				return cmp.Compare(b.Measure, a.Measure)
			}
			return cmp.Compare(a.Measure, b.Measure)
		})
		all = append(all, list...)
	}
	return all
}

func full(found map[string][]lesson) bool {
	return !slices.ContainsFunc(topics, func(topic string) bool { return len(found[topic]) < perTopic })
}

// TestLessons: every position that the page trains on teaches what it is said to teach, as hard
// as it is said to be. UPDATE=1 finds them anew.
func TestLessons(t *testing.T) {
	file := filepath.Join("page", "mines", "train", "lessons.json")
	if os.Getenv("UPDATE") != "" {
		var out bytes.Buffer
		out.WriteString("[\n")
		for i, l := range lessons(t) {
			line, err := json.Marshal(l)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				out.WriteString(",\n")
			}
			fmt.Fprintf(&out, " %s", line)
		}
		out.WriteString("\n]\n")
		if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []lesson
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, l := range list {
		count[l.Topic]++
		v, err := mines.ParseCode(l.Code)
		if err != nil {
			t.Fatal(l.Code, err)
		}
		if got, _ := grade(t, v); got != l {
			t.Errorf("%s is %v", l.Code, got)
		}
	}
	for _, topic := range topics {
		if count[topic] != perTopic {
			t.Errorf("%d positions of %s", count[topic], topic)
		}
	}
}
