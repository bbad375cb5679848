// SPDX-License-Identifier: BSD-3-Clause

package identify

// PeekFrom lets small sets be peeked at, too.
func (s *Solver) PeekFrom(size int) { s.peekFrom = size }
