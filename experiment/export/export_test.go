// SPDX-License-Identifier: BSD-3-Clause

package export_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/veilplan/veil/experiment/export"
)

func rows(n int) []export.Row {
	r := rand.New(rand.NewPCG(1, 1))
	all := make([]export.Row, n)
	for i := range all {
		all[i] = export.Row{
			Episode: uint64(i / 2), Policy: []string{"a", "b"}[i%2], Result: []string{"won", "lost"}[r.IntN(2)],
			Score: r.NormFloat64(), Moves: r.Int64N(99), Guesses: r.Int64N(5), Simulations: r.Int64(), Nodes: 1,
		}
	}
	return all
}

func write(t *testing.T, format string, all []export.Row) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := export.New(&out, format)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestParquetReadsBack(t *testing.T) {
	for _, n := range []int{0, 1, 5000} {
		want := rows(n)
		file := write(t, "parquet", want)
		got, err := parquet.Read[export.Row](bytes.NewReader(file), int64(len(file)))
		if err != nil || len(got) != n || n > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%d rows: read %d, %v", n, len(got), err)
		}
	}
}

func TestCSV(t *testing.T) {
	got := string(write(t, "csv", []export.Row{{Episode: 3, Policy: "a", Result: "won", Score: 0.25, Moves: 7}}))
	want := "episode,policy,result,score,moves,guesses,simulations,nodes\n3,a,won,0.25,7,0,0,0\n"
	if got != want {
		t.Errorf("got %q", got)
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := export.New(nil, "xls"); err == nil || !strings.Contains(err.Error(), "csv") {
		t.Error(err)
	}
}
