// SPDX-License-Identifier: BSD-3-Clause

package api_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
)

// toyDocument is a document, which may grow.
type toyDocument struct {
	Schema string `json:"schema"`
	Text   string `json:"text,omitempty"`
	State  string `json:"state,omitempty"`
}

// Mark implements api.Report.
func (d *toyDocument) Mark(_, state string) { d.State = state }

// Progress implements api.Report.
func (d *toyDocument) Progress(int) any { return nil }

type toyPart struct {
	Depth int `json:"depth,omitempty"`
}

type toyShared struct {
	Seed uint64 `json:"seed,omitempty"`
}

type toyQuestion struct {
	toyShared

	Text  string      `json:"text"`
	Parts []toyPart   `json:"parts,omitempty"`
	Part  *toyPart    `json:"part,omitempty"`
	Given toyDocument `json:"given,omitzero"`
	Plain bool
}

func toys() api.Table {
	echo := func(_ context.Context, q toyQuestion) (*toyDocument, error) {
		if q.Text == "" {
			return nil, errors.New("no text")
		}
		return &toyDocument{Schema: "toy/1", Text: q.Text}, nil
	}
	return api.Table{
		api.Answer(api.Verb{Name: "toy.echo"}, echo),
		api.Tells(api.Verb{Name: "toy.slow"}, func(ctx context.Context, q toyQuestion, tell api.Tell[*toyDocument]) (*toyDocument, error) {
			if tell != nil {
				tell(func() *toyDocument { return &toyDocument{Schema: "toy/1", Text: "soon"} })
			}
			return echo(ctx, q)
		}),
		api.Prepared(api.Verb{Name: "toy.turn"}, func(q toyQuestion) (api.Task[*toyDocument], error) {
			if q.Text == "" {
				return api.Task[*toyDocument]{}, errors.New("nothing to turn")
			}
			return api.Task[*toyDocument]{
				Key: "key of " + q.Text, Cost: 7,
				Run: func(ctx context.Context, tell api.Tell[*toyDocument]) (*toyDocument, error) {
					tell(func() *toyDocument { return &toyDocument{Schema: "toy/1", Text: "half"} })
					return echo(ctx, q)
				},
				Turn: func(d *toyDocument) *toyDocument { return &toyDocument{Schema: d.Schema, Text: d.Text + ", turned"} },
			}, nil
		}),
		api.Answer(api.Verb{Name: "toy.fault"}, func(context.Context, toyQuestion) (*toyDocument, error) { panic("boom") }),
	}
}

// TestAsk: every kind of row answers, tells on the way, and fails with a document.
func TestAsk(t *testing.T) {
	for _, c := range []struct{ question, told, last string }{
		{`{"ask":"toy.echo","text":"hi"}`, ``, `{"schema":"toy/1","text":"hi"}`},
		{`{"ask":"toy.echo","id":3,"text":"hi"}`, ``, `{"schema":"toy/1","text":"hi"}`},
		{`{"ask":"toy.slow","text":"hi"}`, `{"schema":"toy/1","text":"soon","state":"running"}`, `{"schema":"toy/1","text":"hi"}`},
		{`{"ask":"toy.turn","text":"hi"}`, `{"schema":"toy/1","text":"half, turned","state":"running"}`, `{"schema":"toy/1","text":"hi, turned"}`},
		{`{"ask":"toy.echo"}`, ``, `{"schema":"veil.problem/1","type":"impossible-question","title":"no text"}`},
		{`{"ask":"toy.turn"}`, ``, `{"schema":"veil.problem/1","type":"impossible-question","title":"nothing to turn"}`},
		{`{"ask":"toy.fault"}`, ``, `"title":"boom"`},
		{`{"ask":"toy.fault"}`, ``, `"repro":"{\"ask\":\"toy.fault\"}"`},
		{`{"ask":"nonsense"}`, ``, `"title":"unknown verb \"nonsense\"","detail":"ask for toy.echo, toy.slow, toy.turn or toy.fault"`},
		{`{`, ``, `"title":"the question is not JSON"`},
		{`{"ask":"toy.echo","text":1}`, ``, `"title":"the question cannot be read"`},
		{`{"ask":"toy.echo","test":"hi"}`, ``, `"detail":"unknown field \"test\"; want seed, text, parts, part, given, Plain"`},
	} {
		told := ""
		last := toys().Ask(t.Context(), []byte(c.question), func(doc []byte) { told += string(doc) })
		if told != c.told || !strings.Contains(string(last), c.last) {
			t.Errorf("%s: told %s, last %s", c.question, told, last)
		}
	}
	if last := toys().Ask(t.Context(), []byte(`{"ask":"toy.slow","text":"hi"}`), nil); string(last) != `{"schema":"toy/1","text":"hi"}` {
		t.Errorf("with nobody to tell: %s", last)
	}
}

