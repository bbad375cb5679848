// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/web/server"
)

// Runs serves experiments. Its zero value has none. For a missing run its functions return an error
// that is fs.ErrNotExist.
type Runs struct {
	List func(context.Context) ([]RunHead, error)
	Read func(ctx context.Context, name string) (*Run, error)
	// Write writes a file of a run: a figure, its numbers, or the episodes. It ends soon after a
	// write fails.
	Write func(ctx context.Context, w io.Writer, name, file string) error
	// Farm returns what the runs show that are or were on a farm. If it is nil, none was.
	Farm func(context.Context) (*Farm, error)
	// Pause pauses a run, or resumes it. If it is nil, runs cannot be paused.
	Pause func(name string, on bool) error
}

// RunHead is an entry in the list of runs.
type RunHead struct {
	Name     string    `json:"name"`
	Episodes uint64    `json:"episodes" doc:"Number of episodes stored"`
	Wanted   uint64    `json:"wanted"`
	Complete bool      `json:"complete" doc:"Whether all episodes were played or the sequential test ended"`
	Policies []string  `json:"policies"`
	Changed  time.Time `json:"changed"`
}

// Run is the document veil.run/1: the results of a run so far.
type Run struct {
	Schema    string          `json:"schema" enum:"veil.run/1"`
	Name      string          `json:"name"`
	Changed   time.Time       `json:"changed"`
	Summary   json.RawMessage `json:"summary" doc:"Summary, as veil exp report --json prints it"`
	Timed     uint64          `json:"timed" doc:"Number of episodes with a measured time"`
	BusyMS    int64           `json:"busy_ms" doc:"CPU time of all threads"`
	Report    string          `json:"report" doc:"Report as text, for pasting"`
	Reproduce string          `json:"reproduce" doc:"Command that reproduces it"`
	Figures   []RunFigure     `json:"figures"`
	Paused    bool            `json:"paused,omitempty" doc:"Whether a pause was requested"`
	CanPause  bool            `json:"can_pause,omitempty" doc:"Whether the run can be paused here"`
	Files     []string        `json:"files" doc:"The episodes, under /v1/experiments/{name}/files/"`
}

// RunFigure is a figure of a run.
type RunFigure struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Image string `json:"image" doc:"A file of the run"`
	Data  string `json:"data" doc:"Data file of the figure"`
	Unit  string `json:"unit,omitempty" enum:"chance,score" doc:"What is measured, if policies are"`
}

// runsDocument is the document veil.runs/1.
type runsDocument struct {
	Schema string    `json:"schema" enum:"veil.runs/1"`
	Runs   []RunHead `json:"runs"`
}

// byName selects a run.
type byName struct {
	Name string `path:"name" maxLength:"100" example:"expert-first-zero"`
	None string `header:"If-None-Match"`
}

// runsRoutes serves experiments.
type runsRoutes struct {
	Runs
	*server.Server
}

func (r Runs) route(s *server.Server) {
	h := &runsRoutes{r, s}
	server.Route[runsDocument](s, "experiments", http.MethodGet, "/experiments", "The experiments on this server", h.getRuns)
	server.Route[Run](s, "experiment", http.MethodGet, "/experiments/{name}", "The results of a run so far", h.getRun)
	server.Route[Run](s, "pauseExperiment", http.MethodPost, "/experiments/{name}/pause", "Pause or resume a run", h.postPause)
	s.Handle("GET "+server.V1+"/experiments/{name}/files/{file}", h.getRunFile)
	h.routeFarm(s)
}

func (h *runsRoutes) getRuns(ctx context.Context, _ *struct{}) (*server.Reply, error) {
	body, err := h.Compute(ctx, api.Bulk, func(ctx context.Context) ([]byte, error) {
		doc := runsDocument{Schema: "veil.runs/1", Runs: []RunHead{}}
		if h.List != nil {
			list, err := h.List(pause.Context(ctx))
			if err != nil {
				return nil, noRun(err)
			}
			doc.Runs = append(doc.Runs, list...)
		}
		return api.Encode(doc), nil
	})
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	return server.Document(body), nil
}

func (h *runsRoutes) getRun(ctx context.Context, in *byName) (*server.Reply, error) {
	if h.Read == nil {
		return nil, noRun(fs.ErrNotExist)
	}
	body, err := h.Compute(ctx, api.Bulk, func(ctx context.Context) ([]byte, error) {
		run, err := h.Read(pause.Context(ctx), in.Name)
		if err != nil {
			return nil, noRun(err)
		}
		return api.Encode(run), nil
	})
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	out := server.Document(body)
	sum := sha256.Sum256(out.Body)
	out.Cache, out.ETag = "no-cache", `"`+hex.EncodeToString(sum[:12])+`"`
	if strings.Contains(in.None, out.ETag) {
		out.Status, out.Body, out.ContentType = http.StatusNotModified, nil, ""
	}
	return out, nil
}

// pausing contains whether a run should be paused.
type pausing struct {
	Name string `path:"name" maxLength:"100"`
	Body struct {
		Paused bool `json:"paused"`
	}
}

func (h *runsRoutes) postPause(ctx context.Context, in *pausing) (*server.Reply, error) {
	if h.Pause == nil {
		return nil, server.NewProblem(http.StatusForbidden, server.Forbidden, "runs cannot be paused here", "veil serve --runs DIR --control lets visitors do so")
	}
	if err := h.Pause(in.Name, in.Body.Paused); err != nil {
		return nil, noRun(err)
	}
	return h.getRun(ctx, &byName{Name: in.Name})
}

// noRun explains a missing run without revealing other files on the disk.
func noRun(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return server.NewProblem(http.StatusNotFound, server.NotFound, "no such run", "veil serve --runs DIR shows the runs in a directory")
	}
	if server.IsRefusal(err) {
		return err
	}
	return server.NewProblem(http.StatusInternalServerError, api.Internal, "the run cannot be read", "")
}

// runKinds returns the content types of a run's files, by name.
func runKinds() map[string]string {
	return map[string]string{
		".svg": "image/svg+xml", ".csv": "text/csv; charset=utf-8", ".jsonl": "application/x-ndjson",
		".parquet": "application/vnd.apache.parquet", ".yaml": "application/yaml",
	}
}

func (h *runsRoutes) getRunFile(w http.ResponseWriter, r *http.Request) {
	name, file := r.PathValue("name"), r.PathValue("file")
	kind, known := runKinds()[suffix(file)]
	if h.Write == nil || !known {
		server.ProblemOf(noRun(fs.ErrNotExist)).Write(w, r)
		return
	}
	header := http.Header{"Content-Type": {kind}, "Cache-Control": {"no-cache"}}
	if suffix(file) != ".svg" {
		header.Set("Content-Disposition", `attachment; filename="`+name+"-"+file+`"`)
	}
	sent, err := h.Stream(w, r, header, func(ctx context.Context, out io.Writer) error { return h.Write(pause.Context(ctx), out, name, file) })
	if err != nil && !sent {
		server.ProblemOf(noRun(err)).Write(w, r)
	} else if err != nil {
		h.Log().Error("a run", "name", name, "file", file, "error", err)
		panic(http.ErrAbortHandler) // the reader must notice that the file is incomplete
	}
}

func suffix(file string) string {
	if i := strings.LastIndex(file, "."); i >= 0 {
		return file[i:]
	}
	return ""
}
