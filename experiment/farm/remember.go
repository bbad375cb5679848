// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// checksFile, in the directory of a run, lists the confirmed episodes, so that a restarted run does
// not check them again.
const checksFile = "farm.checks"

// notebook appends confirmations to a file. It is not fsynced: lost or altered lines are checked again.
type notebook struct {
	file *os.File
	key  []byte
	err  error // the first; nothing is written after it
}

// checkLine is a line of the file, authenticated with the key of the run.
type checkLine struct {
	Episode uint64 `json:"episode"`
	Author  string `json:"author"`
	By      string `json:"by"`
	Digest  string `json:"digest"`
	MAC     string `json:"mac"`
}

func (l *checkLine) sign(key []byte) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "confirmed %d %q %q %s", l.Episode, l.Author, l.By, l.Digest)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// openNotebook restores the confirmations of a run, and appends from there.
func openNotebook(d *experiment.Dir, key []byte, restore func(audit.Confirmation)) (*notebook, error) {
	text, err := readOwn(d.Path, checksFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		if c, ok := readCheck(line, key); ok {
			restore(c)
		}
	}
	file, err := ownFile(d.Path, checksFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	return &notebook{file: file, key: key}, err
}

func readCheck(text, key []byte) (c audit.Confirmation, ok bool) {
	var line checkLine
	if json.Unmarshal(text, &line) != nil || !hmac.Equal([]byte(line.MAC), []byte(line.sign(key))) {
		return c, false
	}
	digest, err := hex.DecodeString(line.Digest)
	if err != nil || len(digest) != len(c.Digest) {
		return c, false
	}
	return audit.Confirmation{Episode: line.Episode, Author: line.Author, By: line.By, Digest: audit.Digest(digest)}, true
}

// add appends a confirmation. It starts with a newline, so that a torn line spoils only itself.
func (n *notebook) add(c audit.Confirmation) {
	line := checkLine{Episode: c.Episode, Author: c.Author, By: c.By, Digest: hex.EncodeToString(c.Digest[:])}
	line.MAC = line.sign(n.key)
	text, err := json.Marshal(line)
	if err == nil && n.err == nil {
		_, err = n.file.Write(append([]byte("\n"), text...))
	}
	if n.err == nil {
		n.err = err
	}
}

func (n *notebook) close() error {
	if n == nil {
		return nil
	}
	return errors.Join(n.err, n.file.Close())
}
