// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

// The engine in browsers reads only the weights built into it, which a test has checked, so it does
// without a digest: hashing code would be a tenth of what a page loads.

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

// Read reads a file written by AppendBinary. It reports another version and a wrong digest.
func Read(file []byte) (*Network, error) {
	body, ok := bytes.CutPrefix(file, []byte(networkVersion))
	if !ok || len(body) < sha256.Size {
		return nil, errors.New("not a network file of this version")
	}
	end := len(file) - sha256.Size
	if sum := sha256.Sum256(file[:end]); !bytes.Equal(sum[:], file[end:]) {
		return nil, errors.New("network file damaged: its SHA-256 does not match")
	}
	return decode(body[:len(body)-sha256.Size])
}
