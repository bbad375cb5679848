// SPDX-License-Identifier: BSD-3-Clause

// Package small has small games with hidden information: Kuhn poker, phantom tic-tac-toe, and an
// ending of Kriegspiel on a board of 4×4 squares. Searches for equilibria are proved on them.
package small
