// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/veilplan/veil/mines/analysis"
)

const fileHead = "# Guesses of fast, and what cells score on common layouts: board (0 30x16/99 zero, 1 safe, 2 16x16/40 safe), game,\n" +
	"# guess, weight, phase, layouts, cells, position. A cell: index, then the sums of its scores in units of 0.0001 on two\n" +
	"# halves of the layouts, continued by fast, and by instant. The first is the choice of fast; those after + were\n" +
	"# valued later. Made by: veil-dev regret -make GAMES\n"

// store is the half of the benchmark that is kept in a file.
type store struct {
	name      string // gzipped
	games     int    // of each board
	positions []*position
	changed   bool // values were added
}

func half(dir string, sealed bool) string {
	if sealed {
		return filepath.Join(dir, "sealed.tsv.gz")
	}
	return filepath.Join(dir, "tuning.tsv.gz")
}

// read reads a file, if it exists.
func read(name string) (*store, error) {
	s := &store{name: name}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	text, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, s.scan(text)
}

func (s *store) scan(text io.Reader) error {
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "# games of each board: "); ok {
			if _, err := fmt.Sscan(rest, &s.games); err != nil {
				return fmt.Errorf("%s: %q: %w", s.name, line, err)
			}
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parse(line)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		s.positions = append(s.positions, p)
	}
	return lines.Err()
}

// write replaces the file.
func (s *store) write() error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	fmt.Fprintf(z, "%s# games of each board: %d\n", fileHead, s.games)
	for _, p := range s.positions {
		if _, err := io.WriteString(z, p.line()); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	next := s.name + ".new"
	if err := os.WriteFile(next, b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(next, s.name)
}

// extend plays further games of each board, one of each half and board in turn, and then values all
// positions on as many layouts. It keeps the files as they grow, and when the context ends.
func extend(ctx context.Context, log io.Writer, dir string, layouts, games int) error {
	makers, err := newMakers()
	if err != nil {
		return err
	}
	var all [2]*store
	for i := range all {
		if all[i], err = read(half(dir, i == 1)); err != nil {
			return err
		}
	}
	if err := all[0].check(makers); err != nil {
		return err
	}
	for least := min(all[0].games, all[1].games); least < games; least++ {
		for i, s := range all {
			if s.games > least {
				continue
			}
			if err := s.play(ctx, makers, i == 1, layouts); err != nil {
				return errors.Join(err, all[0].write(), all[1].write())
			}
			if err := s.keep(log, s.games, games); err != nil {
				return err
			}
		}
	}
	for _, s := range all {
		if err := s.refine(ctx, log, makers, layouts); err != nil {
			return err
		}
	}
	return nil
}

// keep writes the file after some steps.
func (s *store) keep(log io.Writer, step, steps int) error {
	if step%10 != 0 && step != steps {
		return nil
	}
	fmt.Fprintf(log, "%s: step %d of %d; %d positions\n", filepath.Base(s.name), step, steps, len(s.positions))
	return s.write()
}

// refine values the positions on more layouts.
func (s *store) refine(ctx context.Context, log io.Writer, makers []*maker, layouts int) error {
	for i, p := range s.positions {
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), s.write())
		}
		if p.phase == endgame || p.layouts >= layouts {
			continue
		}
		if err := makers[p.board].refine(p, layouts); err != nil {
			return err
		}
		if err := s.keep(log, i+1, len(s.positions)); err != nil {
			return err
		}
	}
	return s.write()
}

func newMakers() (makers []*maker, err error) {
	ends, few := analysis.NewEndgames(endLayouts), analysis.NewEndgames(instantLayouts)
	for _, b := range boards() {
		m, err := newMaker(b, ends, few)
		if err != nil {
			return nil, err
		}
		makers = append(makers, m)
	}
	return makers, nil
}

// play adds the positions of one game of each board.
func (s *store) play(ctx context.Context, makers []*maker, sealed bool, layouts int) error {
	var all []*position
	for i, m := range makers {
		list, err := m.play(ctx, i, numbered(s.games, sealed), layouts)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	s.positions, s.games = append(s.positions, all...), s.games+1
	return nil
}

// numbered returns the number of the i-th game of a half.
func numbered(i int, sealed bool) int {
	if sealed {
		return 2*i + 1
	}
	return 2 * i
}
