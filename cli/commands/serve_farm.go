// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/web"
)

// Limits of the document about a farm.
const (
	maxFarmRuns   = 200
	maxFarmNames  = 500 // further contributors count as anonymous
	maxFarmMonths = 24
	maxFarmEvents = 200
)

// farmed is a run that is or was on a farm.
type farmed struct {
	*shelved

	name string
	face *farm.Face
	live bool // a process plays it
}

// quiet is how long a run may be silent before it counts as stopped. It writes its face every second.
const quiet = 20 * time.Second

// farm returns what the runs show about a farm.
func (s *shelf) farm(ctx context.Context) (*web.Farm, error) {
	now := time.Now().UTC()
	var all []farmed
	err := s.each(ctx, func(name string, r *shelved) {
		if face, err := farm.ReadFace(r.dir.Path); err == nil { // the others were never on a farm
			all = append(all, farmed{r, name, face, !face.Ended && now.Sub(face.At) < quiet})
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b farmed) int { return b.face.At.Compare(a.face.At) })
	names := publicNames(all)
	return &web.Farm{
		Schema: "veil.farm/1", At: now, Workers: present(all, names), Contributors: contributors(all, names), Runs: farmRuns(all), Events: farmEvents(all, names),
	}, nil
}

// publicNames returns the names of the workers that agreed to be shown, by worker. The latest run
// decides. Of several workers that want the same name, all after the first are numbered: nobody can
// pass for another.
func publicNames(latestFirst []farmed) map[string]string {
	names, heard, times := map[string]string{}, map[string]bool{}, map[string]int{}
	for _, r := range latestFirst {
		for worker, name := range r.face.Public {
			if !heard[worker] {
				names[worker] = name
			}
		}
		for _, a := range r.shares {
			heard[a.By] = true
		}
	}
	for _, worker := range slices.Sorted(maps.Keys(names)) {
		name := names[worker]
		if times[name]++; times[name] > 1 {
			names[worker] = fmt.Sprintf("%s (%d)", name, times[name])
		}
	}
	return names
}

// present returns the workers that are connected to any run.
func present(all []farmed, names map[string]string) web.FarmWorkers {
	here := map[string]farm.Present{}
	for _, r := range all {
		if !r.live {
			continue
		}
		for _, p := range r.face.Workers {
			if old, ok := here[p.Worker]; ok {
				p.Held += old.Held
				p.Since = slices.MinFunc([]time.Time{p.Since, old.Since}, time.Time.Compare)
			}
			here[p.Worker] = p
		}
	}
	w := web.FarmWorkers{Named: []web.FarmWorker{}}
	for worker, p := range here {
		w.Playing += p.Held
		if names[worker] == "" || len(w.Named) >= maxFarmNames {
			w.Anonymous++
			continue
		}
		w.Named = append(w.Named, web.FarmWorker{Name: names[worker], Playing: p.Held, Since: p.Since})
	}
	slices.SortFunc(w.Named, func(a, b web.FarmWorker) int { return cmp.Compare(a.Name, b.Name) })
	return w
}

// contributors sums up the work by contributor and month.
func contributors(all []farmed, names map[string]string) []web.FarmContributor {
	work := map[string][]experiment.Account{}
	for _, r := range all {
		for _, a := range r.shares {
			work[a.By] = append(work[a.By], a)
		}
	}
	list, rest := []web.FarmContributor{}, []experiment.Account{}
	people := 0
	for worker, shares := range work {
		if names[worker] == "" {
			rest, people = append(rest, shares...), people+1
			continue
		}
		list = append(list, web.FarmContributor{Name: names[worker], People: 1, Months: months(shares)})
	}
	slices.SortFunc(list, func(a, b web.FarmContributor) int {
		return cmp.Or(cmp.Compare(episodes(b), episodes(a)), cmp.Compare(a.Name, b.Name))
	})
	list = list[:min(len(list), maxFarmNames)]
	if people > 0 {
		list = append(list, web.FarmContributor{People: people, Months: months(rest)})
	}
	return list
}

func episodes(c web.FarmContributor) (n uint64) {
	for _, m := range c.Months {
		n += m.Episodes
	}
	return n
}

// months sums up work by month, newest first. Months before the last ones are one entry without a name.
func months(shares []experiment.Account) []web.FarmMonth {
	slices.SortFunc(shares, func(a, b experiment.Account) int { return cmp.Compare(b.Month, a.Month) })
	list := []web.FarmMonth{}
	for _, a := range shares {
		if n := len(list); n == 0 || list[n-1].Month != a.Month && list[n-1].Month != "" {
			if n >= maxFarmMonths {
				a.Month = ""
			}
			list = append(list, web.FarmMonth{Month: a.Month})
		}
		last := &list[len(list)-1]
		last.Episodes += a.Episodes
		last.CPUMS += a.Busy.Milliseconds()
	}
	return list
}

func farmRuns(all []farmed) []web.FarmRun {
	list := []web.FarmRun{}
	for _, r := range all[:min(len(all), maxFarmRuns)] {
		run := web.FarmRun{
			Name: r.name, State: r.state(), Episodes: r.summary.Episodes, Wanted: r.summary.Wanted, Figures: r.figures(), Changed: r.changed,
			Checked: len(r.summary.Thresholds),
		}
		for _, t := range r.summary.Thresholds {
			if t.Passed {
				run.Passed++
			}
		}
		if r.live {
			run.Workers, run.Rate = len(r.face.Workers), r.face.Rate
		}
		if r.summary.SPRT != nil {
			if text, err := json.Marshal(r.summary.SPRT); err == nil { // cannot fail: the summary was marshalled before
				run.SPRT = text
			}
		}
		list = append(list, run)
	}
	return list
}

// state returns the state of a run. One whose chunks nobody plays is queued.
func (r *farmed) state() string {
	held := slices.ContainsFunc(r.face.Workers, func(p farm.Present) bool { return p.Held > 0 })
	switch {
	case r.summary.Complete:
		return "done"
	case experiment.Paused(r.dir.Path):
		return "paused"
	case !r.live:
		return "stopped"
	case !held && r.face.Rate == 0:
		return "queued"
	default:
		return "running"
	}
}

// farmEvents returns the last events of all runs. Errors and reasons stay on this machine: they may
// contain names of files and words of strangers.
func farmEvents(all []farmed, names map[string]string) []web.FarmEvent {
	list := []web.FarmEvent{}
	for _, r := range all {
		for _, e := range r.face.Events {
			event := web.FarmEvent{At: e.At, Kind: string(e.Kind), Run: r.name, Worker: e.Worker != "", Who: names[e.Worker]}
			if e.Kind == farm.EventVerdict || e.Kind == farm.EventRefused {
				event.Detail = e.Detail
			}
			list = append(list, event)
		}
	}
	slices.SortStableFunc(list, func(a, b web.FarmEvent) int { return b.At.Compare(a.At) })
	return list[:min(len(list), maxFarmEvents)]
}
