// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// load is a farm of a number of workers, and a run of a number of chunks that last a while.
type load struct {
	workers, chunks int
	lasts           time.Duration
}

// TestLoad measures CPU time and memory of each part of a farm with TLS, invitations, signatures and
// checks, for several numbers of workers. The workers speak the protocol of real ones over a
// connection each, but play ten trivial episodes and sleep for the rest of a chunk. In the middle the
// run is killed by kill -9 and started again; in the end no episode is missing, twice or different.
//
// VEIL_LOADS has other sizes: workers/chunks/duration, separated by commas. A line of figures per size is
// added to the file VEIL_LOAD_DATA.
func TestLoad(t *testing.T) {
	text := "30/240/200ms"
	if os.Getenv("VEIL_FULL") != "" {
		text = "500/5000/10s,1000/10000/10s,2000/20000/10s,2000/6000/30s,5000/100000/10s"
	} else {
		t.Parallel()
	}
	if other := os.Getenv("VEIL_LOADS"); other != "" {
		text = other
	}
	for size := range strings.SplitSeq(text, ",") {
		t.Run(size, func(t *testing.T) { newLoad(t, size).measure(t) })
	}
}

func newLoad(t testing.TB, text string) (l load) {
	t.Helper()
	var lasts string
	if _, err := fmt.Sscanf(strings.ReplaceAll(text, "/", " "), "%d %d %s", &l.workers, &l.chunks, &lasts); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var err error
	if l.lasts, err = time.ParseDuration(lasts); err != nil {
		t.Fatal(err)
	}
	if files := mostFiles(); files < uint64(l.workers)+1000 {
		t.Skipf("%d workers need as many open files, and 1,000 more: ulimit -n is %d", l.workers, files)
	}
	return l
}

const loadChunk, crews = 10, 2

// figures are the measurements of TestLoad for one size. CPU times are per chunk.
type figures struct {
	load
	idle                       time.Duration // CPU of the server per second, while the workers have no run
	server, run, worker        time.Duration // CPU per chunk
	serverRSS, runRSS, crewRSS int           // kB, at the end of the measurement; crewRSS of all workers
	killed, collected          uint64        // episodes stored when the run was killed, and when it had started again
	restart                    time.Duration // CPU of the run until then
	waits                      []time.Duration
}

func (l load) measure(t *testing.T) {
	w := l.farm(t)
	f := &figures{load: l}
	l.hire(w)
	w.connected(l.workers)
	const quiet = 10
	before := liveCPU(t, w.servers)
	time.Sleep(min(quiet*time.Second, 20*l.lasts))
	f.idle = (liveCPU(t, w.servers)[0] - before[0]) / quiet
	w.start()
	l.steady(w, f)
	l.restart(w, f)
	if !w.run.ended(time.Duration(number("VEIL_MINUTES", 30)) * time.Minute) {
		t.Fatalf("the run does not end:\n%s", tail(w.run.said.String()))
	}
	if w.run.err != nil {
		t.Fatalf("%v\n%s", w.run.err, tail(w.run.said.String()))
	}
	l.dismiss(w, f)
	alone(t, w.want, planOf(t, w.spec))
	sameOutcome(t, t.Name(), w.want, w.dir)
	if n := countStored(t, w.dir); n != w.lines {
		t.Errorf("%d lines are stored, want %d", n, w.lines)
	}
	f.report(t)
}

