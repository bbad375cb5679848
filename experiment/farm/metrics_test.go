// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestDashboard runs an experiment and demands that every number the dashboard shows is
// served, that every number that is served is shown, and that they are right.
func TestDashboard(t *testing.T) {
	t.Parallel()
	s := startServer(t, ServerConfig{})
	m := NewMetrics() // of one process that is everything
	m.Watch(s)
	startWorker(t, s.URL(), &Worker{Name: "w", Metrics: m})
	r := runner(t, s.URL())
	r.Metrics = m
	p := planOf(t, fmt.Sprintf(tigerSpec, 200))
	if _, err := r.Run(t.Context(), create(t, t.TempDir(), p), p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	served := scrape(t, m)
	for _, line := range []string{
		"veil_farm_run_episodes 200", "veil_farm_run_episodes_wanted 200", "veil_farm_server_connections 3",
		`veil_farm_results_total{verdict="accepted"} `, `veil_farm_server_messages{stream="VEIL_RESULTS"} `, "veil_farm_worker_lease_seconds_count ",
	} {
		if !strings.Contains(served, "\n"+line) {
			t.Errorf("no %q in\n%s", line, served)
		}
	}
	text, err := os.ReadFile("../../docs/guides/farm-dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(text) {
		t.Error("the dashboard is not JSON")
	}
	name := regexp.MustCompile(`veil_farm_[a-z_]+`)
	for _, shown := range name.FindAllString(string(text), -1) {
		if !strings.Contains(served, "\n"+shown) {
			t.Errorf("the dashboard shows %s, which nobody serves", shown)
		}
	}
	for _, kind := range regexp.MustCompile(`# TYPE (veil_farm_[a-z_]+)`).FindAllStringSubmatch(served, -1) {
		if !strings.Contains(string(text), kind[1]) {
			t.Errorf("the dashboard does not show %s", kind[1])
		}
	}
}

func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	server := httptest.NewServer(m.Handler())
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
