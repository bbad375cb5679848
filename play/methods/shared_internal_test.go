// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestShared: one caller computes for all; one whose context ends leaves, whether it computes or waits, and the next
// begins again.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, may := 0, make(chan struct{})
		s := share(func(ctx context.Context) (int, error) {
			begun++
			select {
			case <-may:
				return 7, nil
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		})
		ended := make(chan error, 2)
		first, leave := context.WithCancel(t.Context())
		second, tire := context.WithCancel(t.Context())
		for _, ctx := range []context.Context{first, second} {
			go func() {
				_, err := s.get(ctx)
				ended <- err
			}()
			synctest.Wait()
		}
		for i, end := range []context.CancelFunc{tire, leave} { // the second waits, the first computes
			end()
			if err := <-ended; !errors.Is(err, context.Canceled) || begun != 1 {
				t.Errorf("%d: %v, begun %d times", i, err, begun)
			}
		}
		close(may)
		for range 2 {
			if v, err := s.get(t.Context()); v != 7 || err != nil || begun != 2 {
				t.Errorf("%d, %v, begun %d times", v, err, begun)
			}
		}
	})
}
