// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/veilplan/veil/api"
)

// schemaBook validates documents by the schema they name.
type schemaBook struct {
	compiler *jsonschema.Compiler
	seen     map[string]int
}

func newSchemaBook() *schemaBook {
	return &schemaBook{jsonschema.NewCompiler(), map[string]int{}}
}

// documentTypes are the Go types of the documents, for what a schema cannot say: that
// nothing else is in them.
func documentTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"mines.analysis/2": reflect.TypeFor[api.MinesAnalysis](), "mines.explanation/1": reflect.TypeFor[api.MinesExplanation](),
		"mines.hint/1": reflect.TypeFor[api.MinesHint](), "mines.check/1": reflect.TypeFor[api.MinesCheck](), "mines.proof/1": reflect.TypeFor[api.MinesProof](),
		"mines.review/1": reflect.TypeFor[api.MinesReview](), "mines.board/1": reflect.TypeFor[api.MinesBoard](),
		"krieg.belief/2": reflect.TypeFor[api.KriegBelief](), "krieg.mate/1": reflect.TypeFor[api.KriegMate](), "krieg.why/1": reflect.TypeFor[api.KriegWhy](),
		"krieg.whatif/1": reflect.TypeFor[api.KriegWhatIf](), "krieg.mends/1": reflect.TypeFor[api.KriegMends](), "krieg.proof/1": reflect.TypeFor[api.KriegProof](),
		"krieg.check/1": reflect.TypeFor[api.KriegCheck](), "krieg.printed/1": reflect.TypeFor[api.KriegPrinted](),
		"krieg.node/1": reflect.TypeFor[api.KriegNode](), "krieg.puzzles/1": reflect.TypeFor[api.KriegPuzzles](),
		"diag.check/1": reflect.TypeFor[api.DiagCheck](), "diag.next/1": reflect.TypeFor[api.DiagNext](), "diag.plan/1": reflect.TypeFor[api.DiagPlan](), "diag.proof/1": reflect.TypeFor[api.DiagProof](), "diag.replay/1": reflect.TypeFor[api.DiagReplay](),
		"pomdp.info/1": reflect.TypeFor[api.PomdpInfo](), "pomdp.solution/1": reflect.TypeFor[api.PomdpSolution](), "pomdp.play/1": reflect.TypeFor[api.PomdpPlay](),
		"krieg.ending/1": reflect.TypeFor[api.KriegEnding](), "krieg.endings/1": reflect.TypeFor[api.KriegEndings](),
		"mines.converted/1": reflect.TypeFor[api.Converted](), "veil.problem/1": reflect.TypeFor[api.Problem](),
		"veil.version/1": reflect.TypeFor[api.Version](), "veil.doctor/1": reflect.TypeFor[api.Doctor](),
	}
}

// check validates one document, and reports whether it names a schema of ours.
func (b *schemaBook) check(t *testing.T, text string) bool {
	t.Helper()
	var head struct{ Schema string }
	if err := json.Unmarshal([]byte(text), &head); err != nil {
		t.Errorf("not JSON: %v: %.200s", err, text)
		return false
	}
	kind, ok := documentTypes()[head.Schema]
	if !ok {
		return false
	}
	b.seen[head.Schema]++
	file := strings.Replace(head.Schema, "/", ".v", 1) + ".json"
	schema, err := b.compiler.Compile(filepath.Join(rootDir, "docs", "schemas", file))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%v\n%.400s", err, text)
	}
	alone := batchNumber.ReplaceAllString(text, "}")
	strict := json.NewDecoder(strings.NewReader(alone))
	strict.DisallowUnknownFields()
	if err := strict.Decode(reflect.New(kind).Interface()); err != nil {
		t.Errorf("%v\n%.400s", err, text)
	}
	return true
}

// batchNumber is the field that --batch adds to every document.
var batchNumber = regexp.MustCompile(`,"question":\d+}\s*$`)

// TestPagesMatchSchemas validates every document shown in a page.
func TestPagesMatchSchemas(t *testing.T) {
	book := newSchemaBook()
	for _, name := range documents(t) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			if strings.HasPrefix(line, `{"schema":`) && !strings.Contains(line, "…") {
				book.check(t, line)
			}
		}
	}
	if len(book.seen) == 0 {
		t.Error("no page shows a document: is the reader broken?")
	}
}

// TestOutputMatchesSchemas validates what the verbs print, on many boards.
func TestOutputMatchesSchemas(t *testing.T) {
	t.Parallel()
	book := newSchemaBook()
	list := append([]string{"4x2/3\n2..1\n1111\n", "3x3\n...\n", "5x5/5\n.....\n.....\n.....\n.....\n.....\n"}, boards(t)...)
	if testing.Short() {
		list = list[:5]
	} else {
		list = append(list, "30x16/99\n"+strings.Repeat(strings.Repeat(".", 30)+"\n", 16))
	}
	for _, board := range list {
		for _, args := range [][]string{{"solve", "--games=400"}, {"check"}, {"prove"}, {"hint"}, {"hint", "--level=4"}, {"why", "r1c1", "--games=400"}, {"why", "r2c2,r3c3", "--games=400"}, {"review"}} {
			if out := ask(board, append(args, "--json")...).out; out != "" {
				book.check(t, out)
			}
		}
	}
	env := testEnv(t.TempDir(), "mines", "gen", "4x4/4", "--first", "any", "--click", "r1c1", "--seed", "7")
	env.Stdin = strings.NewReader("")
	if game := try(env); game.code == 0 {
		book.check(t, ask(game.out, "review", "--json", "--retry").out)
	} else {
		t.Error(game.errors)
	}
	dir := t.TempDir()
	ks := "ruleset: english\nto move: white\nme:   8/7B/8/2K5/2N5/8/8/1R6\nopp:  k@a4  q|r|b|n@e1\ngoal: mate in 2\n"
	if err := os.WriteFile(filepath.Join(dir, "a.ks"), []byte(ks), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "rook.ks"), []byte("me: 8/8/8/8/8/2K5/8/1R6\nopp: k@*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "long.log"), []byte("W e2e4 yes\nB moved\nW d2d4 yes\nB moved\nW g1f3 yes\nB moved\nW a2a3 yes\nB moved\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"mate", "a.ks"},
		{"mate", "--plies", "1", "a.ks"},
		{"belief", "a.ks"},
		{"belief", "--list", "a.ks"},
		{"why", "b1a1", "a.ks"},
		{"mate", "--plies", "1", "--max-boards", "30", "long.log"},
		{"ending", "rook.ks"},
		{"endings", "list"},
		{"belief", "--max-boards", "30", "long.log"},
		{"why", "e4d5", "--max-boards", "30", "long.log"},
	} {
		got := try(testEnv(dir, append(append([]string{"krieg"}, args...), "--json")...))
		if got.code > 1 || !book.check(t, got.out) {
			t.Errorf("%q: exit %d, %s%.300s", args, got.code, got.errors, got.out)
		}
	}
	for _, schema := range []string{"krieg.mate/1", "krieg.belief/2", "krieg.why/1", "krieg.ending/1", "krieg.endings/1", "mines.analysis/2", "mines.explanation/1", "mines.hint/1", "mines.check/1", "mines.proof/1", "mines.review/1", "veil.problem/1"} {
		if book.seen[schema] == 0 {
			t.Errorf("no %s was printed", schema)
		}
	}
}
