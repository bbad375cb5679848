// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"bytes"
	_ "embed"
)

// tables is the file that `tools/nightly endings` writes.
//
//go:embed endings.bin
var tables []byte // embedding needs a variable; nothing writes it

// Standard returns the book of the tables that come with veil: KQK, KRK and KPK. Reading
// it takes tens of milliseconds; keep it.
func Standard() (*Book, error) {
	list, err := Decode(bytes.NewReader(tables))
	if err != nil {
		return nil, err
	}
	return NewBook(list...), nil
}

// StandardFile returns the file that [Standard] decodes, for servers whose clients fetch it. Callers
// must not change it.
func StandardFile() []byte { return tables }

// Digest is the SHA-256 of the file of tables.
const Digest = "1ef2d78fa62ea1befcad33ff1a35d74c687843fbca7fc0bdb212e17f9354d77e"
