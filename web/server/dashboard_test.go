// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDashboard: the dashboard shows every metric of a server, and none that there is not.
func TestDashboard(t *testing.T) {
	s := newToy(t, Config{}, nothing)
	s.Call(t, "POST", "/v1/short", "{}")
	_, served, _ := s.Call(t, "GET", "/metrics", "")
	text, err := os.ReadFile("../../docs/guides/serve-dashboard.json")
	if err != nil || !json.Valid(text) {
		t.Fatalf("the dashboard is not JSON: %v", err)
	}
	// Counters by label appear with their first event.
	served += "\n# TYPE veil_cache_total counter\nveil_cache_total"
	for _, shown := range regexp.MustCompile(`veil_[a-z_]+`).FindAllString(string(text), -1) {
		if !strings.Contains(served, "\n"+shown) {
			t.Errorf("the dashboard shows %s, which is not served", shown)
		}
	}
	for _, kind := range regexp.MustCompile(`# TYPE (veil_[a-z_]+)`).FindAllStringSubmatch(served, -1) {
		if !strings.Contains(string(text), kind[1]) {
			t.Errorf("the dashboard does not show %s", kind[1])
		}
	}
}
