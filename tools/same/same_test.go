// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// replied is an answer with one part.
func replied(text string) answer {
	return answer{verb: "v", label: "q", parts: []part{{"body", []byte(text)}}}
}

func TestMatchFindsADifference(t *testing.T) {
	job := `{"id":"an_5BHC3JB4FQLUVHGNSUEYBFKI4G","state":"done"}`
	fault := replied("same")
	fault.fault = "no proof"
	other := replied("same")
	other.label = "another question"
	header := replied("same")
	header.parts = append(header.parts, part{"Etag", nil})
	for _, c := range []struct {
		name               string
		before, after      answer
		different, allowed int
	}{
		{"equal", replied("same"), replied("same"), 0, 0},
		{"one byte", replied(`{"p":0.25}`), replied(`{"p":0.26}`), 1, 0},
		{"a byte more", replied("same"), replied("same\n"), 1, 0},
		{"nothing", replied("same"), replied(""), 1, 0},
		{"random name", replied(job), replied(strings.Replace(job, "5BHC", "ABCD", 1)), 0, 1},
		{"random name and more", replied(job), replied(strings.NewReplacer("5BHC", "ABCD", "done", "none").Replace(job)), 1, 0},
		{"name of another kind", replied(job), replied(strings.Replace(job, "an_", "se_", 1)), 1, 0},
		{"no name", replied(job), replied(`{"state":"done"}`), 1, 0},
		{"wrong on both sides", fault, fault, 1, 0},
		{"wrong on one side", replied("same"), fault, 1, 0},
		{"another question", replied("same"), other, 1, 0},
		{"another part", replied("same"), header, 1, 0},
	} {
		r := match("questions", []answer{replied("x"), c.before}, []answer{replied("x"), c.after}, 0)
		if r.asked != 2 || len(r.differences) != c.different || r.allowed != c.allowed {
			t.Errorf("%s: asked %d, different %d, allowed %d; want 2, %d, %d", c.name, r.asked, len(r.differences), r.allowed, c.different, c.allowed)
		}
	}
}

func TestMatchFindsAMissingAnswer(t *testing.T) {
	two := []answer{replied("a"), replied("b")}
	if r := match("help", two, two[:1], 0); len(r.differences) != 1 {
		t.Errorf("an answer that NEW lacks: %d differences, want 1", len(r.differences))
	}
	if r := match("help", two[:1], two, 0); len(r.differences) != 1 {
		t.Errorf("an answer that OLD lacks: %d differences, want 1", len(r.differences))
	}
	if r := match("help", two, []answer{replied("x"), replied("b")}, 2); r.asked != 1 || len(r.differences) != 0 {
		t.Errorf("the second alone: asked %d, different %d, want 1 and 0", r.asked, len(r.differences))
	}
}

// TestAlign: an order that changed is no difference, a file that is gone or new is one.
func TestAlign(t *testing.T) {
	named := func(labels ...string) (list []answer) {
		for _, label := range labels {
			list = append(list, answer{label: label, parts: []part{{"text", []byte(label)}}})
		}
		return list
	}
	for _, c := range []struct {
		before, after []answer
		grows         bool
		different     int
	}{
		{named("a", "b", "c"), named("c", "a", "b"), false, 0},
		{named("a", "b", "c"), named("a", "c"), false, 1},
		{named("a", "c"), named("a", "b", "c"), false, 1},
		{named("a", "c"), named("a", "b", "c"), true, 0},
		{named("a", "b"), named("b", "d"), false, 2},
		{named("a", "b"), named("b", "d"), true, 1},
	} {
		a, b := align(c.before, c.after, c.grows)
		if r := match("help", a, b, 0); len(r.differences) != c.different {
			t.Errorf("%v, %v: %d differences, want %d", c.before, c.after, len(r.differences), c.different)
		}
	}
}

