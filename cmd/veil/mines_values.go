// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/term"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

const valuesLong = `values computes the winning chance of every first click with best play, for a list of mine
counts and first-click rules: the number of layouts won, of all that the rule allows. Of
cells that are mirror images only one is solved.

With --store each result is written to a file as soon as it is known. After Ctrl-C, or a
crash, the same command resumes where it stopped; only the click that was being solved
starts over. A click that takes longer than --patience or --nodes allow gets proved
bounds, and is solved again when the command is given more.`

// valuesFlags are the flags of values.
type valuesFlags struct {
	mines    string
	first    []string
	store    string
	patience time.Duration
	nodes    int
	memory   frame.ByteSize
	silent   bool
}

func newMinesValues(a *app) *cobra.Command {
	var f valuesFlags
	cmd := frame.Verb("values SIZE", "compute the winning chance of every first click", valuesLong,
		"veil mines values 4x4 --mines 1-6",
		"veil mines values 3x3 --first safe --store values.tsv")
	flags := cmd.Flags()
	flags.StringVar(&f.mines, "mines", "", "mine `COUNTS` in the order to be solved: 1-3,7 (default: all)")
	flags.StringSliceVar(&f.first, "first", []string{"safe", "zero"}, "first-click `RULES`: safe, zero")
	flags.StringVar(&f.store, "store", "", "keep results in `FILE`, and compute only what is missing there")
	frame.Written(flags, "store")
	flags.DurationVar(&f.patience, "patience", 0, "limit of CPU time per click; then it gets bounds (default: no limit)")
	flags.IntVar(&f.nodes, "nodes", 0, "limit of positions searched per click; then it gets bounds (default: no limit)")
	flags.Var(&f.memory, "memory", "`SIZE` of the table of positions; with less it takes longer (default 512MB)")
	flags.BoolVar(&f.silent, "no-progress", false, "print no progress line")
	frame.CompleteFlag(cmd, "first", "safe", "zero")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		boards, err := f.boards(args[0])
		if err != nil {
			return err
		}
		return a.values(cmd.Context(), f, boards)
	}
	return cmd
}

// boards returns the boards to solve: by mine count, then by rule.
func (f *valuesFlags) boards(size string) ([]mines.Rules, error) {
	board, err := mines.ParseBoard(size)
	if err != nil {
		return nil, frame.Usage(fmt.Sprintf("size %q: want width x height, such as 5x5", size), "for example: veil mines values 5x5")
	}
	if board.Mines != mines.UnknownMines && f.mines == "" {
		f.mines = strconv.Itoa(board.Mines)
	}
	counts, err := parseCounts(f.mines, board.Cells()-1)
	if err != nil {
		return nil, frame.Usage("--mines: "+err.Error(), "for example: --mines 1-3,7")
	}
	if f.patience < 0 || f.patience%time.Second != 0 {
		return nil, frame.Usage(fmt.Sprintf("--patience %v: want whole seconds, such as 30s", f.patience))
	}
	if f.nodes < 0 {
		return nil, frame.Usage(fmt.Sprintf("--nodes %d: want 1 or more", f.nodes))
	}
	var list []mines.Rules
	for _, n := range counts {
		for _, name := range f.first {
			rules := mines.Rules{Width: board.Width, Height: board.Height, Mines: n}
			if err := rules.First.UnmarshalText([]byte(name)); err != nil || rules.First == mines.Any {
				return nil, frame.Usage(fmt.Sprintf("--first %q: want safe or zero: the first click must be protected", name))
			}
			if !slices.Contains(list, rules) {
				list = append(list, rules)
			}
		}
	}
	return list, nil
}

// parseCounts parses 1-3,7; the empty text means 0 to most.
func parseCounts(text string, most int) ([]int, error) {
	if text == "" {
		text = "0-" + strconv.Itoa(most)
	}
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		lo, err1 := strconv.Atoi(from)
		hi, err2 := strconv.Atoi(to)
		if err := errors.Join(err1, err2); err != nil || lo < 0 || lo > hi || hi > most {
			return nil, fmt.Errorf("%q: want numbers from 0 to %d", part, most)
		}
		for n := lo; n <= hi; n++ {
			list = append(list, n)
		}
	}
	return list, nil
}

func (f *valuesFlags) budget() values.Budget {
	return values.Budget{Seconds: uint64(f.patience / time.Second), Nodes: uint64(f.nodes)}
}

