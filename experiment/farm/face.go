// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/veilplan/veil/experiment/durable"
)

// Face is the document farm.face/1: what a run on a farm shows about itself. The run writes it into
// its directory; nothing is computed from it. It contains the names of invitations, so it is not
// for publication: see Public.
type Face struct {
	Schema  string    `json:"schema"`
	At      time.Time `json:"at"`
	Ended   bool      `json:"ended,omitempty"` // no process plays this run
	Workers []Present `json:"workers"`         // that work now
	// Public contains the names that workers want to be shown, by worker. A worker without an entry
	// stays anonymous.
	Public  map[string]string `json:"public,omitempty"`
	Waiting int               `json:"waiting"` // chunks not given out
	Rate    float64           `json:"rate"`    // recent episodes per second
	Events  []Event           `json:"events"`  // the last ones, oldest first
}

// Present is a worker that works now.
type Present struct {
	Worker string    `json:"worker"`
	Since  time.Time `json:"since"`
	Held   int       `json:"held"` // chunks that it plays
}

// Event is an entry in the log of a run.
type Event struct {
	At     time.Time `json:"at"`
	Kind   EventKind `json:"kind"`
	Worker string    `json:"worker,omitempty"`
	Detail string    `json:"detail,omitempty"`
}

// EventKind is the kind of an event.
type EventKind string

// The kinds of events.
const (
	EventBegan    EventKind = "began"    // a process plays the run
	EventJoined   EventKind = "joined"   // a worker asked for work
	EventLeft     EventKind = "left"     // a worker said goodbye, or is silent
	EventRefused  EventKind = "refused"  // a result of a worker was not accepted
	EventExcluded EventKind = "excluded" // a worker was wrong, or the farm has excluded it
	EventVerdict  EventKind = "verdict"  // the run is complete
	EventStopped  EventKind = "stopped"  // the run is not complete, and no process plays it
)

// EventKinds lists the kinds of events.
func EventKinds() []EventKind {
	return []EventKind{EventBegan, EventJoined, EventLeft, EventRefused, EventExcluded, EventVerdict, EventStopped}
}

const (
	faceFile   = "farm.face.json"
	faceSchema = "farm.face/1"

	maxFace    = 4 << 20 // bytes of the file
	maxEvents  = 500
	maxPresent = 1 << 14 // workers that are listed, and names that are shown
	maxDetail  = 300
	maxPublic  = 40 // characters of a name
)

// ErrPublicName reports a name that cannot be shown.
var ErrPublicName = errors.New("a public name has 1 to 40 letters, digits, spaces, or . _ ' -")

// CheckPublicName reports a name that cannot be shown. Letters of any script are allowed, marks are not: a
// name must stay on its line.
func CheckPublicName(name string) error {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" ._'-", r)
	}
	ok := utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxPublic && name != "" && strings.TrimSpace(name) == name
	if !ok || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return fmt.Errorf("%s: %w", Quote(name), ErrPublicName)
	}
	return nil
}

// ReadFace reads what the run in a directory shows. The error is fs.ErrNotExist for a run that was
// never on a farm.
func ReadFace(dir string) (*Face, error) {
	text, err := durable.ReadText(durable.Inside(dir), filepath.Join(dir, faceFile), maxFace)
	if err != nil {
		return nil, err
	}
	return parseFace(text)
}

// parseFace parses a face. What it cannot show is dropped: the file is for people, and a run
// continues without it.
func parseFace(text []byte) (*Face, error) {
	var f Face
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&f); err != nil || f.Schema != faceSchema {
		return nil, fmt.Errorf("%s: not a document %s: %w", faceFile, faceSchema, errors.Join(ErrMessage, err))
	}
	kinds := EventKinds()
	f.Workers = slices.DeleteFunc(f.Workers[:min(len(f.Workers), maxPresent)], func(p Present) bool { return !word(p.Worker) || p.Held < 0 })
	f.Events = slices.DeleteFunc(f.Events, func(e Event) bool {
		return !slices.Contains(kinds, e.Kind) || e.Worker != "" && !word(e.Worker) || len(e.Detail) > maxDetail
	})
	f.Events = f.Events[max(len(f.Events)-maxEvents, 0):]
	maps.DeleteFunc(f.Public, func(worker, name string) bool { return !word(worker) || CheckPublicName(name) != nil })
	f.Waiting, f.Rate = max(f.Waiting, 0), max(f.Rate, 0)
	return &f, nil
}

