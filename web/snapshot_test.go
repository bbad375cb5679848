// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/web"
)

// snapshot returns the files of a snapshot of one run, whose files contain their names.
func snapshot(t *testing.T, write func(string, []byte) error) error {
	t.Helper()
	return web.Snapshot(t.Context(), web.Runs{
		List: func(context.Context) ([]web.RunHead, error) { return []web.RunHead{{Name: "a"}}, nil },
		Read: func(_ context.Context, name string) (*web.Run, error) {
			return &web.Run{
				Schema: "veil.run/1", Name: name, Summary: json.RawMessage("{}"), Files: []string{"episodes.jsonl", "manifest.yaml"},
				Figures: []web.RunFigure{{Name: "rate", Image: "rate.svg", Data: "rate.csv"}},
			}, nil
		},
		Write: func(_ context.Context, w io.Writer, name, file string) error {
			_, err := fmt.Fprint(w, name, " ", file)
			return err
		},
		Farm: func(context.Context) (*web.Farm, error) { return &web.Farm{Schema: "veil.farm/1"}, nil },
	}, time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC), write)
}

// TestSnapshot: a snapshot has the page, which knows that it is one, the documents under names that a
// host of files can send as JSON, and every file that they name; no episodes, and nothing about games.
func TestSnapshot(t *testing.T) {
	files := map[string]string{}
	err := snapshot(t, func(name string, text []byte) error {
		files[name] = string(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"index.html":                           "url=experiments/",
		"experiments/index.html":               `data-snapshot="2026-11-18T12:00:00Z"`,
		"veil.css":                             "footer.foot.foot { display: none }",
		"v1/farm.json":                         "veil.farm/1",
		"v1/experiments.json":                  "veil.runs/1",
		"v1/experiments/a.json":                `"files":["manifest.yaml"]`,
		"v1/experiments/a/files/rate.csv":      "a rate.csv",
		"v1/experiments/a/files/rate.svg":      "a rate.svg",
		"v1/experiments/a/files/manifest.yaml": "a manifest.yaml",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s does not contain %s: %.200s", name, want, files[name])
		}
	}
	page := files["experiments/index.html"]
	for _, part := range []string{"first.js", "veil.css", "icon.svg", "icon-180.png", "manifest.webmanifest", "core.js", "veil.js"} {
		if !strings.Contains(page, "../"+part) || files[part] == "" {
			t.Errorf("%s is not in the snapshot, or the page does not need it", part)
		}
	}
	for name := range files {
		if strings.Contains(name, "mines") || strings.Contains(name, "episodes.") {
			t.Errorf("%s is in the snapshot", name)
		}
	}
	full := errors.New("the disk is full")
	if err := snapshot(t, func(name string, _ []byte) error {
		if name == "v1/farm.json" {
			return full
		}
		return nil
	}); !errors.Is(err, full) {
		t.Errorf("it ends with %v", err)
	}
}
