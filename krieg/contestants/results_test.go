// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/internal/testsize"
)

// The page of the player's results, and the folder of the specs, of the games' results and of the figure.
const (
	resultsPage = "../../docs/results/kriegspiel-player.md"
	resultsDir  = "../../experiments/kriegspiel"
)

// TestResultsPage compares the tables and the figure of the page with the results of the games.
// UPDATE=1 writes them.
func TestResultsPage(t *testing.T) {
	page, err := os.ReadFile(resultsPage)
	if err != nil {
		t.Fatal(err)
	}
	got := testsize.Section(t, string(page), "matches", matchTable(t))
	got = testsize.Section(t, got, "levels", levelTable(t))
	got = testsize.Section(t, got, "head", headTable(t))
	got = testsize.Section(t, got, "ratings", ratingTable(t))
	testsize.Stored(t, resultsPage, []byte(got))
	testsize.Stored(t, filepath.Join(resultsDir, "levels.svg"), levelFigure(t))
}

// tsv reads a table of results without its head: the texts of each row, then the games won, drawn and lost.
func tsv(t *testing.T, name string) (texts [][]string, games []record) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(resultsDir, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		fields := strings.Split(line, "\t")
		at := len(fields) - 3
		texts = append(texts, fields[:at])
		games = append(games, counts(t, fields[at:]))
	}
	return texts, games
}

func counts(t *testing.T, fields []string) (list record) {
	t.Helper()
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = n
	}
	return list
}

// record is the games of a match: won, drawn, lost.
type record [3]int

func (r record) String() string { return fmt.Sprintf("%d-%d-%d", r[0], r[1], r[2]) }

func (r record) all() int { return r[0] + r[1] + r[2] }

// won prints the share of games won with its 95% Wilson interval.
func (r record) won() string {
	in := stats.Wilson(r[0], r.all(), 0.95)
	return fmt.Sprintf("%s [%s, %s]%%", tenths(float64(r[0])/float64(r.all())), tenths(in.Lo), tenths(in.Hi))
}

// tenths prints a share in percent; all needs no decimals.
func tenths(x float64) string {
	if math.Round(1000*x) == 1000 {
		return "100"
	}
	return fmt.Sprintf("%.1f", 100*x)
}

// elo is the difference that the score means, and its interval: the normal one of the score.
func (r record) elo() (middle, low, high float64) {
	n := float64(r.all())
	score := (float64(r[0]) + float64(r[1])/2) / n
	square := (float64(r[0]) + float64(r[1])/4) / n
	half := 1.959964 * math.Sqrt((square-score*score)/n)
	points := func(s float64) float64 { return 400 * math.Log10(s/(1-s)) }
	return points(score), points(score - half), points(score + half)
}

// matchTable lists the matches of level 8.
func matchTable(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| rules | opponent | games | won-drawn-lost | won | spec |\n|---|---|---|---|---|---|\n")
	texts, games := tsv(t, "results.tsv")
	for i, r := range games {
		name, scale := texts[i][2], ""
		if texts[i][3] != "1" {
			scale = " --scale " + texts[i][3]
		}
		for _, side := range []string{"white", "black"} {
			if _, err := os.Stat(filepath.Join(resultsDir, name+"-"+side+".yaml")); err != nil {
				t.Error(err)
			}
		}
		fmt.Fprintf(&out, "| %s | %s | %d | %v | %s | `%s%s` |\n", texts[i][0], texts[i][1], r.all(), r, r.won(), name, scale)
	}
	return out.String()
}

// headTable lists the matches of level 8 against earlier ones, from a file with its own columns.
func headTable(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(resultsDir, "head-to-head.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if want := "rules\tagainst\tgames\telo\tlo\thi"; lines[0] != want {
		t.Fatalf("the columns are %q, want %q", lines[0], want)
	}
	var out strings.Builder
	out.WriteString("| rules | against | games | Elo |\n|---|---|---|---|\n")
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 6 {
			t.Fatalf("%q has %d columns, want 6", line, len(f))
		}
		n := counts(t, f[3:])
		if n[0] < n[1] || n[0] > n[2] {
			t.Errorf("%s: %d is not in its interval", line, n[0])
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %+d [%+d, %+d] |\n", f[0], f[1], f[2], n[0], n[1], n[2])
	}
	return out.String()
}

// levelTable lists the matches of neighbouring levels.
func levelTable(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| levels | games | won-drawn-lost | Elo |\n|---|---|---|---|\n")
	texts, games := tsv(t, "levels.tsv")
	for i, r := range games {
		middle, low, high := r.elo()
		fmt.Fprintf(&out, "| %s against %s | %d | %v | %+.0f [%+.0f, %+.0f] |\n", texts[i][0], texts[i][1], r.all(), r, middle, low, high)
	}
	return out.String()
}

// levelFigure draws how much stronger each level is than the one below.
func levelFigure(t *testing.T) []byte {
	t.Helper()
	s := figure.Series{Name: "wild16, 400 games each"}
	texts, games := tsv(t, "levels.tsv")
	for i, r := range games {
		level, err := strconv.ParseFloat(texts[i][0], 64)
		if err != nil {
			t.Fatal(err)
		}
		middle, low, high := r.elo()
		s.Points = append(s.Points, figure.Point{X: level, Y: middle, Low: low, High: high})
	}
	f, err := figure.Dots(figure.Axes{Title: "Each level against the one below", X: "level", Y: "Elo"}, []figure.Series{s})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out, "svg"); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
