// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"compress/flate"
	"errors"
	"reflect"
	"testing"

	"github.com/veilplan/veil/experiment"
)

func someWork() *work {
	return &work{Build: "b", Run: "r", Hash: "h", Spec: "name: x", Spans: spans{{3, 9}, {20, 21}}, Token: "t", Wait: 1, Limit: 5}
}

func TestMessages(t *testing.T) {
	w := someWork()
	text, err := w.encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := decodeWork(text); err != nil || !reflect.DeepEqual(got, w) {
		t.Errorf("got %+v, %v", got, err)
	}
	played := []*experiment.Chunk{
		{First: 3, End: 9, Lines: bytes.Repeat([]byte("line\nsecond\n"), 6)}, {First: 20, End: 21, Lines: []byte("x\ny\n"), Times: &experiment.ChunkTimes{Nanoseconds: 5}},
	}
	r := w.answer(played, errors.New("broken"))
	if text, err = r.encode(&compressors{}); err != nil {
		t.Fatal(err)
	}
	got, err := decodeResult(text)
	if err != nil || got.Played != 7 || got.Error != "broken" || got.Digest != digestOf(got.lines) {
		t.Fatalf("got %+v, %v", got, err)
	}
	chunks, err := got.chunks("ann", 2)
	if err != nil || len(chunks) != 2 || !bytes.Equal(chunks[0].Lines, played[0].Lines) || chunks[1].First != 20 || chunks[1].Times.Nanoseconds != 5 {
		t.Errorf("got %+v, %v", chunks, err)
	}
	for _, wrong := range []uint64{6, 8} {
		if got.Played = wrong; got.Spans.episodes() >= wrong {
			if _, err := got.chunks("ann", 2); !errors.Is(err, ErrMessage) {
				t.Errorf("%d episodes of 7: %v", wrong, err)
			}
		}
	}
}

// TestBombs: a small message that would unpack to a huge one is refused, at little cost.
func TestBombs(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	bomb.WriteString(`{"build":"b","run":"r","hash":"h","spans":[[0,1]],"played":1,"token":"t","digest":"d"}` + "\n")
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
	f.Add([]byte(`{"spans":[[9,3]],"wait":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := decodeWork(text)
		switch {
		case err != nil && !errors.Is(err, ErrMessage):
			t.Errorf("%v", err)
		case err == nil && (w.Spans.episodes() == 0 || w.Spans.episodes() > maxRange):
			t.Errorf("episodes %d", w.Spans)
		}
	})
}

// FuzzDecodeResult: whatever comes is refused, or survives being written and read again.
func FuzzDecodeResult(f *testing.F) {
	text, err := someWork().answer([]*experiment.Chunk{{First: 3, End: 4, Lines: []byte("a\nb\n")}}, nil).encode(&compressors{})
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
		if second, err := decodeResult(again); err != nil || !bytes.Equal(second.lines, r.lines) || !reflect.DeepEqual(second.Spans, r.Spans) {
			t.Errorf("written and read again: %v", err)
		}
	})
}
