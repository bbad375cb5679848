// SPDX-License-Identifier: BSD-3-Clause

package play_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/play"
)

type budget struct {
	Nodes int `json:"nodes"`
}

type settings struct {
	Level  int             `json:"level"`
	Search *budget         `json:"search"`
	Stages []budget        `json:"stages"`
	Free   json.RawMessage `json:"free"`
}

// TestStrictAtAnyDepth: a misspelt field of a nested object would leave its default in force unseen.
func TestStrictAtAnyDepth(t *testing.T) {
	for text, want := range map[string]string{
		`{"search":{"nodes":5},"stages":[{"nodes":1},{}],"free":{"any":[1]}}`: "",
		`{"search":null,"stages":null}`:                                       "",
		`{"search":{"node":5}}`:                                               `search: unknown field "node": there are nodes`,
		`{"search":{"Nodes":5}}`:                                              `search: unknown field "Nodes": there are nodes`,
		`{"search":{"nodes":5,"nodes":6}}`:                                    `search: field "nodes" is given twice`,
		`{"stages":[{},{"depth":1}]}`:                                         `stages: 2: unknown field "depth": there are nodes`,
		`{"search":[5]}`:                                                      `search: want an object, got array`,
		`{"levels":5}`:                                                        `unknown field "levels": there are level, search, stages, free`,
	} {
		_, err := play.Strict(json.RawMessage(text), settings{})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzStrict: nothing panics, and what is accepted is JSON that names known fields only.
func FuzzStrict(f *testing.F) {
	for _, text := range []string{`{"level":1,"search":{"nodes":2}}`, `{"stages":[{},{"nodes":1}]}`, `{"free":0}`, `[`, `{"search":{"nodes":{}}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := play.Strict(text, settings{})
		if err != nil || len(text) == 0 {
			return
		}
		again, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := play.Strict(again, settings{}); err != nil {
			t.Errorf("%s is accepted, but written again as %s is not: %v", text, again, err)
		}
	})
}
