// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/web/server"
)

// Farm is the document veil.farm/1: the runs of a farm and the people who play them. Workers that
// have not agreed to be named are only counted.
type Farm struct {
	Schema       string            `json:"schema" enum:"veil.farm/1"`
	At           time.Time         `json:"at"`
	Workers      FarmWorkers       `json:"workers" doc:"Workers that are connected now"`
	Contributors []FarmContributor `json:"contributors" doc:"Named contributors, most episodes first; then one entry without a name for all others"`
	Runs         []FarmRun         `json:"runs" doc:"Runs that were on a farm, most recently changed first"`
	Events       []FarmEvent       `json:"events" doc:"Most recent events, newest first"`
}

// FarmWorkers are the workers that are connected.
type FarmWorkers struct {
	Named     []FarmWorker `json:"named" doc:"Workers that agreed to be named"`
	Anonymous int          `json:"anonymous" doc:"Number of the others"`
	Playing   int          `json:"playing" doc:"Chunks that all workers play"`
}

// FarmWorker is a worker that agreed to be named.
type FarmWorker struct {
	Name    string    `json:"name"`
	Playing int       `json:"playing" doc:"Chunks that the worker plays"`
	Since   time.Time `json:"since"`
}

// FarmContributor is the work of a contributor, or of all that are not named.
type FarmContributor struct {
	Name   string      `json:"name,omitempty" doc:"Public name; omitted for all others together"`
	People int         `json:"people" doc:"Number of contributors in this entry"`
	Months []FarmMonth `json:"months" doc:"Work by month, newest first"`
}

// FarmMonth is the work of a month: verified episodes that are still stored.
type FarmMonth struct {
	Month    string `json:"month,omitempty" doc:"Such as 2026-11; omitted for work without a recorded month"`
	Episodes uint64 `json:"episodes"`
	CPUMS    int64  `json:"cpu_ms" doc:"CPU time of all threads"`
}

// FarmRun is a run on a farm.
type FarmRun struct {
	Name     string          `json:"name"`
	State    string          `json:"state" enum:"queued,running,paused,stopped,done"`
	Episodes uint64          `json:"episodes"`
	Wanted   uint64          `json:"wanted"`
	Workers  int             `json:"workers" doc:"Workers that are connected to this run now"`
	Rate     float64         `json:"rate" doc:"Recent episodes per second"`
	SPRT     json.RawMessage `json:"sprt,omitempty" doc:"State of the sequential test, as in the summary of the run"`
	Passed   int             `json:"passed" doc:"Thresholds that hold"`
	Checked  int             `json:"checked" doc:"Number of thresholds"`
	Figures  []RunFigure     `json:"figures" doc:"Series that the run publishes, under /v1/experiments/{name}/files/"`
	Changed  time.Time       `json:"changed"`
}

// FarmEvent is an entry in the log of a farm.
type FarmEvent struct {
	At     time.Time `json:"at"`
	Kind   string    `json:"kind" enum:"began,joined,left,refused,excluded,verdict,stopped"`
	Run    string    `json:"run"`
	Worker bool      `json:"worker,omitempty" doc:"Whether it is about a worker"`
	Who    string    `json:"who,omitempty" doc:"Public name of the worker; omitted if it is anonymous"`
	Detail string    `json:"detail,omitempty"`
}

func (h *runsRoutes) getFarm(ctx context.Context, _ *struct{}) (*server.Reply, error) {
	body, err := h.Compute(ctx, api.Bulk, func(ctx context.Context) ([]byte, error) {
		doc := &Farm{
			Schema: "veil.farm/1", Workers: FarmWorkers{Named: []FarmWorker{}}, Contributors: []FarmContributor{}, Runs: []FarmRun{}, Events: []FarmEvent{},
		}
		if h.Farm == nil {
			return api.Encode(doc), nil
		}
		doc, err := h.Farm(pause.Context(ctx))
		if err != nil {
			return nil, noRun(err)
		}
		return api.Encode(doc), nil
	})
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	return server.Document(body), nil
}

func (h *runsRoutes) routeFarm(s *server.Server) {
	server.Route[Farm](s, "farm", http.MethodGet, "/farm", "Runs of a farm and their contributors", h.getFarm)
}
