// SPDX-License-Identifier: BSD-3-Clause

// Package farm plays the chunks of an experiment on other machines, over NATS.
//
//	                    ┌─ asks ◀──────── Worker ─┐
//	experiment.Run ──▶ Run ─ episodes ──▶         ├─ any number, coming and going
//	       ▲            └─ results ◀───── Worker ─┘
//	       └ run directory: the only truth
//
// A farm has no logic of its own about experiments: a [Runner] is the Play function of
// [experiment.Options], so a run on a thousand machines is the run on a laptop whose
// chunks take a detour. Episodes are deterministic, so whatever is lost on the way is
// given out again, and whatever comes twice is dropped. The server may lose everything.
//
// An acknowledgement always comes after the next copy is safe: a worker forgets a result
// when it is stored in the result stream, and the run acknowledges it when it is on the
// disk of the run directory.
//
// Workers are not trusted. They are known by the names that the server lets them use. A
// result must carry the token that this worker was given for these episodes, the digest of
// what it holds, and lines that are the episodes asked for; and a few episodes of
// every result are played again by others, who do not know which: see package
// experiment/farm/internal/audit.
package farm
