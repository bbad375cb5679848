// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeFollowsNoLinks: a server of runs shows nothing that a link in them leads to, and changes
// nothing there.
func TestServeFollowsNoLinks(t *testing.T) {
	dir := t.TempDir()
	const spec = "{name: a, domain: tiger, policies: [{id: random}], episodes: 3, seed: 1}\n"
	if err := os.WriteFile(filepath.Join(dir, "secret.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	made := spawn(t, dir, "exp", "run", "secret.yaml")
	<-made.over
	if made.err != nil {
		t.Fatal(made.said.String())
	}
	runs := filepath.Join(dir, "runs")
	copied := func(name string) string {
		to := filepath.Join(runs, name)
		if err := os.CopyFS(to, os.DirFS(filepath.Join(runs, "a"))); err != nil {
			t.Fatal(err)
		}
		return to
	}
	// "bare" is only a link; in "file" a file of the run is one, in "folder" a folder is; "near" leads to another run.
	bare, file, folder, near, paused := filepath.Join(runs, "bare"), copied("file"), copied("folder"), copied("near"), copied("paused")
	err := errors.Join(
		os.MkdirAll(filepath.Join(bare, "episodes"), 0o700), os.Symlink(filepath.Join(dir, "secret.yaml"), filepath.Join(bare, "manifest.yaml")),
		os.Rename(filepath.Join(file, "episodes", "000001.jsonl"), filepath.Join(dir, "elsewhere")),
		os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(file, "episodes", "000001.jsonl")),
		os.Rename(filepath.Join(folder, "episodes"), filepath.Join(dir, "episodes")),
		os.Symlink(filepath.Join(dir, "episodes"), filepath.Join(folder, "episodes")),
		os.Remove(filepath.Join(near, "manifest.yaml")), os.Symlink("../a/manifest.yaml", filepath.Join(near, "manifest.yaml")),
		os.Symlink("a", filepath.Join(runs, "whole")),
		os.Symlink(filepath.Join(dir, "made"), filepath.Join(paused, "paused")),
	)
	if err != nil {
		t.Fatal(err)
	}
	url := spawn(t, dir, "serve", "--listen", "127.0.0.1:0", "--runs", "runs", "--control").await(t, `http://[0-9.:]+`)
	if status, text := fetch(t, http.MethodGet, url+"/v1/experiments/a/files/manifest.yaml"); status != http.StatusOK || !strings.Contains(text, "tiger") {
		t.Errorf("a run: %d %s", status, text)
	}
	for _, name := range []string{"bare", "file", "folder", "near", "whole"} {
		for _, path := range []string{"", "/files/manifest.yaml", "/files/episodes.csv"} {
			if status, text := fetch(t, http.MethodGet, url+"/v1/experiments/"+name+path); status == http.StatusOK || strings.Contains(text, "tiger") {
				t.Errorf("%s%s: %d %.200s", name, path, status, text)
			}
		}
	}
	if _, text := fetch(t, http.MethodGet, url+"/v1/experiments"); strings.Count(text, `"name"`) != 2 {
		t.Errorf("listed: %s", text)
	}
	if status, text := fetch(t, http.MethodPost, url+"/v1/experiments/paused/pause"); status == http.StatusOK {
		t.Errorf("paused through a link: %s", text)
	}
	if _, err := os.Lstat(filepath.Join(dir, "made")); err == nil {
		t.Error("a file was made elsewhere")
	}
}

// fetch calls a server and returns what it says.
func fetch(t *testing.T, method, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(`{"paused":true}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}
