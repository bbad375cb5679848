// SPDX-License-Identifier: BSD-3-Clause

package attack

import "math"

// Strategy is a way to forge a share of a run undetected. The forgers of all strategies cooperate:
// each confirms the forgeries of the others.
type Strategy struct {
	Name string
	// forgers returns the number of workers that forge.
	forgers func(workers int, share float64) int
	// density returns the share of the next chunk that a forger forges, for a mean over its whole
	// work and the progress of the run from 0 to 1.
	density func(w *worker, mean, at float64) float64
	workers int // of the farm; 0 means 20
	idlers  int // names that take chunks and play none
}

// Strategies returns the strategies that are simulated.
func Strategies() []Strategy {
	return []Strategy{
		{Name: "honest start: forges after a quarter of the run", forgers: enough, density: func(_ *worker, mean, at float64) float64 {
			return after(at, 0.25) * mean / 0.75
		}},
		{Name: "small differences: here and there an episode", forgers: enough, density: steady},
		{Name: "late: in the last tenth of the run", forgers: enough, density: func(_ *worker, mean, at float64) float64 {
			window := max(0.1, mean)
			return after(at, 1-window) * mean / window
		}},
		{Name: "replay: chunks copied from others, six in ten right by chance", forgers: enough, density: func(w *worker, mean, _ float64) float64 {
			if w.random.Float64() < mean/0.4 {
				return 0.4
			}
			return 0
		}},
		{Name: "sleeper: away for half of the run, then all that it plays", forgers: enough, density: func(w *worker, mean, at float64) float64 {
			w.away = at > 0.1 && at < 0.6
			return after(at, 0.6) * min(1, mean/0.4)
		}},
		{Name: "phantoms: 60 names that take chunks and play nothing", forgers: enough, density: steady, idlers: 60},
		{Name: "many names: half of 100 workers, a little each", forgers: half, density: steady, workers: 100},
		{Name: "conspiracy: half of the workers", forgers: half, density: steady},
		{Name: "conspiracy: all workers but two", forgers: func(workers int, _ float64) int { return workers - 2 }, density: steady},
		{Name: "conspiracy: all workers", forgers: func(workers int, _ float64) int { return workers }, density: steady},
	}
}

// enough returns as many forgers as get twice the work that they want to forge.
func enough(workers int, share float64) int {
	return min(max(1, int(math.Ceil(2*share*float64(workers)))), workers)
}

func half(workers int, _ float64) int { return workers / 2 }

func steady(_ *worker, mean, _ float64) float64 { return mean }

func after(at, start float64) float64 {
	if at < start {
		return 0
	}
	return 1
}
