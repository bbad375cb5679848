// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func recordingSpec(record ...Field) *Spec {
	return &Spec{Policies: []Policy{{ID: "a"}, {ID: "b.2"}}, Record: record}
}

// randomEpisode returns an episode with whatever a domain could come up with.
func randomEpisode(r *rand.Rand, s *Spec) *Episode {
	words := []string{"r1c1", "", `"`, `\`, "\n", "é", "a,b]}", "\x7f"}
	e := &Episode{Index: r.Uint64() >> (1 + r.UintN(63)), Plays: make([]Play, len(s.Policies))}
	for i := range e.Plays {
		p := Play{Outcome: Outcome(r.IntN(3)), Score: randomFloat(r), Moves: r.IntN(99)}
		if s.keeps(Guesses) {
			p.Guesses = r.IntN(9)
		}
		if s.keeps(Work) {
			p.Simulations, p.Nodes = r.Int()>>1, r.IntN(7)
		}
		for range r.IntN(4) {
			if s.keeps(Values) {
				p.Values = append(p.Values, r.Float64())
			}
			if s.keeps(Actions) {
				p.Actions, p.Seen = append(p.Actions, words[r.IntN(8)]), append(p.Seen, words[r.IntN(8)])
			}
		}
		e.Plays[i] = p
	}
	return e
}

func randomFloat(r *rand.Rand) float64 {
	switch r.IntN(4) {
	case 0:
		return float64(r.IntN(200) - 100)
	case 1:
		return r.NormFloat64() * math.Pow(10, float64(r.IntN(40)-20))
	case 2:
		return float64(r.Uint64())
	default:
		return 0
	}
}

func TestEpisodesReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range []*Spec{recordingSpec(), recordingSpec(Guesses, Work), recordingSpec(Values), recordingSpec(Guesses, Work, Values, Actions)} {
		for range 2000 {
			want := randomEpisode(r, s)
			text := string(s.appendEpisode(nil, want))
			got := Episode{Plays: make([]Play, 2)}
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				if !newDecoder(s).line([]byte(line), i, &got) || !json.Valid([]byte(line)) {
					t.Fatalf("not read: %s", line)
				}
			}
			if !reflect.DeepEqual(&got, want) {
				t.Fatalf("got %+v\nwant %+v\n%s", got, want, text)
			}
		}
	}
}

// FuzzLine: what is read is exactly what would be written.
func FuzzLine(f *testing.F) {
	s := recordingSpec(Guesses, Work, Values, Actions)
	r := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		first, _, _ := strings.Cut(string(s.appendEpisode(nil, randomEpisode(r, s))), "\n")
		f.Add(first)
	}
	f.Add(`{"episode":01,"policy":"a","result":"won","score":1,"moves":3,"guesses":0,"simulations":0,"nodes":0,"values":[],"actions":[],"seen":[]}`)
	f.Fuzz(func(t *testing.T, line string) {
		e := Episode{Plays: make([]Play, 1)}
		if !newDecoder(s).line([]byte(line), 0, &e) {
			return
		}
		if got := string(s.appendEpisode(nil, &e)); got != line+"\n" {
			t.Errorf("read  %q\nwrite %q", line, got)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	s := &Spec{Policies: []Policy{{ID: "random"}}}
	line := []byte(`{"episode":1234567,"policy":"random","result":"done","score":-435,"moves":10}`)
	e := Episode{Plays: make([]Play, 1)}
	d := newDecoder(s)
	b.ReportAllocs()
	for b.Loop() {
		if !d.line(line, 0, &e) {
			b.Fatal("not read")
		}
	}
}