// farm starts a server that requires invitations, and makes all of them.
func (l load) farm(t *testing.T) *world {
	t.Helper()
	keys := t.TempDir()
	ring, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, text []byte, err error) {
		if err == nil {
			err = os.WriteFile(filepath.Join(keys, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := ring.Credentials([]string{"127.0.0.1"}, time.Now())
	put(credentialsFile, text, err)
	text, err = ring.Invite(RoleRunner, "run", time.Time{})
	put("run", text, err)
	for i := range l.workers {
		name := workerOf(i%crews, i/crews)
		text, err = ring.Invite(RoleWorker, name, time.Time{})
		put(name, text, err)
	}
	w := &world{t: t, want: t.TempDir(), dir: t.TempDir(), lines: l.chunks * loadChunk}
	w.spec = fmt.Sprintf("{name: load, domain: tiger, horizon: 1, policies: [{id: random}], episodes: %d, seed: 1}", w.lines)
	w.role = role{Spec: w.spec, Chunk: loadChunk, Keys: keys, Delay: l.lasts, Tells: true}
	address := freeAddress(t)
	w.url = "tls://" + address
	w.servers = []*process{start(t, role{Server: &ServerConfig{Dir: t.TempDir(), Listen: address}, Keys: keys})}
	r := w.role
	r.URL = w.url
	nc, err := r.connect(t.Context(), "run", slog.New(slog.DiscardHandler)) // waits for the server
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
	return w
}

const credentialsFile = "+credentials" // no worker can have this name

func workerOf(crew, i int) string { return fmt.Sprint("c", crew, "-", i) }

func (r *role) readCredentials() error {
	if r.Keys == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(r.Keys, credentialsFile))
	if err == nil {
		r.Server.Credentials, err = ReadCredentials(text)
	}
	return err
}

// invitation returns the invitation of a name, or nil if none are needed.
func (r *role) invitation(name string) []byte {
	if r.Keys == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(r.Keys, name))
	if err != nil {
		panic(err)
	}
	return text
}

// told is a line that a run of these tests prints.
type told struct {
	Chunks int // that this process has stored
	Have   uint64
}

// progress prints the progress every half a second, and the first one.
func (r *role) progress() func(experiment.Progress) {
	if !r.Tells {
		return nil
	}
	now, chunks, next := clock(), 0, time.Duration(0)
	return func(p experiment.Progress) {
		chunks++
		if now() >= next || p.Have == p.Want {
			next = now() + 500*time.Millisecond
			_ = json.NewEncoder(os.Stderr).Encode(told{chunks, p.Have})
		}
	}
}

// lastTold returns what a run said last.
func lastTold(p *process) (last told) {
	for line := range bytes.Lines([]byte(tail(p.said.String()))) {
		var now told
		if json.Unmarshal(line, &now) == nil {
			last = now
		}
	}
	return last
}

// awaitTold waits until a run has stored a number of chunks in this process.
func awaitTold(w *world, chunks int) told {
	w.t.Helper()
	for range 36_000 {
		if now := lastTold(w.run); now.Chunks >= chunks {
			return now
		}
		if w.run.ended(100 * time.Millisecond) {
			w.t.Fatalf("the run ended too early: %v\n%s", w.run.err, tail(w.run.said.String()))
		}
	}
	w.t.Fatalf("the run stands still:\n%s", tail(w.run.said.String()))
	return told{}
}

func (l load) hire(w *world) {
	for i := range crews {
		r := w.role
		r.Worker, r.URL, r.Crew = fmt.Sprint("c", i, "-"), w.url, (l.workers+crews-1-i)/crews
		w.workers = append(w.workers, start(w.t, r))
	}
}

// steady measures while every worker has work.
func (l load) steady(w *world, f *figures) {
	parts := append([]*process{w.servers[0], w.run}, w.workers...)
	first := awaitTold(w, l.chunks/10)
	before := liveCPU(w.t, parts)
	last := awaitTold(w, l.chunks*9/20)
	after := liveCPU(w.t, parts)
	n := time.Duration(last.Chunks - first.Chunks)
	for i := range parts {
		switch used := (after[i] - before[i]) / n; i {
		case 0:
			f.server = used
		case 1:
			f.run = used
		default:
			f.worker += used
		}
	}
	f.serverRSS, f.runRSS = memoryOf(w.t, parts[0]), memoryOf(w.t, parts[1])
	for _, p := range w.workers {
		f.crewRSS += memoryOf(w.t, p)
	}
}

// restart kills the run without warning, leaves the workers alone for a while, and starts it again.
func (l load) restart(w *world, f *figures) {
	f.killed = awaitTold(w, l.chunks/2).Have
	w.run.kill()
	time.Sleep(l.lasts / 2)
	w.start()
	f.collected = awaitTold(w, 1).Have
	f.restart = liveCPU(w.t, []*process{w.run})[0]
}

// dismiss ends the workers, which tell how long they waited.
func (l load) dismiss(w *world, f *figures) {
	for _, p := range w.workers {
		_ = p.Process.Signal(syscall.SIGTERM)
	}
	for _, p := range w.workers {
		<-p.over
		var waits []time.Duration
		if err := json.Unmarshal([]byte(p.said.String()), &waits); err != nil || len(waits) != 4 {
			w.t.Errorf("workers: %v\n%s", err, tail(p.said.String()))
		}
		f.waits = waits
	}
}

// memoryOf returns the memory of a process in kB.
func memoryOf(t testing.TB, p *process) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.Atoi(strings.Fields(value)[0])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 0
}

// report prints the figures, and adds them to a file.
func (f *figures) report(t testing.TB) {
	t.Helper()
	milli := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds()*1000, 'f', 3, 64) }
	fields := []string{
		strconv.Itoa(f.workers), f.lasts.String(), strconv.Itoa(f.chunks), milli(f.idle), milli(f.server), milli(f.run), milli(f.worker),
		strconv.Itoa(f.serverRSS / 1024), strconv.Itoa(f.runRSS / 1024), strconv.Itoa(f.crewRSS / 1024),
		strconv.FormatUint(f.killed, 10), strconv.FormatUint(f.collected, 10), milli(f.restart), milli(f.waits[0]), milli(f.waits[2]),
	}
	const head = "workers\tchunk\tchunks\tserver idle ms/s\tserver ms/chunk\trun ms/chunk\tworkers ms/chunk\tserver MB\trun MB\tworkers MB\t" +
		"episodes at kill\tepisodes at restart\trestart CPU ms\twait median ms\twait 99% ms\n"
	line := strings.Join(fields, "\t") + "\n"
	t.Log("\n" + head + line)
	name := os.Getenv("VEIL_LOAD_DATA")
	if name == "" {
		return
	}
	if _, err := os.Stat(name); err != nil {
		line = head + line
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) //nolint:gosec // the one who runs the test names it
	if err == nil {
		_, err = file.WriteString(line)
	}
	if err != nil {
		t.Error(err)
	}
	_ = file.Close()
}
