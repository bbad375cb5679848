// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/rusage"
)

// hostileLines are lines that are no questions, or questions that are no good.
func hostileLines() map[string]string {
	check := `"ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}`
	return map[string]string{
		"a huge id":            `{"id":"` + strings.Repeat("x", 500_000) + `",` + check + `}`,
		"a huge number as id":  `{"id":1e999999999,` + check + `}`,
		"an object as id":      `{"id":{"a":[1,2]},` + check + `}`,
		"no id":                `{` + check + `}`,
		"two ids":              `{"id":7,"id":8,` + check + `}`,
		"two verbs":            `{"id":9,"ask":"krieg.mate",` + check + `}`,
		"two positions":        `{"id":10,"position":{"text":"x"},` + check + `}`,
		"an unpaired half":     `{"id":"\ud800",` + check + `}`,
		"a half in a verb":     `{"id":11,"ask":"mines.\udfff"}`,
		"a half in a text":     `{"id":12,"ask":"mines.check","position":{"text":"\ud800\ud800"}}`,
		"bytes that are no":    "{\"id\":13,\"ask\":\"\xff\xfe\"}",
		"a zero byte":          "{\"id\":14,\"ask\":\"mines.check\x00\"}",
		"deep lists":           `{"id":15,"ask":` + strings.Repeat("[", 400_000),
		"deep and closed":      `{"id":16,"ask":"mines.check","position":` + strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000) + `}`,
		"an unknown verb":      `{"id":17,"ask":"` + strings.Repeat("v", 100_000) + `"}`,
		"a huge number":        `{"id":18,"ask":"mines.hint","level":1e400,"position":{"text":"1."}}`,
		"an unknown field":     `{"id":19,` + check + `,"` + strings.Repeat("f", 100_000) + `":1}`,
		"a stop of what is no": `{"stop":{"a":1}}`,
		"a long line":          `{"id":20,` + check + strings.Repeat(" ", 1<<20) + `}`,
		"no JSON":              strings.Repeat("\\u0000", 10_000),
	}
}

// TestHostileLines: whatever a line is, "veil rpc" answers it with one line of JSON of bounded length, and
// then the next question; "veil ask" prints one document for it.
func TestHostileLines(t *testing.T) {
	p := startRPC(t, "--workers", "1")
	for name, line := range hostileLines() {
		p.say(line)
		p.say(`{"id":"good","ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`)
		answer := p.last()
		if strings.HasPrefix(answer, `{"id":"good"`) {
			if name != "a stop of what is no" {
				t.Errorf("%s was not answered", name)
			}
			continue
		}
		if !json.Valid([]byte(answer)) || len(answer) > 4000 || strings.Contains(answer, `"type":"internal"`) {
			t.Errorf("%s: %d bytes, %.300s", name, len(answer), answer)
		}
		if next := p.last(); !strings.HasPrefix(next, `{"id":"good","doc":{"schema":"mines.check/1"`) {
			t.Errorf("after %s: %.300s", name, next)
		}
	}
}

// TestHostileQuestions: the same lines as questions of a file have a document each.
func TestHostileQuestions(t *testing.T) {
	table := (&app{&frame.App{Env: testEnv("")}}).verbs(api.Limits{})
	for name, line := range hostileLines() {
		before := rusage.CPU()
		doc := table.Ask(t.Context(), []byte(line), nil)
		if work := rusage.CPU() - before; work > 2*time.Second {
			t.Errorf("%s: %v of CPU", name, work)
		}
		if !json.Valid(doc) || len(doc) > 4000 && !strings.Contains(line, "mines.check") || bytes.Contains(doc, []byte(`"type":"internal"`)) {
			t.Errorf("%s: %d bytes, %.300s", name, len(doc), doc)
		}
	}
}

// FuzzVerbs: whatever is asked of any verb, the answer is a document or a problem, never a fault, and
// under small limits it takes little work.
func FuzzVerbs(f *testing.F) {
	table := (&app{&frame.App{Env: testEnv("")}}).verbs(api.Limits{
		Time: 100 * time.Millisecond, Nodes: 500, Readings: 5_000, Games: 5, Boards: 500, Memory: 8 << 20,
		Text: 4 << 10, Cells: 400, Turns: 50, List: 20, Tries: 5, Digits: 10_000,
	})
	seeded := map[string]bool{}
	files, err := filepath.Glob("testdata/worst/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var head struct{ Ask string }
		if err := json.Unmarshal(text, &head); err != nil {
			f.Fatalf("%s: %v", file, err)
		}
		seeded[head.Ask] = true
		f.Add(text)
	}
	for _, v := range table {
		if !seeded[v.Name] {
			f.Errorf("no question of %s in testdata/worst", v.Name)
		}
		f.Add([]byte(`{"ask":"` + v.Name + `"}`))
	}
	for _, line := range hostileLines() {
		f.Add([]byte(line[:min(len(line), 10_000)]))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 300<<10 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		before := rusage.CPU()
		var doc api.Problem
		last := table.Ask(ctx, text, nil)
		if err := json.Unmarshal(last, &doc); err != nil || doc.Schema == "" || doc.Type == api.Internal {
			t.Fatalf("%.500q: %v %.500s", text, err, last)
		}
		if work := rusage.CPU() - before; work > 10*time.Second { // a hundred times the limit, on all cores
			t.Fatalf("%.500q took %v of CPU", text, work)
		}
	})
}
