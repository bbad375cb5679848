// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
)

// TestQueueIsBounded: what does not fit into the queue is refused at once, not after it has
// waited.
func TestQueueIsBounded(t *testing.T) {
	began, end := make(chan struct{}, 10), make(chan struct{})
	s := newToy(t, Config{Limits: Limits{Running: 1, Queue: 2, PerClient: 100, QueueWait: time.Minute, Time: time.Minute}}, func(context.Context) error {
		began <- struct{}{}
		<-end
		return nil
	})
	var all sync.WaitGroup
	statuses := make(chan int, 10)
	for range 8 {
		all.Go(func() {
			status, _, _, err := s.Try(context.WithoutCancel(t.Context()), "POST", "/v1/long", "{}")
			if err != nil {
				t.Error(err)
			}
			statuses <- status
		})
	}
	<-began
	for range 5 { // one runs, two wait
		if status := testsize.Receive(t, "five are refused", statuses); status != 503 {
			t.Errorf("refused with %d", status)
		}
	}
	close(end)
	all.Wait()
	for range len(statuses) {
		if status := <-statuses; status != 200 {
			t.Errorf("answered with %d", status)
		}
	}
}
