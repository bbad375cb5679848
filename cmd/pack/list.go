// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/veilplan/veil/web/packed"
)

const (
	workerName = "sw.js"      // keeps the page for later
	filesName  = "files.json" // the files it may cache
)

// cacheName matches the worker's cache name of a page.
var cacheName = regexp.MustCompile(`veil-page-[0-9a-f]{12}`)

// list writes the digests of all files of a page, which may be in several directories: later
// directories win. The list names its page, so that the worker of another page does not use it.
func list(dirs []string) error {
	if len(dirs) == 0 {
		return errors.New("-files needs a directory")
	}
	worker, err := os.ReadFile(filepath.Join(dirs[0], workerName))
	if err != nil {
		return err
	}
	page := cacheName.Find(worker)
	if page == nil {
		return fmt.Errorf("%s in %s does not name its page (run: make page)", workerName, dirs[0])
	}
	sums := map[string]string{}
	for _, dir := range dirs {
		if err := digest(os.DirFS(dir), sums); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"page": string(page), "files": sums})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dirs[len(dirs)-1], filesName), append(text, '\n'), 0o644)
}

// digest adds the files of a directory. Compressed forms are not files of the page, and the worker
// does not cache itself.
func digest(files fs.FS, sums map[string]string) error {
	return each(files, func(name string) error {
		if packed.IsForm(name) || name == workerName || name == filesName {
			return nil
		}
		text, err := fs.ReadFile(files, name)
		sum := sha256.Sum256(text)
		sums[name] = hex.EncodeToString(sum[:])
		return err
	})
}
