// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"fmt"
	"os"
	"reflect"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/optimal"
)

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestTry(t *testing.T) {
	var w, h, m int
	fmt.Sscanf(os.Getenv("BOARD"), "%dx%d/%d", &w, &h, &m)
	if w == 0 {
		t.Skip()
	}
	zero := os.Getenv("ZERO") != ""
	start := cpu()
	b := newBoard(w, h, m)
	var cfg optimal.Config
	if v := os.Getenv("NO"); v != "" {
		reflect.ValueOf(&cfg).Elem().FieldByName("No" + v).SetBool(true)
	}
	s, err := optimal.New(b.problem(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	built := cpu() - start
	_ = zero
	res, err := s.Solve(t.Context(), nil, veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range res.Actions {
		t.Logf("r%dc%d %d/%d", a.Action/w+1, a.Action%w+1, a.Lo, a.Safe)
	}
	t.Logf("%dx%d/%d %+v built %.2f cpu %.2f", w, h, m, res.Stats, built.Seconds(), (cpu() - start).Seconds())
}
