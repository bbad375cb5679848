// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"compress/flate"
	"errors"
	"testing"

	"github.com/veilplan/veil/experiment"
)

func someWork() *work {
	return &work{Build: "b", Run: "r", Hash: "h", Spec: "name: x", First: 3, End: 9, Token: "t", Wait: 1, Limit: 5, Not: "w"}
}

func TestMessages(t *testing.T) {
	w := someWork()
	text, err := w.encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := decodeWork(text); err != nil || *got != *w {
		t.Errorf("got %+v, %v", got, err)
	}
	c := &experiment.Chunk{First: 3, End: 5, Lines: bytes.Repeat([]byte("line\n"), 1000)}
	r := w.answer(c, errors.New("broken"))
	if text, err = r.encode(&compressors{}); err != nil {
		t.Fatal(err)
	}
	got, err := decodeResult(text)
	if err != nil || !bytes.Equal(got.lines, c.Lines) || got.Digest != c.Digest() || got.Asked != 9 || got.End != 5 || got.Error != "broken" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestBombs: a small message that would unpack to a huge one is refused, at little cost.
func TestBombs(t *testing.T) {
	var bomb bytes.Buffer
	bomb.WriteString(`{"build":"b","run":"r","hash":"h","first":0,"end":1,"asked":1,"token":"t","digest":"d"}` + "\n")
	z, err := flate.NewWriter(&bomb, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 100 {
		if _, err := z.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := decodeResult(bomb.Bytes()); !errors.Is(err, ErrMessage) {
		t.Errorf("%d bytes: %v", bomb.Len(), err)
	}
}

// FuzzDecodeWork: whatever comes is refused, or means something.
func FuzzDecodeWork(f *testing.F) {
	text, err := someWork().encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"first":9,"end":3}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := decodeWork(text)
		switch {
		case err != nil && !errors.Is(err, ErrMessage):
			t.Errorf("%v", err)
		case err == nil && (w.First >= w.End || w.End-w.First > maxRange):
			t.Errorf("episodes %d to %d", w.First, w.End)
		}
	})
}

// FuzzDecodeResult: whatever comes is refused, or survives being written and read again.
func FuzzDecodeResult(f *testing.F) {
	text, err := someWork().answer(&experiment.Chunk{First: 3, End: 4, Lines: []byte("a\nb\n")}, nil).encode(&compressors{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := decodeResult(text)
		if err != nil {
			if !errors.Is(err, ErrMessage) {
				t.Errorf("%v", err)
			}
			return
		}
		again, err := r.encode(&compressors{})
		if err != nil {
			t.Fatal(err)
		}
		if second, err := decodeResult(again); err != nil || !bytes.Equal(second.lines, r.lines) || second.First != r.First {
			t.Errorf("written and read again: %v", err)
		}
	})
}
