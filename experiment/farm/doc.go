// SPDX-License-Identifier: BSD-3-Clause

// Package farm plays the chunks of an experiment on other machines, over NATS.
//
//	                    ┌─ asks ◀──────── Worker ─┐
//	experiment.Run ──▶ Run ─ episodes ──▶         ├─ any number, coming and going
//	       ▲            └─ results ◀───── Worker ─┘
//	       └ run directory: the single source of truth
//
// A farm contains no logic about experiments: a [Runner] is the Play function of
// [experiment.Options], so a run on a thousand machines is the run on a laptop whose chunks take a
// detour. Episodes are deterministic, so lost ones are given out again, and duplicates are dropped.
// The server may lose all its data.
//
// An acknowledgement always comes after the next copy is safe: a worker forgets a result
// when it is stored in the result stream, and the run acknowledges it when it is on the
// disk of the run directory.
//
// Workers are not trusted. They are identified by the names that the server lets them use. A result
// must carry the token that this worker was given for these episodes, the digest of its content,
// and exactly the lines of these episodes; and a few episodes of every result are played again by
// other workers, which do not know which ones they are: see package experiment/farm/internal/audit.
package farm
