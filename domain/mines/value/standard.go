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
const Digest = "5d3a97a7b73e1f5421fa773f52c095309ad0ef759807cc34b2ad35cae1d0752b"
