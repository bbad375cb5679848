// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

// The engine in browsers reads no weights but those built into it, which a test has checked, so
// it does without a digest: that would be a tenth of what a page loads.

package network

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// AppendBinary writes the network as a file: its version, its numbers, and the SHA-256 of both.
func (n *Network) AppendBinary(dst []byte) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(networkVersion)
	if err := binary.Write(&b, binary.LittleEndian, n); err != nil {
		return dst, err
	}
	sum := sha256.Sum256(b.Bytes())
	return append(append(dst, b.Bytes()...), sum[:]...), nil
}

// Read reads what AppendBinary wrote.
func Read(file []byte) (*Network, error) {
	body, ok := bytes.CutPrefix(file, []byte(networkVersion))
	if !ok || len(body) < sha256.Size {
		return nil, errors.New("not the weights of a value, or another version of them")
	}
	end := len(file) - sha256.Size
	if sum := sha256.Sum256(file[:end]); !bytes.Equal(sum[:], file[end:]) {
		return nil, errors.New("damaged weights: the digest does not match")
	}
	return decode(body[:len(body)-sha256.Size])
}
