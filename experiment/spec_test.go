// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
)

const yamlSpec = `# a comment
name: hero
domain: tiger
horizon: 5
policies:
  - {id: random}
  - id: sure
    player: listener
    params: {sure: 0.90}
episodes: 20000
seed: 20261114
record: [result, moves, guesses]
sprt: {first: sure, second: random, by_score: true, h0: 0, h1: 0.1, alpha: 0.05, beta: 0.05}
thresholds:
  - sure.score >= 0
  - paired(sure, random).score_diff.ci95.low > 0
`

const jsonSpec = `{
	"policies": [{"id": "random", "player": "random"}, {"params": {"sure": 9e-1}, "player": "listener", "id": "sure"}],
	"seed": 20261114, "episodes": 20000, "name": "hero", "domain": "tiger", "horizon": 5.0,
	"record": ["guesses"],
	"sprt": {"first": "sure", "second": "random", "by_score": true, "h0": 0, "h1": 0.1, "alpha": 0.05, "beta": 0.05}
}`

func TestSpecsThatSayTheSameHashAlike(t *testing.T) {
	a, b := plan(t, yamlSpec, catalog.All()), plan(t, jsonSpec, catalog.All())
	if a.Hash != b.Hash {
		t.Errorf("%s\n%s", a.Hash, b.Hash)
	}
	text, err := a.Spec.YAML()
	if err != nil {
		t.Fatal(err)
	}
	if c := plan(t, string(text), catalog.All()); c.Hash != a.Hash {
		t.Errorf("the manifest says something else:\n%s", text)
	}
	defaults := plan(t, "{name: x, domain: tiger, seed: 1, episodes: 1, policies: [{id: listener}]}", catalog.All())
	spelled := plan(t, "{name: y, domain: tiger, horizon: 10, seed: 1, episodes: 2, policies: [{id: listener, params: {sure: 0.9}}]}", catalog.All())
	if defaults.Hash != spelled.Hash {
		t.Error("writing a default down changes the hash")
	}
	for _, change := range [][2]string{{"horizon: 5", "horizon: 6"}, {"0.90", "0.91"}, {"20261114", "1"}, {"guesses", "work"}, {"id: random", "id: rnd, player: random"}} {
		text := strings.Replace(yamlSpec, change[0], change[1], 1)
		text = text[:strings.Index(text, "sprt")]
		if c := plan(t, text, catalog.All()); c.Hash == a.Hash {
			t.Errorf("%s does not change the hash", change[1])
		}
	}
}

// TestHashIsForEver pins the canonical form: a hash that changes orphans every run.
func TestHashIsForEver(t *testing.T) {
	const want = "114f504e606682eb34ab7869fc521a30bbb909d24601ffc7b05d43a604216f04" // of the canonical JSON, by another program
	if p := plan(t, yamlSpec, catalog.All()); p.Hash != want {
		t.Errorf("hash %s, want %s", p.Hash, want)
	}
}

