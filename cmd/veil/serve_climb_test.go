// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/web/webtest"
)

// hill is a request, made of numbers that can be varied.
type hill struct {
	path                    string
	width, height, mines    int
	seed                    uint64
	open                    int // percent of the cells that show a number
	letters                 int // which numbers
	layouts, nodes, timeMS  int
	quiet                   int // moves of a game of Kriegspiel
	plies, sample, maxBoard int
	cost                    float64 // seconds of CPU
}

// dearPaths are where dear requests go.
func dearPaths() []string {
	return []string{
		"/v1/mines/analyses", "/v1/mines/explanations", "/v1/mines/hints", "/v1/mines/checks", "/v1/mines/boards", "/v1/mines/reviews",
		"/v1/krieg/beliefs", "/v1/krieg/proofs", "/v1/krieg/explanations",
	}
}

// body writes the request.
func (d *hill) body() string {
	budget := fmt.Sprintf(`,"budget":{"max_layouts":%d,"nodes":%d,"time_ms":%d}`, d.layouts, d.nodes, d.timeMS)
	switch {
	case strings.Contains(d.path, "krieg"):
		return d.kriegBody()
	case strings.HasSuffix(d.path, "boards"):
		return fmt.Sprintf(`{"size":"%dx%d/%d","no_guess":true,"seed":"%d"}`, d.width, d.height, d.mines, d.seed)
	case strings.HasSuffix(d.path, "analyses"):
		return webtest.Question(d.board(), budget, `,"wait_ms":30000`)
	case strings.HasSuffix(d.path, "explanations"):
		return webtest.Question(d.board(), budget, `,"cells":["r1c1","r1c2"]`)
	default:
		return webtest.Question(d.board())
	}
}

func (d *hill) kriegBody() string {
	text := "ruleset " + []string{"berkeley", "wild16", "english", "rand"}[d.seed%4] + "\n" + strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", d.quiet)
	switch {
	case strings.HasSuffix(d.path, "proofs"):
		return webtest.KriegQuestion(webtest.LongMate, fmt.Sprintf(`,"plies":%d,"budget":{"time_ms":%d,"states":%d},"wait_ms":30000`, d.plies, d.timeMS, d.nodes))
	case strings.HasSuffix(d.path, "explanations"):
		return webtest.KriegQuestion(text, `,"try":"e4"`)
	default:
		return webtest.KriegQuestion(text, fmt.Sprintf(`,"tries":%v,"sample":%d,"max_boards":%d`, d.plies%2 == 0, d.sample, d.maxBoard))
	}
}

// board draws a position in which some cells show numbers.
func (d *hill) board() string {
	r := rand.New(rand.NewPCG(d.seed, 3))
	shown := []string{"1", "12", "0112", "123", "1223"}[d.letters%5]
	var text strings.Builder
	fmt.Fprintf(&text, "%dx%d/%d\n", d.width, d.height, min(d.mines, d.width*d.height))
	for range d.height {
		for range d.width {
			if r.IntN(100) < d.open {
				text.WriteByte(shown[r.IntN(len(shown))])
			} else {
				text.WriteByte('.')
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// vary changes some of the numbers a little, or one of them wholly.
func (d hill) vary(r *rand.Rand) hill {
	step := func(n, least, most int) int {
		if r.IntN(8) == 0 {
			n = least + r.IntN(most-least+1)
		} else if r.IntN(3) == 0 {
			n += r.IntN(2*max(1, n/4)+1) - max(1, n/4)
		}
		return min(max(n, least), most)
	}
	d.width, d.height = step(d.width, 1, 200), step(d.height, 1, 200)
	d.mines, d.open, d.letters = step(d.mines, 1, 8000), step(d.open, 0, 60), step(d.letters, 0, 4)
	d.layouts, d.nodes, d.timeMS = step(d.layouts, 0, 1<<30), step(d.nodes, 0, 1<<30), step(d.timeMS, 0, 1<<20)
	d.quiet, d.plies, d.sample, d.maxBoard = step(d.quiet, 0, 20), step(d.plies, 0, 99), step(d.sample, 0, 1000), step(d.maxBoard, 0, 100_000)
	if r.IntN(3) == 0 {
		d.seed = r.Uint64()
	}
	return d
}

// climb searches for requests within the limits that cost most CPU: from a seed, one hill for
// each path. It returns the worst of each.
func climb(t *testing.T, lasts time.Duration) []dearRequest {
	t.Helper()
	s := serve(t, "--time", "5s", "--memory", "128MB", "--rate", "100000", "--burst", "100000")
	r := rand.New(rand.NewPCG(12, 1))
	var hills []hill
	for _, path := range dearPaths() {
		hills = append(hills, hill{path: path, width: 16, height: 16, mines: 40, open: 20, layouts: 100_000, timeMS: 1000, quiet: 3, plies: 5, sample: 10, maxBoard: 1000})
	}
	tried := 0
	for start := time.Now(); time.Since(start) < lasts || tried < len(hills); tried++ {
		d := &hills[tried%len(hills)]
		next := *d
		if tried >= len(hills) {
			next = d.vary(r)
		}
		before := s.Metric(t, "process_cpu_seconds_total")
		status, text, _, err := s.Try(t.Context(), "POST", next.path, next.body())
		if err != nil || status >= 500 && status != 503 {
			t.Errorf("%s %.300s: %d %.300s %v", next.path, next.body(), status, text, err)
			continue
		}
		if next.cost = s.Metric(t, "process_cpu_seconds_total") - before; next.cost >= d.cost {
			*d = next
		}
	}
	slices.SortFunc(hills, func(a, b hill) int { return -int(1e6 * (a.cost - b.cost)) })
	var dear []dearRequest
	for _, d := range hills {
		dear = append(dear, dearRequest{d.path, d.body()})
		t.Logf("after %d tries the dearest of %s takes %.2f s: %.120q", tried, d.path, d.cost, d.body())
	}
	if worst := hills[0].cost; worst > 2*(5+1+1) { // two cores (the collector may use the other) for the time, the last word and some
		t.Errorf("one request takes %.1f s of CPU: %s %s", worst, hills[0].path, hills[0].body())
	}
	return dear
}
