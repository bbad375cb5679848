// SPDX-License-Identifier: BSD-3-Clause

package versus

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// columns names the columns. Why is written by hand, where a method does not beat random, and kept.
func columns() []string {
	return strings.Fields("domain method plays games score random difference low high cpu_ms ended why")
}

// table is the file: a row of fields per cell.
type table [][]string

// fields returns the row as the table has it.
func (r *row) fields() []string {
	number := func(x float64) string { return fmt.Sprintf("%.4g", x) }
	return []string{
		r.domain, r.method, r.plays, fmt.Sprint(r.difference.N), number(r.score.Mean), number(r.random.Mean), number(r.difference.Mean),
		number(r.interval.Lo), number(r.interval.Hi), fmt.Sprintf("%.1f", r.cpu.Seconds()*1000), r.ended(), r.why,
	}
}

// ended says what ended the games.
func (r *row) ended() string {
	switch {
	case r.failed != "":
		return "error: " + strings.Join(strings.Fields(r.failed), " ")
	case r.decided():
		return "decided"
	case r.spent:
		return "CPU time"
	default:
		return "games"
	}
}

// explain takes over the reason of an earlier measurement, if the method still does not beat random.
func (r *row) explain(earlier table) {
	i := earlier.find(r.domain, r.method)
	if i >= 0 && !r.better() {
		r.why = earlier[i][len(columns())-1]
	}
}

func (t table) find(domain, method string) int {
	return slices.IndexFunc(t, func(f []string) bool { return f[0] == domain && f[1] == method })
}

// within returns the rows of cells that still exist.
func (t table) within(all []cell) (kept table) {
	for _, c := range all {
		if i := t.find(c.domain, c.method); i >= 0 {
			kept = append(kept, t[i])
		}
	}
	return kept
}

// with returns the table with a row replaced or added, in the order of the cells.
func (t table) with(r row, all []cell) table {
	if i := t.find(r.domain, r.method); i >= 0 {
		t[i] = r.fields()
		return t
	}
	return append(t, r.fields()).within(all)
}

// readTable reads a file; one that does not exist is empty.
func readTable(name string) (t table, err error) {
	text, err := os.ReadFile(name)
	if name == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	header := columns()
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) != len(header) || i == 0 && !slices.Equal(fields, header) {
			return nil, fmt.Errorf("%s:%d: want %d columns: %s", name, i+1, len(header), strings.Join(header, ", "))
		}
		if i > 0 {
			t = append(t, fields)
		}
	}
	return t, nil
}

// write replaces the file, if there is one.
func (t table) write(name string) error {
	if name == "" {
		return nil
	}
	var text bytes.Buffer
	for _, fields := range slices.Concat(table{columns()}, t) {
		text.WriteString(strings.Join(fields, "\t") + "\n")
	}
	if err := os.WriteFile(name+".new", text.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
