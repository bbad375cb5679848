// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/internal/testsize"
)

// kills is how often something is killed in each test.
func kills() int {
	if os.Getenv("VEIL_FULL") != "" {
		return 10
	}
	return 2
}

// world is a farm of real processes, and a run that uses it.
type world struct {
	t       testing.TB
	r       *rand.Rand
	want    string // the undisturbed run
	dir     string // the disturbed one
	spec    string
	lines   int
	url     string // of the servers
	address string // that of workers, if it is another
	servers []*process
	configs []ServerConfig
	workers []*process
	names   int
	run     *process
	role    role // template of workers and runs
	forgets bool // some of what is stored is forgotten later
}

const testWait = time.Second // the lease

func newWorld(t *testing.T, episodes int) *world {
	t.Helper()
	t.Parallel()
	w := &world{
		t: t, r: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)), want: t.TempDir(), dir: t.TempDir(),
		spec: fmt.Sprintf(tigerSpec, episodes), lines: 3 * episodes,
	}
	w.role = role{Spec: w.spec, Chunk: 10, Delay: 20 * time.Millisecond, Wait: testWait, Check: 0.1}
	alone(t, w.want, planOf(t, w.spec))
	return w
}

// sized is a number of episodes for the small test or the full one.
func sized(small int) int {
	if os.Getenv("VEIL_FULL") != "" {
		return 10 * small
	}
	return small
}

// serve starts a server of its own process.
func (w *world) serve() {
	address := freeAddress(w.t)
	w.configs = []ServerConfig{{Dir: w.t.TempDir(), Listen: address}}
	w.url = "nats://" + address
	w.servers = []*process{start(w.t, role{Server: &w.configs[0]})}
	w.await(w.url)
}

// await waits until somebody can connect.
func (w *world) await(url string) {
	w.t.Helper()
	testsize.Await(w.t, "a server at "+url, func() bool {
		nc, err := Connect(w.t.Context(), Access{Servers: url})
		if err == nil {
			nc.Close()
		}
		return err == nil
	})
}

func (w *world) hire(n int, change func(*role)) {
	for range n {
		r := w.role
		w.names++
		r.Worker, r.URL = fmt.Sprint("w", w.names), w.url
		if w.address != "" {
			r.URL = w.address
		}
		if change != nil {
			change(&r)
		}
		w.workers = append(w.workers, start(w.t, r))
	}
}

func (w *world) start() {
	r := w.role
	r.Run, r.URL = w.dir, w.url
	w.run = start(w.t, r)
}

// sleep waits a random while, up to most, and reports whether the run still goes on.
func (w *world) sleep(most time.Duration) bool {
	if os.Getenv("VEIL_FULL") == "" {
		most /= 4 // a small run is over soon
	}
	return !w.run.ended(time.Duration(w.r.Int64N(int64(most))))
}

// finish waits for the end and demands that nothing is missing, twice or different.
func (w *world) finish(disturbed int) {
	w.t.Helper()
	if !w.run.ended(10 * time.Minute) {
		w.t.Fatalf("the run does not end:\n%s", tail(w.run.said.String()))
	}
	if w.run.err != nil {
		w.t.Fatalf("the run failed: %v\n%s", w.run.err, tail(w.run.said.String()))
	}
	sameOutcome(w.t, w.t.Name(), w.want, w.dir)
	if n := countStored(w.t, w.dir); n < w.lines || n > w.lines && !w.forgets {
		w.t.Errorf("%d lines are stored, want %d", n, w.lines)
	}
	if disturbed < (kills()+1)/2 {
		w.t.Errorf("the run was disturbed %d times only", disturbed)
	}
	w.t.Logf("disturbed %d times: %d episodes, none lost, none twice, every byte the same", disturbed, w.lines/3)
}

func tail(text string) string { return text[max(0, len(text)-4000):] }

// TestKillRun kills the run without any warning, and starts it again.
func TestKillRun(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(1500*time.Millisecond) {
		w.run.kill()
		n++
		w.start()
	}
	w.finish(n)
}