// TestPrepare: a task keeps its key, cost and orientation, and a verb that does not prepare has one too.
func TestPrepare(t *testing.T) {
	for name, want := range map[string]string{"toy.turn": "key of hi", "toy.slow": ""} {
		v, err := toys().Find(name)
		if err != nil {
			t.Fatal(err)
		}
		task, err := v.Prepare(&toyQuestion{Text: "hi"})
		if err != nil || task.Key != want {
			t.Errorf("%s: %+v, %v", name, task, err)
		}
		doc, err := task.Run(t.Context(), func(func() any) {})
		if err != nil || doc.(*toyDocument).Text != "hi" {
			t.Errorf("%s: %v, %v", name, doc, err)
		}
	}
	turn, err := toys().Find("toy.turn")
	if err != nil {
		t.Fatal(err)
	}
	if task, err := turn.Prepare(&toyQuestion{}); err == nil {
		t.Errorf("%+v", task)
	}
	if doc, err := turn.Run(t.Context(), []byte(`{"text":"hi","bogus":1}`), nil); err == nil || doc != nil {
		t.Errorf("%v, %v", doc, err)
	}
}

// TestRead: what json reads is read, a misspelt field is named with its place, and documents may grow.
func TestRead(t *testing.T) {
	for text, stray := range map[string]string{
		`{"text":"hi"}`: ``,
		`null`:          ``,
		` { "text" : "hi" , "part" : null , "parts" : [ ] } `:                ``,
		`{"text":"a\"}b\\","parts":[{"depth":1}, {}],"seed":7,"Plain":true}`: ``,
		`{"\u0074ext":"hi"}`: ``,
		`{"given":{"schema":"toy/2","new":{"x":[1,"}"]}},"text":"hi"}`: ``,
		`{"Text":"hi"}`:                        `"Text"`,
		`{"text":"hi","id":1}`:                 `"id"`,
		`{"part":{"depht":1}}`:                 `"part.depht"; want depth`,
		`{"parts":[{"depth":1},{"text":"x"}]}`: `"parts.text"`,
		`{"given":{"x":{}},"plain":false}`:     `"plain"`,
		`{"part":{"ask":1}}`:                   `"part.ask"`,
	} {
		var q toyQuestion
		err := api.Read([]byte(text), &q)
		if (err == nil) != (stray == "") || err != nil && !strings.Contains(err.Error(), "unknown field "+stray) {
			t.Errorf("%s: %v, want %s", text, err, stray)
		}
	}
	var types []string
	for _, s := range api.Strict(reflect.TypeFor[toyQuestion]()) {
		types = append(types, s.Name())
	}
	if got := strings.Join(types, " "); got != "toyQuestion toyPart" {
		t.Errorf("strict are %s", got)
	}
}

// FuzzRead: whatever is read strictly is read by the same rules as by json, and the walk ends.
func FuzzRead(f *testing.F) {
	f.Add(`{"text":"a\"}b","parts":[{"depth":1},{}],"given":{"schema":"x","y":[{}]}}`)
	f.Add(`{"part":{"depht":1}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var q toyQuestion
		_ = api.Read([]byte(text), &q) // nothing panics
	})
}

// BenchmarkRead reads a small question and a large one.
func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"small": `{"text":"4x4/4 1... .... .... ....","parts":[{"depth":1}]}`,
		"large": `{"text":"` + strings.Repeat("0123456789", 14_000) + `","parts":[{"depth":1}]}`,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var q toyQuestion
				if err := api.Read([]byte(text), &q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestClassOf: a question is short if its cost is bounded by little, and never because of its verb.
func TestClassOf(t *testing.T) {
	answer := func(_ context.Context, q toyQuestion) (*toyDocument, error) { return nil, nil } //nolint:nilnil // never asked
	priced := func(c api.Class) api.Verb {
		return api.Priced(api.Answer(api.Verb{Class: c}, answer), func(q toyQuestion) float64 { return float64(len(q.Text)) })
	}
	plain := func(c api.Class) api.Verb { return api.Answer(api.Verb{Class: c}, answer) }
	little, much := &toyQuestion{Text: strings.Repeat("x", api.ShortWork)}, &toyQuestion{Text: strings.Repeat("x", api.ShortWork+1)}
	for i, c := range []struct {
		verb api.Verb
		q    *toyQuestion
		want api.Class
	}{
		{priced(api.Long), little, api.Short},
		{priced(api.Long), much, api.Long},
		{priced(api.Bulk), much, api.Bulk},
		{priced(api.Short), much, api.Long},
		{plain(api.Short), little, api.Long},
		{plain(api.Bulk), little, api.Bulk},
	} {
		if got := c.verb.ClassOf(c.q); got != c.want {
			t.Errorf("%d: class %v, want %v", i, got, c.want)
		}
	}
}

// TestDoIsHeard: whoever put a pause into the context hears that the work of a verb asks.
func TestDoIsHeard(t *testing.T) {
	asked := 0
	v := api.Answer(api.Verb{}, func(ctx context.Context, _ toyQuestion) (*toyDocument, error) { return nil, ctx.Err() })
	if _, err := v.Do(pause.With(t.Context(), func() { asked++ }), &toyQuestion{}, nil); err != nil || asked != 1 {
		t.Errorf("%v, heard %d times", err, asked)
	}
}
