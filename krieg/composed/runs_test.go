// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

// runsFile holds what [TestMeasure] measured: one row for each method and problem.
const runsFile = "../../experiments/krieg/kriegspiel-methods.tsv.gz"

// journalVar names the file to which [TestMeasure] adds its rows, and from which they are
// published.
const journalVar = "VEIL_JOURNAL"

// measured is one run of one method on one problem.
type measured struct {
	id, verdict, method string
	answer              string // what the method said, in the words of the verdict
	cap, states, nodes  int64
	cpu                 time.Duration
}

// unsolved is the answer of a method that was cut.
const unsolved = "-"

const runsHeader = "id\tverdict\tmethod\tanswer\tcap\tstates\tnodes\tcpu_us"

func (m measured) String() string {
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d", m.id, m.verdict, m.method, m.answer, m.cap, m.states, m.nodes, m.cpu.Microseconds())
}

func (m measured) solved() bool { return m.answer != unsolved }

// set returns the set of the problem, and number its number there.
func (m measured) set() string { return m.id[:strings.LastIndexByte(m.id, '-')] }

func (m measured) number() int {
	n, err := strconv.Atoi(m.id[strings.LastIndexByte(m.id, '-')+1:])
	if err != nil {
		panic(err) // parseRun has read it
	}
	return n
}

func parseRun(line string) (m measured, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 8 {
		return m, fmt.Errorf("%d columns", len(f))
	}
	m.id, m.verdict, m.method, m.answer = f[0], f[1], f[2], f[3]
	for i, to := range []*int64{&m.cap, &m.states, &m.nodes, (*int64)(&m.cpu)} {
		var bad error
		*to, bad = strconv.ParseInt(f[4+i], 10, 64)
		err = errors.Join(err, bad)
	}
	m.cpu *= time.Microsecond
	_, bad := strconv.Atoi(m.id[strings.LastIndexByte(m.id, '-')+1:])
	return m, errors.Join(err, bad)
}

// publishedRuns reads the file of runs.
func publishedRuns(t *testing.T) []measured {
	t.Helper()
	packed, err := os.ReadFile(runsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return parseRuns(t, string(text))
}

// journalRuns reads the journal. A last line that was torn is cut off.
func journalRuns(t *testing.T) []measured {
	t.Helper()
	name := os.Getenv(journalVar)
	text, err := os.ReadFile(name)
	if name == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lines := text[:bytes.LastIndexByte(text, '\n')+1]
	if err == nil && len(lines) < len(text) {
		err = os.Truncate(name, int64(len(lines)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return parseRuns(t, string(lines))
}

func parseRuns(t *testing.T, text string) []measured {
	t.Helper()
	var list []measured
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == runsHeader {
			continue
		}
		m, err := parseRun(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, m)
	}
	return list
}

// lastRuns returns the last run of every method on every problem, by the name of both, in
// the file of runs and the journal.
func lastRuns(t *testing.T) map[string]measured {
	t.Helper()
	last := map[string]measured{}
	for _, m := range append(publishedRuns(t), journalRuns(t)...) {
		last[m.id+m.method] = m
	}
	return last
}

// publish adds the journal to the file of runs.
func publish(t *testing.T) {
	t.Helper()
	list := slices.Collect(maps.Values(lastRuns(t)))
	methods := append(everyMethod(), aside()...)
	slices.SortFunc(list, func(a, b measured) int {
		return cmp.Or(cmp.Compare(a.set(), b.set()), cmp.Compare(a.number(), b.number()),
			cmp.Compare(slices.Index(methods, a.method), slices.Index(methods, b.method)), cmp.Compare(a.method, b.method))
	})
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(z, runsHeader)
	for i := range list {
		fmt.Fprintln(z, list[i])
	}
	if err := errors.Join(z.Close(), os.WriteFile(runsFile, out.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// parts are the parts of our method that can be left out.
func parts() []string { return []string{"precheck", "strike", "order", "cover", "table", "growth"} }

// everyMethod returns the methods of the paper, ours, and ours without each of its parts.
func everyMethod() []string {
	list := compared()
	for _, part := range parts() {
		list = append(list, "veil/"+part)
	}
	return list
}

// aside are methods that are run on the samples only: L-PNS, and the two ways to put estimation
// and GL-DBU together, in which the boards are fed to the search as they are found, or all of
// them are found first.
func aside() []string { return []string{"L-PNS", "interleaved", "sequential"} }

// compared are the methods of the figure.
func compared() []string { return append(baseline.Names(), "veil") }

// answerOf spells a verdict in the words of the sets.
func answerOf(v andor.Verdict) string {
	return map[andor.Verdict]string{andor.Proved: composed.Mate, andor.Disproved: composed.NearMiss, andor.Unknown: unsolved}[v]
}