// TestKillWorkers kills workers without any warning, and hires others.
func TestKillWorkers(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < 2*kills() && w.sleep(time.Second) {
		w.workers[w.r.IntN(len(w.workers))].kill()
		n++
		w.hire(1, nil)
	}
	w.finish(n)
}

// TestKillServer kills the server, and starts it on what it has left on the disk.
func TestKillServer(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(2*time.Second) {
		w.servers[0].kill()
		n++
		w.sleep(500 * time.Millisecond)
		w.servers[0] = start(t, role{Server: &w.configs[0]})
		w.await(w.url)
	}
	w.finish(n)
}

// TestLoseServer kills the server and everything it has stored.
func TestLoseServer(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(2*time.Second) {
		w.servers[0].kill()
		n++
		w.configs[0].Dir = t.TempDir()
		w.servers[0] = start(t, role{Server: &w.configs[0]})
		w.await(w.url)
	}
	w.finish(n)
}

// TestKillEmbedded kills a process that is server, worker and run in one.
func TestKillEmbedded(t *testing.T) {
	w := newWorld(t, sized(600))
	address := freeAddress(t)
	w.url = "nats://" + address
	w.configs = []ServerConfig{{Dir: t.TempDir(), Listen: address}}
	all := func() {
		r := w.role
		r.Server, r.Worker, r.URL, r.Run = &w.configs[0], "here", w.url, w.dir
		w.run = start(t, r)
	}
	all()
	w.hire(2, nil)
	n := 0
	for n < kills() && w.sleep(2*time.Second) {
		w.run.kill()
		n++
		all()
	}
	w.finish(n)
}

// TestWrongProcesses has workers among the others that tamper with their results.
func TestWrongProcesses(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.serve()
	w.role.Check, w.forgets = 0.3, true
	w.hire(2, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(time.Second) {
		w.hire(1, func(r *role) { r.Wrong = true })
		n++
	}
	w.finish(n)
}

// TestKillLeader kills the leader of the results in a cluster of three, again and
// again.
func TestKillLeader(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.role.Delay *= 8 // or the run is over before ten leaders are dead
	w.serveCluster()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(4*time.Second) {
		leader := w.leader()
		for leader < 0 && !w.run.ended(100*time.Millisecond) { // a busy machine elects one late
			leader = w.leader()
		}
		if leader < 0 {
			break
		}
		w.servers[leader].kill()
		n++
		w.sleep(3 * time.Second)
		w.servers[leader] = start(t, role{Server: &w.configs[leader]})
		w.await("nats://" + w.configs[leader].Listen)
	}
	w.finish(n)
}

// serveCluster starts three servers.
func (w *world) serveCluster() {
	var routes []string
	for i := range 3 {
		c := ServerConfig{Dir: w.t.TempDir(), Listen: freeAddress(w.t)}
		c.Cluster = ClusterConfig{Name: "veil", Server: fmt.Sprint("n", i), Listen: freeAddress(w.t)}
		routes = append(routes, "nats://"+c.Cluster.Listen)
		w.configs = append(w.configs, c)
		w.url += []string{"", ","}[min(i, 1)] + "nats://" + c.Listen
	}
	for i := range w.configs {
		w.configs[i].Cluster.Routes = routes
		w.servers = append(w.servers, start(w.t, role{Server: &w.configs[i]}))
	}
	for _, c := range w.configs {
		w.await("nats://" + c.Listen)
	}
}

// leader returns which server leads the results, or -1.
func (w *world) leader() int {
	nc, err := Connect(w.t.Context(), Access{Servers: w.url})
	if err != nil {
		return -1
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return -1
	}
	stream, err := js.Stream(w.t.Context(), resultStream)
	if err != nil || stream.CachedInfo().Cluster == nil {
		return -1
	}
	if stream.CachedInfo().Config.Replicas != 3 {
		w.t.Errorf("%d replicas", stream.CachedInfo().Config.Replicas)
	}
	for i := range w.configs {
		if w.configs[i].Cluster.Server == stream.CachedInfo().Cluster.Leader {
			return i
		}
	}
	return -1
}
