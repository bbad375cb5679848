// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A result is signed with one digest over all its episodes, a Merkle tree: one episode and a few
// digests along its path to the root show what was signed.

type node [sha256.Size]byte

// leafOf returns the leaf of one episode. Leaves and inner nodes have different prefixes, so that
// neither can be passed off as the other.
func leafOf(episode uint64, lines []byte) node {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64([]byte{0}, episode))
	h.Write(lines)
	return node(h.Sum(nil))
}

func join(a, b node) node {
	return sha256.Sum256(append(append([]byte{1}, a[:]...), b[:]...))
}

// above returns the parents of some nodes. An unpaired node is its own parent.
func above(below []node) (up []node) {
	for i := 0; i < len(below); i += 2 {
		if i+1 == len(below) {
			up = append(up, below[i])
		} else {
			up = append(up, join(below[i], below[i+1]))
		}
	}
	return up
}

// rootOf returns the root of a tree; without leaves it is zero.
func rootOf(leaves []node) (root node) {
	for len(leaves) > 1 {
		leaves = above(leaves)
	}
	if len(leaves) == 1 {
		root = leaves[0]
	}
	return root
}

// tree holds the nodes of a tree, level by level from its leaves.
type tree [][]node

func grow(leaves []node) (t tree) {
	for ; len(leaves) > 1; leaves = above(leaves) {
		t = append(t, leaves)
	}
	return t
}

// path lists the siblings on the way from a leaf to the root.
func (t tree) path(at uint64) (path []string) {
	for _, level := range t {
		if beside := at ^ 1; beside < uint64(len(level)) {
			path = append(path, hex.EncodeToString(level[beside][:]))
		}
		at /= 2
	}
	return path
}

// climb returns the root over a leaf, if the path has the right length.
func climb(leaf node, at, leaves uint64, path []string) (root node, ok bool) {
	for ; leaves > 1; at, leaves = at/2, (leaves+1)/2 {
		if at^1 >= leaves {
			continue
		}
		if len(path) == 0 || len(path[0]) != 2*sha256.Size {
			return root, false
		}
		beside, err := hex.DecodeString(path[0])
		if err != nil {
			return root, false
		}
		if path = path[1:]; at%2 == 0 {
			leaf = join(leaf, node(beside))
		} else {
			leaf = join(node(beside), leaf)
		}
	}
	return leaf, at == 0 && len(path) == 0
}