func TestPrint(t *testing.T) {
	var out bytes.Buffer
	match("questions", []answer{replied("line\nold")}, []answer{replied("line\nnew")}, 0).print(&out)
	want := `questions 1, equal 0, different 1
  v 1
  questions 1: q
  body
    byte 5, line 2
    OLD "line\nold"
    NEW "line\nnew"
    repeat: go run ./tools/same -only questions:1 OLD NEW
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestAllowances: few differences are allowed, and none of them hides a number.
func TestAllowances(t *testing.T) {
	if n := len(allowances()); n > 3 {
		t.Errorf("%d allowed differences, want at most 3", n)
	}
	for _, text := range []string{`{"id":"hist-3-1087"}`, `{"id":"be_vJlxZ0bc0OVRMmrJtxCo"}`, `"p":0.25`, "  veil: v1.2.3", "seed: 1"} {
		if got := masked([]byte(text)); string(got) != text {
			t.Errorf("%s is masked: %s", text, got)
		}
	}
}

func TestNaming(t *testing.T) {
	n, err := newNaming("# old, new\ndomain/mines\tmines\ndomain/mines/count\tmines/layouts\n\nplay/duel\tkrieg/table\n")
	if err != nil {
		t.Fatal(err)
	}
	list := []answer{{label: "domain/mines/testdata/a", parts: []part{{"text", []byte("veil/domain/mines/count, domain/minesweeper, play/duel.Open")}}}}
	n.apply(list)
	if got, want := list[0].label, "mines/testdata/a"; got != want {
		t.Errorf("label %s, want %s", got, want)
	}
	if got, want := string(list[0].parts[0].text), "veil/mines/layouts, domain/minesweeper, krieg/table.Open"; got != want {
		t.Errorf("text %s, want %s", got, want)
	}
	if _, err := newNaming("domain/mines mines\n"); err == nil {
		t.Error("a line without a tab is accepted")
	}
}

func TestBlock(t *testing.T) {
	help := "Usage:\n  veil COMMAND\n\nCommands:\n  diag         find the fault\n  krieg-x      other\n\nHelp topics (veil help TOPIC):\n  formats, exit-codes\n\nFlags:\n  -h, --help\n"
	if got, want := block(help, "Commands:", commandPattern), []string{"diag", "krieg-x"}; !slices.Equal(got, want) {
		t.Errorf("commands %q, want %q", got, want)
	}
	if got, want := block(help, "Help topics", topicPattern), []string{"formats", "exit-codes"}; !slices.Equal(got, want) {
		t.Errorf("topics %q, want %q", got, want)
	}
	if got := block("no list", "Commands:", commandPattern); got != nil {
		t.Errorf("commands of a help without any: %q", got)
	}
}

func TestMedianRatio(t *testing.T) {
	if got := medianRatio([]float64{10, 10, 10}, []float64{11, 10, 90}); got != 1.1 {
		t.Errorf("got %v, want 1.1", got)
	}
	if got := medianRatio([]float64{2, 2}, []float64{2, 4}); got != 1.5 {
		t.Errorf("got %v, want 1.5", got)
	}
}

func TestPicks(t *testing.T) {
	o := options{}
	if err := o.read("questions:17,help", "", []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if nth, ok := o.wants("questions"); nth != 17 || !ok {
		t.Errorf("questions: %d, %v", nth, ok)
	}
	if _, ok := o.wants("runs"); ok {
		t.Error("runs are compared, but were not asked for")
	}
	for _, bad := range []string{"nonsense", "questions:x"} {
		if err := o.read(bad, "", []string{"a", "b"}); err == nil {
			t.Errorf("-only %s is accepted", bad)
		}
	}
}

// verbs is what the questions must cover: every verb of every table, and every command that answers.
var verbs = strings.Fields(`mines.analysis mines.position mines.explanation mines.hint mines.check mines.review mines.board mines.convert
	mines.solve mines.why mines.prove mines.gen mines.values
	krieg.belief krieg.belief.named krieg.belief.positions krieg.belief.observe krieg.why krieg.mate krieg.mate.named krieg.node
	krieg.check krieg.check.named krieg.whatif krieg.print krieg.puzzles krieg.think krieg.game krieg.ending krieg.endings krieg.convert
	krieg.problems krieg.proof krieg.referee diag.next diag.solve diag.check diag.prove diag.replay diag.run diag.example
	pomdp.info pomdp.solve pomdp.play pomdp.gen engine exp.players experiments`)

func TestQuestionsCoverEveryVerb(t *testing.T) {
	all := read[question](t, "questions.jsonl", 500)
	for _, verb := range verbs {
		if !slices.ContainsFunc(all, func(q question) bool { return q.Verb == verb }) {
			t.Errorf("no question has the verb %s", verb)
		}
	}
	read[proving](t, "proofs.jsonl", 40)
	if specs, err := fs.Glob(data, "testdata/runs/*.yaml"); err != nil || len(specs) != 9 {
		t.Errorf("%d runs, want 9 (%v)", len(specs), err)
	}
	for file, n := range map[string]int{"wasm.jsonl": 60, "time.jsonl": 20} {
		for _, name := range engineNames() {
			if !slices.ContainsFunc(read[question](t, file, n), func(q question) bool { return q.Wasm == name }) {
				t.Errorf("%s has no question to %s.wasm", file, name)
			}
		}
	}
}

// TestSpecs: the specs exist, become short and record no times, which differ.
func TestSpecs(t *testing.T) {
	lines, err := data.ReadFile("testdata/specs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(lines)), "\n")
	for _, line := range list {
		spec, episodes, _ := strings.Cut(line, "\t")
		text, err := os.ReadFile(filepath.Join("..", "..", spec))
		if err != nil {
			t.Error(err)
			continue
		}
		short := reduced(string(text), episodes)
		if !strings.Contains(short, "\nepisodes: "+episodes+"\n") || strings.Contains(short, "ms_per_move") || nameLine.FindString(short) == "" {
			t.Errorf("%s is not short, has times or has no name:\n%s", spec, short)
		}
	}
	if len(list) != 12 {
		t.Errorf("%d specs, want 12", len(list))
	}
}

// read reads a file of n lines.
func read[T any](t *testing.T, name string, n int) []T {
	t.Helper()
	list, err := readLines[T](name)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != n {
		t.Errorf("%s has %d lines, want %d", name, len(list), n)
	}
	return list
}

// TestQuestionsKnowNoClock: no question is limited by time, and searches are limited by work.
func TestQuestionsKnowNoClock(t *testing.T) {
	clock := regexp.MustCompile(`time_ms|--time|--patience|movetime|stop_ms|clock`)
	budget := regexp.MustCompile(`"(nodes|states)":`)
	for _, file := range []string{"questions.jsonl", "proofs.jsonl", "wasm.jsonl", "time.jsonl"} {
		text, err := data.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if found := clock.FindAll(text, -1); found != nil {
			t.Errorf("%s: limited by time: %q", file, found)
		}
	}
	for i, q := range read[question](t, "questions.jsonl", 500) {
		searches := slices.Contains([]string{"mines.analysis", "mines.explanation", "mines.review", "krieg.mate", "diag.next", "diag.solve"}, q.Verb) && q.Post != ""
		broken := len(q.Body) < 120 // boards that cannot be read are short, and nothing is searched
		if searches && !broken && !budget.Match(q.Body) {
			t.Errorf("question %d has no limit of work: %.200s", i+1, q.Body)
		}
	}
}

func TestDataIsSmall(t *testing.T) {
	size := int64(0)
	err := fs.WalkDir(data, "testdata", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		size += info.Size()
		return err
	})
	if err != nil || size > 400_000 {
		t.Errorf("testdata has %d bytes, want at most 400,000 (%v)", size, err)
	}
}

// fake is a build whose program prints a word, and which serves nothing.
func fake(t *testing.T, name, word string) *side {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	root := t.TempDir()
	script := "#!/bin/sh\nif [ \"$1\" = serve ]; then echo listening on http://127.0.0.1:9 >&2; exec sleep 1000; fi\necho " + word + " \"$@\"\n"
	for file, text := range map[string]string{"veil": script, "page/veil.wasm": ""} {
		file = filepath.Join(root, "bin", file)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s, err := open(t.Context(), name, root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// TestPlantedWord: one word that NEW prints otherwise is found, and is none if the names say so.
func TestPlantedWord(t *testing.T) {
	before, after := fake(t, "OLD", "solve/mines"), fake(t, "NEW", "mines")
	scripts := section{name: "help", named: true, ask: func(ctx context.Context, s *side, _ int) ([]answer, error) { return s.scripts(ctx) }}
	names, err := newNaming("solve/mines\tmines\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names *naming
		after *side
		same  bool
	}{{nil, after, false}, {names, after, true}, {nil, before, true}} {
		var out bytes.Buffer
		o := options{names: c.names}
		if same, err := o.section(t.Context(), &out, scripts, 0, before, c.after); err != nil || same != c.same {
			t.Errorf("same %v, want %v (%v)\n%s", same, c.same, err, out.String())
		}
	}
}

func TestVersion(t *testing.T) {
	one, two := fake(t, "OLD", `'{"version":"devel"}' #`), fake(t, "NEW", `'{"version":"v1.0.0"}' #`)
	if err := sameVersion(t.Context(), one, one); err != nil {
		t.Error(err)
	}
	if err := sameVersion(t.Context(), one, two); err == nil || !strings.Contains(err.Error(), "v1.0.0") {
		t.Errorf("two versions: %v", err)
	}
}

