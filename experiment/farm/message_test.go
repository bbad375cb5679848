// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"

	"github.com/veilplan/veil/experiment"
)

func someWork() *work {
	return &work{Build: "b", Run: "r", Hash: "h", Spec: "name: x", Spans: spans{{3, 9}, {20, 21}}, Token: "t", Wait: 1, Limit: 5}
}

func TestMessages(t *testing.T) {
	w := someWork()
	text, err := w.encode(somebody(t, "cid"))
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
	if text, err = r.encode(somebody(t, "ann"), &compressors{}); err != nil {
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
	ann := somebody(t, "ann")
	bomb.Write(ann.sign(signedResult, []byte(`{"build":"b","run":"r","hash":"h","spans":[[0,1]],"played":1,"token":"t","digest":"d","by":"ann","key":"`+ann.key()+`"}`)))
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

// TestForgedMessages: nothing of what is signed can be changed, and a signature is of no use
// for anything else.
func TestForgedMessages(t *testing.T) {
	ann := somebody(t, "ann")
	text, err := someWork().encode(ann)
	if err != nil {
		t.Fatal(err)
	}
	result, err := someWork().answer([]*experiment.Chunk{{First: 3, End: 4, Lines: []byte("a\n")}}, nil).encode(ann, &compressors{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		changed := bytes.Clone(text)
		changed[i] ^= 1
		if _, err := decodeWork(changed); err == nil {
			t.Errorf("work is taken with another byte %d: %s", i, changed)
		}
	}
	head := bytes.IndexByte(result, '\n')
	for i := range head {
		changed := bytes.Clone(result)
		changed[i] ^= 1
		if r, err := decodeResult(changed); r != nil {
			t.Errorf("a result is taken with another byte %d: %s, %v", i, changed, err)
		}
	}
	line, signature, _, err := cutSigned(result)
	if err != nil || !signed(signedResult, ann.key(), line, signature) || signed(signedWork, ann.key(), line, signature) {
		t.Errorf("a signature is good for another kind: %v", err)
	}
	if tokenOf([]byte("k"), "h", "ann", "1", spans{{1, 2}}) == tokenOf([]byte("k"), "h", "ann", "2", spans{{1, 2}}) {
		t.Error("a token is good for another key")
	}
}

// TestRegistry: a statement is good for the name, the key and the role that it states, at the
// farm that has made it. The key that signs is not the one that a server may have sign.
func TestRegistry(t *testing.T) {
	open := func() *Keyring {
		keyring, err := OpenKeyring(t.TempDir(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return keyring
	}
	keyring, other := open(), open()
	text := invite(t, keyring, RoleWorker, "ann", time.Hour)
	ann, err := identify(text, "ann")
	if err != nil {
		t.Fatal(err)
	}
	pair, err := jwt.ParseDecoratedUserNKey(text)
	if err != nil {
		t.Fatal(err)
	}
	if signature, err := pair.Sign([]byte(signedResult + "x")); err != nil || signed(signedResult, ann.key(), "x", hex.EncodeToString(signature)) {
		t.Errorf("what a server has signed is good as a result (%v)", err)
	}
	for _, c := range []struct {
		farm, statement, name, key string
		role                       Role
		good                       bool
	}{
		{keyring.Farm(), ann.statement, "ann", ann.key(), RoleWorker, true},
		{keyring.Farm(), ann.statement, "bob", ann.key(), RoleWorker, false},
		{keyring.Farm(), ann.statement, "ann", fixed("").key(), RoleWorker, false},
		{keyring.Farm(), ann.statement, "ann", ann.key(), RoleRunner, false},
		{other.Farm(), ann.statement, "ann", ann.key(), RoleWorker, false},
		{keyring.Farm(), "", "ann", ann.key(), RoleWorker, false},
		{"", "", "ann", ann.key(), RoleWorker, true},
	} {
		for range 2 { // also when it is known
			if err := (&registry{farm: c.farm}).check(c.statement, c.name, c.key, c.role); (err == nil) != c.good {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
	if _, err := identify(text, "bob"); err == nil {
		t.Error("the invitation of ann is good for bob")
	}
}

// TestStatements: a quarantine counts if the farm has signed it, for the worker that it names.
func TestStatements(t *testing.T) {
	keyring, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	text, err := keyring.State(Quarantine{Worker: "ann", Reason: "wrong", At: time.Unix(1, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if q, err := readQuarantine(text, keyring.Farm(), "ann"); err != nil || q.Reason != "wrong" {
		t.Errorf("%+v, %v", q, err)
	}
	for what, c := range map[string]struct {
		text         []byte
		farm, worker string
	}{
		"another worker":  {text, keyring.Farm(), "bob"},
		"no farm":         {text, "", "ann"},
		"another reason":  {bytes.Replace(text, []byte("wrong"), []byte("wring"), 1), keyring.Farm(), "ann"},
		"no signature":    {text[:bytes.IndexByte(text, '\n')], keyring.Farm(), "ann"},
		"something after": {append(bytes.Clone(text), 'x'), keyring.Farm(), "ann"},
	} {
		if q, err := readQuarantine(c.text, c.farm, c.worker); !errors.Is(err, ErrMessage) {
			t.Errorf("%s: %+v, %v", what, q, err)
		}
	}
	if _, err := keyring.State(Quarantine{Worker: "a b"}); err == nil {
		t.Error("a name that is none")
	}
}

// fixed is somebody whose key is known: what a fuzzer changes is signed again, so that it
// gets further than to the signature.
func fixed(name string) *identity {
	return &identity{name: name, signer: signerOf([]byte("fuzz"))}
}

// resigned signs what comes before the first line's end.
func resigned(kind string, text []byte) []byte {
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	return append(fixed("").sign(kind, head), rest...)
}

// FuzzDecodeWork: whatever comes is refused, or means something.
func FuzzDecodeWork(f *testing.F) {
	text, err := someWork().encode(fixed("cid"))
	if err != nil {
		f.Fatal(err)
	}
	line, _, _, _ := cutSigned(text)
	f.Add([]byte(line))
	f.Add([]byte(`{"spans":[[9,3]],"wait":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = decodeWork(text)
		w, err := decodeWork(resigned(signedWork, text))
		switch {
		case err != nil && !errors.Is(err, ErrMessage):
			t.Errorf("%v", err)
		case err == nil && (w.Spans.episodes() == 0 || w.Spans.episodes() > maxRange || !word(w.Run) || !word(w.Runner)):
			t.Errorf("episodes %d", w.Spans)
		}
	})
}

// FuzzDecodeResult: whatever comes is refused, or survives being written and read again.
func FuzzDecodeResult(f *testing.F) {
	text, err := someWork().answer([]*experiment.Chunk{{First: 3, End: 4, Lines: []byte("a\nb\n")}}, nil).encode(fixed("ann"), &compressors{})
	if err != nil {
		f.Fatal(err)
	}
	line, _, body, _ := cutSigned(text)
	f.Add(append([]byte(line+"\n"), body...))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = decodeResult(text)
		r, err := decodeResult(resigned(signedResult, text))
		if err != nil {
			if !errors.Is(err, ErrMessage) {
				t.Errorf("%v", err)
			}
			return
		}
		again, err := r.encode(fixed(r.By), &compressors{})
		if err != nil {
			t.Fatal(err)
		}
		if second, err := decodeResult(again); err != nil || !bytes.Equal(second.lines, r.lines) || !reflect.DeepEqual(second.Spans, r.Spans) {
			t.Errorf("written and read again: %v", err)
		}
	})
}

// FuzzReadAsk: whatever somebody asks, the answer goes to the one who may ask in this name.
func FuzzReadAsk(f *testing.F) {
	f.Add("veil.ask.b.ann", "veil.answer.ann.q", []byte(fixed("").key()))
	f.Add("veil.ask.b.ann", "veil.quarantine.bob", []byte(fixed("").key()))
	f.Add("veil.ask.b.ann", "veil.answer.ann.q", []byte(nil))
	f.Fuzz(func(t *testing.T, subject, reply string, data []byte) {
		a, ok := readAsk(subject, reply, data)
		if ok && (a.by != lastWord(subject) || !word(a.by) || !word(a.at) || reply != answerTo(a.by, a.at) || len(a.key) != 64) {
			t.Errorf("%q asks for %q and gets %+v", subject, reply, a)
		}
	})
}

// FuzzReadStatement: whatever comes is refused, or names somebody and a key.
func FuzzReadStatement(f *testing.F) {
	keyring, err := OpenKeyring(f.TempDir(), time.Now())
	if err != nil {
		f.Fatal(err)
	}
	text, err := keyring.Invite(RoleWorker, "ann", time.Time{})
	if err != nil {
		f.Fatal(err)
	}
	me, err := identify(text, "ann")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(me.statement)
	f.Add("a.b.c")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := readStatement(text)
		switch {
		case err != nil && !errors.Is(err, ErrMessage):
			t.Errorf("%v", err)
		case err == nil && (!word(v.name) || len(v.key) != 64 || v.farm == ""):
			t.Errorf("%+v", v)
		}
	})
}

// FuzzReadQuarantine: whatever comes is refused, or was signed by the farm for this worker.
func FuzzReadQuarantine(f *testing.F) {
	keyring, err := OpenKeyring(f.TempDir(), time.Now())
	if err != nil {
		f.Fatal(err)
	}
	farm, err := keyring.account.PublicKey()
	if err != nil {
		f.Fatal(err)
	}
	text, err := keyring.State(Quarantine{Worker: "ann", Reason: "wrong", At: time.Unix(1, 0)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, "ann")
	f.Add([]byte("{}"), "ann")
	f.Fuzz(func(t *testing.T, changed []byte, worker string) {
		q, err := readQuarantine(changed, farm, worker)
		switch {
		case err != nil && !errors.Is(err, ErrMessage):
			t.Errorf("%v", err)
		case err == nil && (!bytes.EqualFold(changed, text) || q.Worker != worker):
			t.Errorf("%s for %s", changed, worker)
		}
	})
}