// values solves the missing clicks, and prints all.
func (a *app) values(ctx context.Context, f valuesFlags, boards []mines.Rules) error {
	job := &valuesJob{flags: f, store: values.Memory()}
	if f.store != "" {
		var err error
		if job.store, err = values.Open(a.Path(f.store)); err != nil {
			return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: err.Error(), Cause: err}
		}
	}
	err := job.plan(boards)
	if err == nil {
		if !f.silent {
			job.line = a.ShowProgress("solving")
		}
		err = job.run(ctx)
		job.line.Done()
	}
	if err == nil {
		err = job.store.Finish()
	}
	if err := errors.Join(err, job.store.Close()); err != nil {
		return job.stopped(err)
	}
	ans, err := newClickValues(job)
	if err != nil {
		return err
	}
	if err := a.Emit(ans); err != nil {
		return err
	}
	return ans.complete()
}

// valuesJob is a run of values.
type valuesJob struct {
	flags  valuesFlags
	store  *values.Store
	clicks []values.Key // the requested clicks
	done   int          // of clicks: solved or given up
	search *analysis.Search
	board  mines.Rules // of search
	nodes  uint64      // that search has spent on earlier clicks
	line   *term.Progress
}

// plan lists the clicks of all boards.
func (j *valuesJob) plan(boards []mines.Rules) error {
	for _, rules := range boards {
		cells, err := analysis.FirstClicks(rules)
		if err != nil {
			return err
		}
		for _, c := range cells {
			j.clicks = append(j.clicks, values.Key{
				Width: rules.Width, Height: rules.Height, Mines: rules.Mines, First: rules.First.String(), Cell: rules.Name(c),
			})
		}
	}
	return nil
}

// run solves the clicks that the store lacks or has only with a smaller budget.
func (j *valuesJob) run(ctx context.Context) error {
	for _, key := range j.clicks {
		if j.wanted(key) {
			row, err := j.solve(ctx, key)
			if err == nil {
				err = j.store.Add(row)
			}
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
		}
		j.done++
	}
	return nil
}

// wanted reports whether a click is missing, was interrupted, or may be improved with this budget.
func (j *valuesJob) wanted(key values.Key) bool {
	old, ok := j.store.Row(key)
	return !ok || !old.Exact() && (old.Budget == values.Budget{} || j.flags.budget().Exceeds(old.Budget))
}

// solve solves one click. If it is interrupted, the proved bounds are returned.
func (j *valuesJob) solve(ctx context.Context, key values.Key) (values.Row, error) {
	cell, err := j.prepare(ctx, key)
	if err != nil {
		return values.Row{}, err
	}
	limited, cancel := rusage.WithCPU(ctx, j.flags.patience)
	defer cancel()
	click, err := j.search.FirstClick(limited, cell, veil.Budget{Nodes: j.flags.nodes})
	if err != nil {
		return values.Row{}, err
	}
	row := values.Row{
		Key: key, Lo: click.Won.Lo, Hi: click.Won.Hi, Layouts: click.Layouts,
		Nodes: click.Stats.Nodes - j.nodes, Entries: uint64(click.Stats.Entries),
	}
	if !row.Exact() && ctx.Err() == nil {
		row.Budget = j.flags.budget()
	}
	j.nodes = click.Stats.Nodes
	return row, nil
}

// prepare creates the search of a board, whose clicks share one table of positions.
func (j *valuesJob) prepare(ctx context.Context, key values.Key) (mines.Cell, error) {
	rules := mines.Rules{Width: key.Width, Height: key.Height, Mines: key.Mines}
	if err := rules.First.UnmarshalText([]byte(key.First)); err != nil {
		return 0, err
	}
	cell, err := rules.ParseCell(key.Cell)
	if err != nil || j.search != nil && j.board == rules {
		return cell, err
	}
	j.search, j.board, j.nodes = nil, rules, 0
	debug.FreeOSMemory() // the table of the last board may be large
	a, err := count.Analyse(mines.NewView(rules), count.Limit{})
	if err != nil {
		return 0, err
	}
	cfg := analysis.SearchConfig{MaxLayouts: maxValuesLayouts}
	cfg.Search.BestOnly = true // under zero only the best second click matters
	cfg.Search.MaxBytes = int64(j.flags.memory)
	cfg.Search.NoGreedy = true // initial bounds are of no use here
	cfg.Search.Progress = j.progress(key)
	j.search, err = analysis.NewSearch(ctx, a, cfg)
	return cell, err
}

// maxValuesLayouts is the largest board that is attempted: its layouts alone take gigabytes.
const maxValuesLayouts = 1 << 25

// stopped explains a run that did not complete.
func (j *valuesJob) stopped(err error) error {
	f := frame.AsFailure(err)
	if f.Code == frame.ExitInterrupted {
		f.What = fmt.Sprintf("%d of %s known", j.done, text.Plural(len(j.clicks), "first click"))
		if j.flags.store != "" {
			f.Notes = append(f.Notes, "they are stored; run the same command to continue")
		}
	}
	if errors.Is(err, veil.ErrTooHard) {
		f.What, f.Notes = "the board has too many layouts for the memory", []string{"raise --memory, or take another number of mines"}
	}
	return f
}
