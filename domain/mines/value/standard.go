// SPDX-License-Identifier: BSD-3-Clause

package value

import _ "embed"

// weights is the file that `make train` writes.
//
//go:embed weights.bin
var weights []byte //nolint:gochecknoglobals // embedding needs a variable; nothing writes it

// Standard returns the network that veil's players use.
func Standard() (*Network, error) { return Read(weights) }

// Digest is the SHA-256 of the weights: what `make train` prints.
const Digest = "f98bf500b79a2a02a9874c18858f0258439846e79b2c180abc9bde90fed36192"
