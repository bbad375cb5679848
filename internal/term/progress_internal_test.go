// SPDX-License-Identifier: BSD-3-Clause

package term

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/internal/testsize"
)

func TestProgressWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s testsize.Transcript
		p := newProgress(&s, func() int { return 80 })
		p.Show("counting")
		time.Sleep(Patience - time.Millisecond)
		p.Done()
		if s.String() != "" {
			t.Errorf("fast work drew %q", s.String())
		}
	})
}

func TestProgressDrawsAndErases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s testsize.Transcript
		p := newProgress(&s, func() int { return 12 })
		p.Show("counting")
		time.Sleep(Patience + time.Millisecond)
		p.Show("%d layouts of very many", 7)
		time.Sleep(redraw)
		p.Done()
		p.Done()
		want := clearLine + "counting" + clearLine + "7 layouts o" + clearLine
		if s.String() != want {
			t.Errorf("drew %q, want %q", s.String(), want)
		}
	})
}

func TestProgressShowsTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s testsize.Transcript
		p := newProgress(&s, func() int { return 0 })
		p.Show("searching")
		time.Sleep(2500 * time.Millisecond)
		p.Done()
		if !strings.Contains(s.String(), "searching  2s"+clearLine) {
			t.Errorf("drew %q", s.String())
		}
	})
}

func TestNobodyIsWatching(t *testing.T) {
	p := NewProgress(&bytes.Buffer{})
	p.Show("nothing")
	p.Done()
	if p != nil {
		t.Error("a buffer is no terminal")
	}
}
