// SPDX-License-Identifier: BSD-3-Clause

package values

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/veilplan/veil/experiment/durable"
)

// Store is a growing file of rows. Rows are appended and fsynced one by one; [Store.Finish] sorts them.
type Store struct {
	name string
	file *os.File
	rows map[Key]Row
}

// Open opens a file to continue it, and creates it if there is none. A torn last line is cut off.
// Until it is closed, no other process can open it.
func Open(name string) (*Store, error) {
	f, err := durable.Lock(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &Store{name: name, file: f, rows: map[Key]Row{}}
	if err := errors.Join(s.isCurrent(), s.load(), durable.SyncDir(filepath.Dir(name))); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return s, nil
}

// Memory returns a store without a file.
func Memory() *Store { return &Store{rows: map[Key]Row{}} }

// isCurrent reports a file that its last user replaced before we got the lock.
func (s *Store) isCurrent() error {
	mine, err := s.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(s.name); err != nil || !os.SameFile(mine, there) {
		return errors.New("another process is writing to this file; try again")
	}
	return nil
}

func (s *Store) load() error {
	text, err := io.ReadAll(io.LimitReader(s.file, MaxBytes+1))
	if err != nil {
		return err
	}
	rows, torn, err := Parse(text)
	if err != nil {
		return err
	}
	table, err := NewTable(rows)
	if err != nil {
		return err
	}
	for _, r := range table {
		s.rows[r.Key] = r
	}
	end := int64(len(text) - torn)
	if err := s.file.Truncate(end); err != nil {
		return err
	}
	_, err = s.file.Seek(end, io.SeekStart)
	return err
}

// Row returns the stored row of a click.
func (s *Store) Row(k Key) (Row, bool) {
	r, ok := s.rows[k]
	return r, ok
}

// Add stores a row and returns when it is on the disk.
func (s *Store) Add(r Row) error {
	sum := r
	if old, ok := s.rows[r.Key]; ok {
		var err error
		if sum, err = old.merge(r); err != nil {
			return err
		}
	}
	s.rows[r.Key] = sum
	if s.file == nil {
		return nil
	}
	if _, err := s.file.WriteString(r.line()); err != nil {
		return err
	}
	return s.file.Sync()
}

// Finish replaces the file by its sorted table.
func (s *Store) Finish() error {
	if s.file == nil {
		return nil
	}
	rows := make([]Row, 0, len(s.rows))
	for _, r := range s.rows {
		rows = append(rows, r)
	}
	table, err := NewTable(rows)
	if err != nil {
		return err
	}
	return durable.WriteText(durable.Inside(filepath.Dir(s.name)), s.name, table.Text())
}

// Close ends the use of the file.
func (s *Store) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