// board keeps the face of a run, over all sessions. A nil one keeps nothing. The session's lock
// guards it.
type board struct {
	dir   string
	now   func() time.Time
	face  Face
	here  map[string]*presence
	saved time.Time
}

type presence struct {
	Present

	seen time.Time
}

// silence is how long a worker that holds nothing may be silent before it counts as gone. It asks
// every few seconds, but of several runs only one hears the question.
const silence = 20 * time.Second

// openBoard continues the face in a directory.
func openBoard(dir string, now func() time.Time) *board {
	if now == nil {
		return nil
	}
	s := &board{dir: dir, now: now, here: map[string]*presence{}}
	if old, err := ReadFace(dir); err == nil { // a missing or damaged one starts empty
		s.face = *old
	}
	s.face.Schema, s.face.Ended = faceSchema, false
	if s.face.Public == nil {
		s.face.Public = map[string]string{}
	}
	s.note(EventBegan, "", "")
	return s
}

// note adds an event.
func (s *board) note(kind EventKind, worker, detail string) {
	if s == nil {
		return
	}
	s.face.Events = append(s.face.Events, Event{At: s.now().UTC(), Kind: kind, Worker: worker, Detail: cut(detail, maxDetail)})
	if extra := len(s.face.Events) - maxEvents; extra > 0 {
		s.face.Events = slices.Delete(s.face.Events, 0, extra)
	}
}

// saw records a sign of life of a worker, and reports whether it is a new one.
func (s *board) saw(worker string) (news bool) {
	if s == nil {
		return false
	}
	p, now := s.here[worker], s.now().UTC()
	if news = p == nil; news {
		if len(s.here) >= maxPresent {
			return false
		}
		p = &presence{Present: Present{Worker: worker, Since: now}}
		s.here[worker] = p
	}
	p.seen = now
	return news
}

// gone removes a worker, and reports whether it was there.
func (s *board) gone(worker string) bool {
	if s == nil || s.here[worker] == nil {
		return false
	}
	delete(s.here, worker)
	return true
}

// consent sets the name under which a worker wants to be shown; an empty one withdraws it. It comes
// from a result that the worker has signed.
func (s *board) consent(worker, name string) {
	switch {
	case s == nil:
	case name == "":
		delete(s.face.Public, worker)
	case len(s.face.Public) < maxPresent || s.face.Public[worker] != "":
		s.face.Public[worker] = name
	}
}

// month returns the present month, as accounts name it.
func (s *board) month() string {
	if s == nil {
		return ""
	}
	return s.now().UTC().Format("2006-01")
}

// save writes the face, at most every second unless the run ends.
func (s *board) save(held map[string]int, waiting int, rate float64) error {
	now := s.now().UTC()
	if !s.face.Ended && now.Sub(s.saved) < time.Second {
		return nil
	}
	s.saved, s.face.At, s.face.Waiting, s.face.Rate = now, now, waiting, rate
	s.face.Workers = []Present{}
	for _, name := range slices.Sorted(maps.Keys(s.here)) {
		p := s.here[name].Present
		p.Held = held[name]
		s.face.Workers = append(s.face.Workers, p)
	}
	text, err := json.Marshal(s.face)
	if err != nil {
		return err
	}
	return durable.WriteText(durable.Inside(s.dir), filepath.Join(s.dir, faceFile), text)
}

// expire removes the workers that have been silent for too long, and returns them.
func (s *board) expire(held map[string]int) (left []string) {
	for name, p := range s.here {
		if held[name] == 0 && s.now().Sub(p.seen) > silence {
			delete(s.here, name)
			left = append(left, name)
		}
	}
	slices.Sort(left)
	return left
}