func TestManifest(t *testing.T) {
	dir := t.TempDir()
	d, _, err := experiment.Create(dir, plan(t, yamlSpec, catalog.All()), madeBy())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "manifest.golden")
	got := read(t, filepath.Join(dir, "manifest.yaml"))
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want := read(t, golden); string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"episodes: 20000", "episode: 20000", "episodes 0: want 1 to"},
		{"episodes: 20000", "episodes: -1", "episodes: want uint64, got number -1"},
		{"episodes: 20000", "episodes: many", "episodes: want uint64, got string"},
		{"{id: random}", "{id: random, strength: 3}", `unknown field "strength"`},
		{"id: sure", "id: random", `policy id "random" is used twice`},
		{"name: hero", "name: ../hero", `name "../hero": want letters`},
		{"guesses]", "gusses]", `record "gusses": want some of [result`},
		{"first: sure", "first: shure", `sprt: first "shure", second "random": want two policies`},
		{"h1: 0.1", "h1: 0", "sprt: h0 0, h1 0: want -1 < h0 < h1 < 1"},
		{"sure.score >= 0", "sure.luck >= 0", `there are win_rate, score, moves`},
		{"sure.score >= 0", "sure.score => 0", `want something like`},
		{"sure.score >= 0", "sure.score >= much", `"much" is not a number`},
		{"sure.score >= 0", "nobody.score >= 0", `no policy "nobody"`},
		{"paired(sure, random)", "paired(sure, sure)", `want two different policies`},
		{"seed: 20261114", "seed: 1\nseed: 2", `[12:1] mapping key`},
		{"seed: 20261114", "seed: &x 1", `is not supported`},
		{"domain: tiger", "domain: ''", `domain is missing`},
		{"horizon: 5", "horizon: [", ``},
	} {
		text := strings.Replace(yamlSpec, c.from, c.to, 1)
		if _, err := experiment.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.to, err, c.want)
		}
	}
	for _, text := range []string{"", "3", "[]", "a: 1\n---\nb: 2", "{", strings.Repeat("[", 100), strings.Repeat(" ", 1<<20+1)} {
		if _, err := experiment.Parse([]byte(text)); err == nil {
			t.Errorf("%.20q was read", text)
		}
	}
}

func TestResolveRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"horizon: 5", "horizn: 5", `policy random: tiger: rules: unknown field "horizn": there are horizon`},
		{"player: listener", "player: oracle", `policy sure: tiger: no player "oracle"`},
		{"{sure: 0.90}", "{shure: 0.9}", `policy sure: tiger: player listener: unknown field "shure": there are sure`},
		{"domain: tiger", "domain: lion", `policy random: lion: no domain "lion": there are `},
	} {
		spec, err := experiment.Parse([]byte(strings.Replace(yamlSpec, c.from, c.to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := experiment.Resolve(*spec, catalog.All()); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.to, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(yamlSpec)
	f.Add(jsonSpec)
	f.Add("a: &x [*x]")
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := experiment.Parse([]byte(text))
		if err != nil {
			return
		}
		out, err := spec.YAML()
		if err != nil {
			t.Fatal(err)
		}
		again, err := experiment.Parse(out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		a, err1 := spec.Hash()
		b, err2 := again.Hash()
		if a != b || err1 != nil || err2 != nil {
			t.Errorf("%s %v\n%s %v\n%s", a, err1, b, err2, out)
		}
	})
}

// TestNamesAreNoFormulas: names of runs and policies, the only texts of a spec in the tables that are
// exported, are no formulas of a spreadsheet, no paths and no options of a command.
func TestNamesAreNoFormulas(t *testing.T) {
	for _, name := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "=cmd|' /C calc'!A0", "a,b", "a\"b", "a\nb", "..", ".", "a/b", "-o", "a;b", "ａ", ""} {
		for what, text := range map[string]string{
			"run":    `{"name": %s, "domain": "coins", "policies": [{"id": "a"}], "episodes": 1, "seed": 1}`,
			"policy": `{"name": "a", "domain": "coins", "policies": [{"id": %s}], "episodes": 1, "seed": 1}`,
		} {
			quoted, err := json.Marshal(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := experiment.Parse(fmt.Appendf(nil, text, quoted)); err == nil {
				t.Errorf("a %s may be called %q", what, name)
			}
		}
	}
}

// TestManifestNumbers: numbers that are very small or very large are read as they were written.
func TestManifestNumbers(t *testing.T) {
	for _, h1 := range []string{"0.1", "0.0001", "0.00003", "1e-7", "2.5e-300"} {
		a := plan(t, strings.Replace(yamlSpec, "h1: 0.1", "h1: "+h1, 1), catalog.All())
		text, err := a.Spec.YAML()
		if err != nil {
			t.Fatal(err)
		}
		b := plan(t, string(text), catalog.All())
		if b.Hash != a.Hash || b.Spec.SPRT.H1 != a.Spec.SPRT.H1 {
			t.Errorf("h1 %s is read as %g:\n%s", h1, b.Spec.SPRT.H1, text)
		}
	}
}
