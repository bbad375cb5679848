// SPDX-License-Identifier: BSD-3-Clause

// Package frame is what every program of commands needs: what it takes from the process, how
// it prints answers and failures, its exit codes, help, completion and manual pages. It knows
// no verb.
package frame
