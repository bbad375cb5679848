// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"container/list"
	"context"
	"crypto/sha256"
	"net/http"
	"sync"
	"time"
)

// keys stores the answers given under each Idempotency-Key.
type keys struct {
	most  int
	bytes int // of answers
	keep  time.Duration

	mu    sync.Mutex
	held  int // bytes
	known map[string]*keyed
	order *list.List // names of all known keys, oldest first
}

// keyed is an answer, or a job, under a key.
type keyed struct {
	place    *list.Element // in the order
	question [sha256.Size]byte
	at       time.Time
	job      *Job
	done     chan struct{}
	body     []byte
	size     int // of body, once it is counted
	err      error
}

func newKeys(most, bytes int, keep time.Duration) *keys {
	return &keys{most: most, bytes: bytes, keep: keep, known: map[string]*keyed{}, order: list.New()}
}

// claim returns the entry of a key, or makes it the caller's to fill. The verb is part of the
// question: the same text may be two questions.
func (k *keys) claim(client, key, verb string, question []byte) (entry *keyed, mine bool, err error) {
	sum := sha256.Sum256(append([]byte(verb+"\x00"), question...))
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sweep()
	name := client + "\x00" + key
	if entry, ok := k.known[name]; ok {
		if entry.question != sum {
			return nil, false, NewProblem(http.StatusUnprocessableEntity, reused, "the Idempotency-Key belongs to another question", "use a new key for a new question")
		}
		return entry, false, nil
	}
	entry = &keyed{question: sum, at: now(), done: make(chan struct{}), place: k.order.PushBack(name)}
	k.known[name] = entry
	return entry, true, nil
}

// sweep forgets old keys, and the oldest ones if there are too many.
func (k *keys) sweep() {
	for first := k.order.Front(); first != nil; first = k.order.Front() {
		name := first.Value.(string)
		if k.order.Len() < k.most && k.held <= k.bytes && now().Sub(k.known[name].at) < k.keep {
			return
		}
		k.forget(name)
	}
}

// forget removes a key.
func (k *keys) forget(name string) {
	entry, ok := k.known[name]
	if !ok {
		return
	}
	k.order.Remove(entry.place)
	k.held -= entry.size
	delete(k.known, name)
}

// release forgets a question that failed, since a second attempt may succeed. Another request may
// have claimed the key by now.
func (k *keys) release(client, key string, entry *keyed) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if name := client + "\x00" + key; k.known[name] == entry {
		k.forget(name)
	}
}

// weigh counts the bytes of an answer, unless it was forgotten meanwhile.
func (k *keys) weigh(client, key string, entry *keyed) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known[client+"\x00"+key] != entry {
		return
	}
	entry.size = len(entry.body)
	k.held += entry.size
}

// once answers a question, or repeats the answer given under the same key.
func (k *keys) once(ctx context.Context, client, key, verb string, question []byte, answer func() ([]byte, error)) ([]byte, error) {
	if key == "" {
		return answer()
	}
	entry, mine, err := k.claim(client, key, verb, question)
	if err != nil {
		return nil, err
	}
	if !mine {
		select {
		case <-entry.done:
			return entry.body, entry.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer close(entry.done)
	entry.err = errBusy // if answer panics
	entry.body, entry.err = answer()
	if entry.err != nil {
		k.release(client, key, entry)
	} else {
		k.weigh(client, key, entry)
	}
	return entry.body, entry.err
}

// job starts a job, or returns the one started under the same key.
func (k *keys) job(client, key, verb string, question []byte, start func() (*Job, error)) (j *Job, fresh bool, err error) {
	if key == "" {
		j, err = start()
		return j, true, err
	}
	entry, mine, err := k.claim(client, key, verb, question)
	if err != nil {
		return nil, false, err
	}
	if !mine {
		<-entry.done // starting a job is quick
		if entry.job == nil {
			return nil, false, entry.err
		}
		if _, _, failed := entry.job.status(); failed == nil {
			return entry.job, false, nil
		}
		k.release(client, key, entry)
		return k.job(client, key, verb, question, start)
	}
	defer close(entry.done)
	entry.job, entry.err = start()
	if entry.err != nil {
		k.release(client, key, entry)
	}
	return entry.job, true, entry.err
}
