// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"testing"
	"testing/synctest"
)

// A session that ends waits for the callback that runs, and admits no other.
func TestDoor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d door
		leave, heard := make(chan int), 0
		hear := admit(&d, func(n int) {
			<-leave
			heard += n
		})
		go hear(1)
		synctest.Wait()
		closed := false
		go func() {
			d.close()
			closed = true
		}()
		synctest.Wait()
		if closed {
			t.Fatal("the door is closed, and a callback is inside")
		}
		close(leave)
		synctest.Wait()
		if !closed || heard != 1 {
			t.Fatalf("closed %t, heard %d after the callback has left", closed, heard)
		}
		if hear(2); heard != 1 {
			t.Error("a callback was admitted after the door was closed")
		}
	})
}