func TestNoBuild(t *testing.T) {
	if _, err := open(t.Context(), "OLD", t.TempDir()); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("a directory without a program: %v", err)
	}
}

// TestRequest: a job is followed until it has ended, and a status, a header and a byte all count.
func TestRequest(t *testing.T) {
	asked := 0
	serve := func(etag, last string) *side {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked++; r.Method == http.MethodPost {
				w.Header().Set("Location", "/job")
				w.WriteHeader(http.StatusAccepted)
				_, _ = w.Write([]byte(`{"state":"running"}`))
				return
			}
			w.Header().Set("ETag", etag)
			_, _ = w.Write([]byte(last))
		}))
		t.Cleanup(s.Close)
		return &side{name: "NEW", url: s.URL}
	}
	get := func(s *side) answer {
		parts, err := s.request(t.Context(), question{Post: "/ask", Body: []byte("{}")})
		if err != nil {
			t.Fatal(err)
		}
		return answer{parts: parts}
	}
	want := get(serve(`"1"`, `{"state":"done"}`))
	if asked != 2 {
		t.Errorf("%d requests, want 2", asked)
	}
	for _, c := range []struct {
		etag, last string
		same       bool
	}{{`"1"`, `{"state":"done"}`, true}, {`"2"`, `{"state":"done"}`, false}, {`"1"`, `{"state":"done" }`, false}} {
		if what, _ := compareParts(want, get(serve(c.etag, c.last))); (what == "") != c.same {
			t.Errorf("%s %s: %q", c.etag, c.last, what)
		}
	}
}
