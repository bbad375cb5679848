// SPDX-License-Identifier: BSD-3-Clause

// Package farm plays the chunks of an experiment on other machines, over NATS JetStream.
//
//	                    ┌─ work queue ──▶ Worker ─┐
//	experiment.Run ──▶ Run                        ├─ any number, coming and going
//	       ▲            └─ results ◀──── Worker ──┘
//	       └ run directory: the only truth
//
// A farm has no logic of its own about experiments: a [Run] is the Play function of
// [experiment.Options], so a run on a thousand machines is the run on a laptop whose
// chunks take a detour. Episodes are deterministic, so whatever is lost on the way is
// published again, and whatever comes twice is dropped. The queue may lose everything.
//
// An acknowledgement always comes after the next copy is safe: a worker acknowledges a
// chunk when its result is stored in the result stream, and the run acknowledges the
// result when it is on the disk of the run directory.
//
// Workers are not trusted. A result must carry the token of a chunk that was given out,
// the digest of what it holds, and lines that are the episodes asked for; and of a
// worker's first chunk, and of every fiftieth, chosen at random, the result must be that
// of a second worker, or what the run itself plays.
package farm
