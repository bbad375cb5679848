// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Progress counts how far a run has come.
type Progress struct {
	Games         uint64
	Mates, Misses int
}

// Run makes the problems of a recipe. It writes a journal of settled results, so that a run killed
// at any moment continues where it was and makes the same problems. report, if given, is called
// after every game.
func Run(ctx context.Context, r Recipe, journal string, report func(Progress)) ([]Problem, error) {
	m, err := newMaker(r)
	if err != nil {
		return nil, err
	}
	j, err := openJournal(journal, m.Recipe)
	if err != nil {
		return nil, err
	}
	err = j.play(ctx, m, report)
	return j.problems, errors.Join(err, j.file.Close())
}

// journal is the file of a run: the recipe, then a line for every problem and, now and
// then, for the number of games played.
type journal struct {
	file     *os.File
	problems []Problem
	at       Progress
}

// line is one line of a journal.
type line struct {
	Recipe  *Recipe  `json:"recipe,omitempty"`
	Games   uint64   `json:"games,omitempty"`
	Problem *Problem `json:"problem,omitempty"`
}

// openJournal opens or begins a journal. It truncates an incomplete last line.
func openJournal(name string, r Recipe) (*journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	if err := j.read(r); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return j, nil
}

func (j *journal) read(r Recipe) error {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if err := j.file.Truncate(int64(len(text))); err != nil {
		return err
	}
	if _, err := j.file.Seek(int64(len(text)), io.SeekStart); err != nil {
		return err
	}
	if len(text) == 0 {
		return j.write(line{Recipe: &r})
	}
	n := 0
	for row := range bytes.Lines(text) {
		n++
		var l line
		if err := json.Unmarshal(row, &l); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if n == 1 && (l.Recipe == nil || !l.Recipe.same(r)) {
			return errors.New("this is the journal of another recipe; remove it, or give the same flags")
		}
		j.note(l)
	}
	return nil
}

// same reports whether two recipes make the same problems, though one may stop before the other.
func (r Recipe) same(other Recipe) bool {
	r.Games, other.Games = 0, 0
	return r == other
}

func (j *journal) note(l line) {
	j.at.Games = max(j.at.Games, l.Games)
	if l.Problem == nil {
		return
	}
	j.problems = append(j.problems, *l.Problem)
	j.at.Games = max(j.at.Games, l.Problem.Game+1)
	if l.Problem.Verdict == Mate {
		j.at.Mates++
	} else {
		j.at.Misses++
	}
}

// write appends a line, which is on disk when it returns.
func (j *journal) write(l line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// noteEvery is the number of games without a problem after which their number is recorded.
const noteEvery = 64

// play plays games until the set is full.
func (j *journal) play(ctx context.Context, m *maker, report func(Progress)) error {
	for i := range j.problems {
		m.seen[j.problems[i].Belief] = true
	}
	m.wanted = func(verdict string) bool {
		return verdict == Mate && j.at.Mates < m.Mates || verdict == NearMiss && j.at.Misses < m.Misses
	}
	for (m.wanted(Mate) || m.wanted(NearMiss)) && (m.Games == 0 || j.at.Games < m.Games) {
		p, err := m.game(ctx, j.at.Games)
		if err != nil {
			return err
		}
		l := line{Games: j.at.Games + 1, Problem: p}
		if p != nil {
			m.seen[p.Belief] = true
			l.Games = 0
		}
		if p != nil || l.Games%noteEvery == 0 {
			if err := j.write(l); err != nil {
				return err
			}
		}
		j.note(l)
		if report != nil {
			report(j.at)
		}
	}
	return nil
}

// JournalOf returns the name of the journal for a file of problems.
func JournalOf(file string) string { return strings.TrimSuffix(file, ".gz") + ".journal" }
