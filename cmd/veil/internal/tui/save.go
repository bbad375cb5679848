// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/notation"
)

// savePrompt asks for the name of a file.
type savePrompt struct {
	name      string
	overwrite bool // the file exists, and Enter overwrites it
}

// savedMsg is the result of saving.
type savedMsg struct {
	name string
	err  error
}

func (m model) save() model {
	g := m.game
	m.prompt = &savePrompt{name: fmt.Sprintf("mines-%dx%d-%d-seed-%d.board", g.rules.Width, g.rules.Height, g.rules.Mines, g.seed)}
	return m
}

// typing handles a key in the prompt for a name.
func (m model) typing(key tea.KeyPressMsg) (model, tea.Cmd) {
	p := *m.prompt
	switch name := key.String(); {
	case name == "esc":
		m.prompt = nil
		return m.say("Not saved."), nil
	case name == "enter" && p.name != "":
		m.prompt = &p
		return m, m.writeFile(p)
	case name == "backspace":
		_, size := utf8.DecodeLastRuneInString(p.name)
		p = savePrompt{name: p.name[:len(p.name)-size]}
	case name == "ctrl+u":
		p = savePrompt{}
	case key.Text != "":
		p = savePrompt{name: p.name + key.Text}
	}
	m.prompt = &p
	return m, nil
}

// writeFile saves the game. It replaces an existing file only after confirmation.
func (m model) writeFile(p savePrompt) tea.Cmd {
	doc, path := m.game.document(m.used), p.name
	if !filepath.IsAbs(path) {
		path = filepath.Join(m.dir, path)
	}
	return func() tea.Msg {
		text, err := notation.WriteFormat(notation.FormatBoard, doc, notation.WriteOptions{})
		if err != nil {
			return savedMsg{p.name, err}
		}
		flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		if !p.overwrite {
			flags |= os.O_EXCL
		}
		file, err := os.OpenFile(path, flags, 0o644)
		if err != nil {
			return savedMsg{p.name, err}
		}
		_, err = file.Write(text)
		return savedMsg{p.name, errors.Join(err, file.Close())}
	}
}

// saved shows the result of saving.
func (m model) saved(msg savedMsg) model {
	switch {
	case errors.Is(msg.err, fs.ErrExist):
		m.prompt = &savePrompt{name: msg.name, overwrite: true}
		return m
	case msg.err != nil:
		m.prompt = &savePrompt{name: msg.name}
		return m.say("Cannot save " + msg.name + ": " + text.FileCause(msg.err).Error() + ".")
	}
	m.prompt = nil
	return m.say("Saved to "+msg.name+".", "Review your moves: veil mines review "+msg.name)
}

// line returns the prompt as drawn.
func (p savePrompt) line() string {
	if p.overwrite {
		return p.name + " exists: Enter replaces it, Esc keeps it"
	}
	return "save as: " + p.name + "_   (Enter saves, Esc does not)"
}
