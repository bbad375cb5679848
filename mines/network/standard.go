// SPDX-License-Identifier: BSD-3-Clause

package network

import _ "embed"

// A file of weights begins with its version and ends with a digest.
const (
	networkVersion = "veil value 1\n"
	digestBytes    = 32
)

// weights is the file that `veil-dev train` writes.
//
//go:embed weights.bin
var weights []byte // embedding needs a variable; nothing writes it

// Standard returns the network that veil's players use. A test checks the embedded file.
func Standard() (*Network, error) {
	return decode(weights[len(networkVersion) : len(weights)-digestBytes])
}

// Digest is the SHA-256 of the weights, as `veil-dev train` prints it.
const Digest = "38a71dac6e9dba1d0cb0fe2703879fde35bb1b3259b8e07f821670825d538b58"
