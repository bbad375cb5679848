// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

// stage is a farm with credentials, on which a run has stored a part of its episodes, all of
// them played by ann, who is honest. Attackers hold an invitation, and speak to the server as
// they like.
type stage struct {
	*testing.T

	server  *Server
	keyring *Keyring
	plan    *experiment.Plan
	want    string // directory of the undisturbed run
	path    string
	dir     *experiment.Dir
	runner  Runner
	said    *testsize.Transcript // by the run
	ann     *Worker
	stop    func() error
	before  uint64 // episodes by ann
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{T: t, want: t.TempDir(), path: t.TempDir(), said: &testsize.Transcript{}, ann: &Worker{Name: "ann", Metrics: NewMetrics()}}
	s.server, s.keyring = guarded(t)
	s.plan = planOf(t, fmt.Sprintf(tigerSpec, 900))
	alone(t, s.want, s.plan)
	s.dir = create(t, s.path, s.plan)
	s.stop = startInvited(t, s.server, s.keyring, s.ann)
	s.runner = invitedRunner(t, s.server, s.keyring, "cid")
	s.runner.Metrics, s.runner.Log = NewMetrics(), slog.New(slog.NewTextHandler(s.said, nil))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	_, err := s.runner.Run(ctx, s.dir, s.plan, experiment.Options{Chunk: 20, Clock: clock(), Progress: func(experiment.Progress) {
		if n++; n == 10 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if s.before, err = s.dir.PlayedBy("ann"); err != nil || s.before == 0 || s.before == 900 {
		t.Fatalf("ann has played %d episodes (%v)", s.before, err)
	}
	return s
}

// as connects as somebody who was invited.
func (s *stage) as(role Role, name string) (*nats.Conn, *identity) {
	s.Helper()
	text := invite(s.T, s.keyring, role, name, time.Hour)
	me, err := identify(text, name)
	if err != nil {
		s.Fatal(err)
	}
	return connect(s.T, Access{Servers: s.server.URL(), Invitation: text}), me
}

// finish goes on with the run to its end while something happens at every step, and demands
// that nothing has come of it: the stored episodes of ann are still hers, she still works, and
// the outcome is that of an undisturbed run.
func (s *stage) finish(attack func()) {
	s.Helper()
	lost := false
	_, err := s.runner.Run(s.Context(), s.dir, s.plan, experiment.Options{Chunk: 20, Clock: clock(), Progress: func(experiment.Progress) {
		attack()
		if n, err := s.dir.PlayedBy("ann"); n < s.before || err != nil {
			lost = true
		}
	}})
	if err != nil {
		s.Fatal(err)
	}
	after, err := s.dir.PlayedBy("ann")
	if lost || after < s.before || err != nil {
		s.Errorf("ann had %d episodes, and has %d (%v)", s.before, after, err)
	}
	if s.dir.Have() != 900 {
		s.Errorf("%d episodes are stored, want 900", s.dir.Have())
	}
	sameOutcome(s.T, s.Name(), s.want, s.path)
	if err := s.stop(); err != nil {
		s.Errorf("ann was thrown out: %v", err)
	}
	s.Logf("episodes of ann: %d before, %d after, of %d", s.before, after, s.dir.Have())
}

func (s *stage) ignored(kind string) float64 {
	return testutil.ToFloat64(s.runner.Metrics.ignored.WithLabelValues(kind)) + testutil.ToFloat64(s.ann.Metrics.ignored.WithLabelValues(kind))
}

// elsewhere are subjects to which somebody would like to have something published.
func (s *stage) elsewhere() []string {
	run := "cid." + s.session().run + "."
	return []string{
		quarantineSubject + "ann.x", quarantineSubject + "ann", requirementSubject, pingSubject, answerTo("ann", requirementAnswer), answerTo("ann", "x"), resultSubject + run + "ann", beatSubject + run + "ann",
		askSubject + testBuild + ".ann", hereSubject + "ann", "$JS.API.STREAM.PURGE." + resultStream, "$JS.API.STREAM.DELETE." + resultStream,
		"$JS.API.STREAM.MSG.DELETE." + quarantineStream, "$JS.API.STREAM.PURGE." + quarantineStream, "$JS.API.CONSUMER.DELETE." + resultStream + "." + s.session().consumer(),
		inboxOf("cid") + ".x", "$SYS.REQ.CLAIMS.UPDATE",
	}
}

// session says what a run on this directory is called.
func (s *stage) session() *session {
	s.Helper()
	key, err := keyOf(s.dir)
	if err != nil {
		s.Fatal(err)
	}
	return &session{key: key, run: short(string(key))}
}

// TestAttackReplySubject: a worker asks, and wants the answer elsewhere: as a quarantine of
// ann, as work for her, as her result, as an order to the server. The run answers only those
// who ask, where they may listen. What the server itself answers elsewhere nobody believes.
func TestAttackReplySubject(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	mallory, me := s.as(RoleWorker, "mallory")
	s.finish(func() {
		for _, subject := range s.elsewhere() {
			err := errors.Join(mallory.PublishRequest(askSubject+testBuild+".mallory", subject, []byte(me.key())),
				mallory.PublishRequest(resultSubject+"cid."+s.session().run+".mallory", subject, []byte("x")))
			if err != nil {
				t.Error(err)
			}
		}
	})
	if s.ignored("ask") == 0 {
		t.Error("no question was ignored")
	}
}

// TestAttackQuarantine: a worker, a runner and whoever controls the server say that ann is in
// quarantine, unsigned, signed with their own keys, and with what the farm has said of another.
// Nobody believes it. What the farm itself says counts, until it says otherwise.
func TestAttackQuarantine(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	eve, me := s.as(RoleRunner, "eve")
	god := s.god()
	other, err := s.keyring.State(Quarantine{Worker: "bob", At: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	forged, err := stranger.State(Quarantine{Worker: "ann", At: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	own := me.sign(signedQuarantine, []byte(`{"schema":"farm.quarantine/1","worker":"ann","at":"2026-01-01T00:00:00Z"}`))
	s.finish(func() {
		for _, text := range [][]byte{[]byte("\x1b[2Jann is bad"), other, forged, own} {
			for _, nc := range []*nats.Conn{eve, god} {
				if err := nc.Publish(quarantineSubject+"ann."+rand.Text(), text); err != nil {
					t.Error(err)
				}
			}
		}
	})
	if s.ignored("quarantine") == 0 {
		t.Error("no quarantine was ignored")
	}
	if strings.Contains(s.said.String(), "\x1b") {
		t.Error("what a stranger wrote is in the log as it is")
	}
}

// god can publish what it likes in the account of the farm: so can a server that was changed.
func (s *stage) god() *nats.Conn {
	s.Helper()
	_, text, err := s.keyring.admit(s.keyring.account, roleServer, "+god", jwt.Permissions{}, time.Time{})
	if err != nil {
		s.Fatal(err)
	}
	return connect(s.T, Access{Servers: s.server.URL(), Invitation: text})
}

// TestAttackStreams: a runner makes the streams smaller, empties and deletes them.
func TestAttackStreams(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	eve, _ := s.as(RoleRunner, "eve")
	before := s.settings()
	s.finish(func() {
		for _, name := range []string{resultStream, quarantineStream} {
			for _, call := range []string{"UPDATE.", "PURGE.", "DELETE.", "CREATE."} {
				if err := eve.Publish("$JS.API.STREAM."+call+name, []byte(`{"name":"`+name+`","subjects":["x"],"max_msgs":1}`)); err != nil {
					t.Error(err)
				}
			}
		}
	})
	if after := s.settings(); after != before {
		t.Errorf("the streams are %s, and were %s", after, before)
	}
}

func (s *stage) settings() string {
	s.Helper()
	js, err := jetstream.New(s.runner.Conn)
	if err != nil {
		s.Fatal(err)
	}
	all := ""
	for _, name := range []string{resultStream, quarantineStream} {
		stream, err := js.Stream(s.Context(), name)
		if err != nil {
			s.Fatal(err)
		}
		all += fmt.Sprintf("%+v ", stream.CachedInfo().Config)
	}
	return all
}

// TestAttackFlood: a name asks many times in a row. It gets no more than its share, the log
// has a few lines about it, and the others go on.
func TestAttackFlood(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.runner.Settings.MaxAsks = 50
	mallory, me := s.as(RoleWorker, "mallory")
	asked := 0
	s.finish(func() {
		for ; asked < 20_000 && asked%2000 < 1999; asked++ {
			if err := mallory.PublishRequest(askSubject+testBuild+".mallory", answerTo("mallory", fmt.Sprint("q", asked%500)), []byte(me.key())); err != nil {
				t.Error(err)
			}
		}
		asked++
	})
	if s.ignored("flood") == 0 {
		t.Errorf("all of %d questions were heard", asked)
	}
	n := strings.Count(s.said.String(), "worker=mallory")
	if n > 30 {
		t.Errorf("%d lines of the log are about one name", n)
	}
	t.Logf("%d questions, %v ignored, %d lines", asked, s.ignored("flood"), n)
}

// TestCrowd: whatever a name asks, it is heard so often in a second, and after ten thousand
// remarks about it there are few lines. Another name loses nothing.
func TestCrowd(t *testing.T) {
	c := crowd{100, map[string]*guest{}}
	heard := 0
	for i := range 100_000 { // ten seconds
		if c.hears("mallory", time.Duration(i)*100*time.Microsecond) {
			heard++
		}
	}
	if heard < 1000 || heard > 1200 {
		t.Errorf("%d questions of 100,000 in ten seconds were heard, want 1,100", heard)
	}
	if !c.hears("ann", 10*time.Second) {
		t.Error("ann is not heard")
	}
	lines := 0
	for range 10_000 {
		if _, worth := c.notes("mallory", "something", 0); worth {
			lines++
		}
	}
	if lines != 7 { // 1, 2, 3, 10, 100, 1,000 and 10,000
		t.Errorf("%d lines for 10,000 remarks", lines)
	}
	for i := range 2 * maxGuests {
		c.hears(fmt.Sprint(i), 0)
	}
	if len(c.guests) > maxGuests+1 {
		t.Errorf("%d names are told apart", len(c.guests))
	}
	s := &session{Runner: &Runner{Settings: Settings{MaxHeld: 8}}}
	for i := range 100 {
		s.wait(ask{by: "mallory", at: fmt.Sprint(i % 50)})
	}
	if s.wait(ask{by: "ann"}); len(s.asks.list) != 9 {
		t.Errorf("%d questions wait, want 8 of mallory and one of ann", len(s.asks.list))
	}
}

// TestQuote: nothing that a stranger wrote reaches a terminal as it is.
func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"plain text, déjà vu": "plain text, déjà vu", "\x1b[2J": `"\x1b[2J"`, "two\nlines": `"two\nlines"`, "\u202eback": `"\u202eback"`, `"`: `"\""`,
		"\xff": `"\xff"`, strings.Repeat("é", 200): `"` + strings.Repeat("é", 100) + `"…`,
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	bad := PeerStatus{Run: "\x1b]0;x", Build: "\a", Ping: "1"}.named(hereSubject + "\x1bname")
	run := PeerStatus{Run: "\x1b]0;x", Build: "\a"}.named(runsSubject + "cid.x")
	if text := bad.Worker + bad.Build + run.Run + run.Build; strings.ContainsAny(text, "\x1b\a") {
		t.Errorf("%q", text)
	}
}

// TestAttackResults: a worker sends again what ann has returned, in its own name and with its
// own signature; sends what is larger than what it asked for; and takes another's chunk. A
// server that was changed has all of it appear in ann's name. Nothing is stored, and nothing
// of it is held against ann.
func TestAttackResults(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	god := s.god()
	mallory, me := s.as(RoleWorker, "mallory")
	stolen := make(chan []byte, 1000) // what ann returns
	if _, err := god.Subscribe(resultSubject+"*.*.ann", func(m *nats.Msg) {
		select {
		case stolen <- m.Data:
		default:
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := god.Flush(); err != nil {
		t.Fatal(err)
	}
	giant := bytes.Repeat([]byte("giant "), 1<<20)
	run := resultSubject + "cid." + s.session().run + "."
	n := 0
	s.finish(func() {
		n++
		var text []byte
		select {
		case text = <-stolen:
		default:
			return
		}
		head, _, _, _ := cutSigned(text)
		r, err := decodeResult(text)
		if err != nil || r.By != "ann" {
			return // one of ours
		}
		signed, err := r.encode(me, &compressors{}) // another's chunk, signed by mallory
		err = errors.Join(err, mallory.Publish(run+"mallory", text), mallory.Publish(run+"mallory", signed),
			god.Publish(run+"ann", text), god.Publish(run+"ann", signed), god.Publish(run+"ann", append([]byte(head+"x"), text[len(head):]...)))
		if n == 1 {
			err = errors.Join(err, mallory.Publish(run+"mallory", giant), god.Publish(run+"ann", giant))
		}
		if err != nil {
			t.Error(err)
		}
	})
	for _, v := range []verdict{unsigned, forged} {
		if testutil.ToFloat64(s.runner.Metrics.results.WithLabelValues(string(v))) == 0 {
			t.Errorf("no result was %s", v)
		}
	}
	if n, err := s.dir.PlayedBy("mallory"); n != 0 || err != nil {
		t.Errorf("%d episodes by mallory (%v)", n, err)
	}
}

// TestAttackStolenRunner: whoever has the invitation of another runner can run experiments, and
// that is all: it can neither take, acknowledge, reset nor delete what is meant for cid's run,
// nor listen to cid's workers, nor speak for cid.
func TestAttackStolenRunner(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	away := s.session()
	text := invite(t, s.keyring, RoleRunner, "eve", time.Hour)
	eve := newIntruder(t, s.server, text)
	consumer := "run-" + away.run // all that anybody but cid knows
	eve.tries([]string{beatSubject + "cid.>", resultSubject + "cid.>", inboxOf("cid") + ".>", answerTo("ann", "*")}, []string{
		"$JS.API.CONSUMER.CREATE." + resultStream + "." + consumer + "." + resultSubject + "cid." + away.run + ".*",
		"$JS.API.CONSUMER.DURABLE.CREATE." + resultStream + "." + consumer, "$JS.API.CONSUMER.DELETE." + resultStream + "." + consumer,
		"$JS.API.CONSUMER.PAUSE." + resultStream + "." + consumer, runsSubject + "cid." + away.run, quarantineSubject + "ann.x", inboxOf("cid") + ".x",
	})
	me, err := identify(text, "eve")
	if err != nil {
		t.Fatal(err)
	}
	s.finish(func() {
		// Work in the name of cid, and work that is meant for somebody else.
		for _, w := range []*work{{For: "ann"}, {For: "bob"}} {
			w.Build, w.Run, w.Hash, w.Spans, w.Wait = testBuild, away.run, s.plan.Hash, spans{{0, 1}}, 1
			line, err := w.encode(me)
			forged := bytes.Replace(line, []byte(`"runner":"eve"`), []byte(`"runner":"cid"`), 1)
			if err := errors.Join(err, eve.Publish(answerTo("ann", "x"), line), eve.Publish(answerTo("ann", "x"), forged)); err != nil {
				t.Error(err)
			}
		}
		for _, call := range []string{"$JS.API.CONSUMER.RESET.", "$JS.API.CONSUMER.MSG.NEXT.", "$JS.API.CONSUMER.INFO."} {
			if err := eve.PublishRequest(call+resultStream+"."+consumer, eve.NewInbox(), nil); err != nil {
				t.Error(err)
			}
		}
		if err := eve.Publish("$JS.ACK."+resultStream+"."+consumer+".1.1.1.1.0", nil); err != nil {
			t.Error(err)
		}
	})
}

// TestAttackHostileServer: whoever controls the server can stop everything, and read it. But
// workers play only what a runner of the farm has signed for them, and believe nothing else.
func TestAttackHostileServer(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	god := s.god()
	answers := make(chan string, 1000)
	if _, err := god.Subscribe(askSubject+">", func(m *nats.Msg) {
		select {
		case answers <- m.Reply:
		default:
		}
	}); err != nil {
		t.Fatal(err)
	}
	worker, err := identify(invite(t, s.keyring, RoleWorker, "mallory", time.Hour), "mallory")
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.plan.Spec.YAML()
	if err != nil {
		t.Fatal(err)
	}
	proof := &Proof{Schema: proofSchema, Kind: proofDifferent, Episode: 3, Spec: string(text), Signed: []Signed{signedBy(t, worker, s.plan, tamper)}}
	against, err := proof.encode() // mallory, not ann
	if err != nil {
		t.Fatal(err)
	}
	s.impersonate(god)
	s.finish(func() {
		if err := asksAs(god, "ann", "zzz", somebodyKey); err != nil {
			t.Error(err)
		}
		select {
		case reply := <-answers:
			for _, by := range []*identity{somebody(t, "cid"), worker} { // a key that nobody knows, and one of a worker
				w := &work{Build: testBuild, Run: "r", Hash: s.plan.Hash, Spec: string(text), Spans: spans{{0, 1 << 20}}, Wait: time.Hour, For: "ann"}
				line, err := w.encode(by)
				notice := nats.NewMsg(reply)
				notice.Header.Set(noticeHeader, "1")
				notice.Data = against
				if err := errors.Join(err, god.Publish(reply, line), god.PublishMsg(notice)); err != nil {
					t.Error(err)
				}
			}
		default:
		}
	})
	if s.ignored("work") == 0 || s.ignored("notice") == 0 {
		t.Errorf("of forged work %v was ignored, of forged notices %v", s.ignored("work"), s.ignored("notice"))
	}
	if testutil.ToFloat64(s.runner.Metrics.results.WithLabelValues(string(unsigned))) == 0 {
		t.Error("what was signed with another key in ann's name is not refused")
	}
}

// somebodyKey is a key that the farm knows nothing of.
var somebodyKey = fixed("ann")

func asksAs(nc *nats.Conn, name, question string, by *identity) error {
	return nc.PublishRequest(askSubject+testBuild+"."+name, answerTo(name, question), []byte(by.key()))
}

// impersonate takes chunks in ann's name with a key of its own, and returns wrong results.
func (s *stage) impersonate(god *nats.Conn) {
	s.Helper()
	if _, err := god.Subscribe(answerTo("ann", "zzz"), func(m *nats.Msg) {
		w, err := decodeWork(m.Data)
		if err != nil {
			return // nothing to do for a while
		}
		var played []*experiment.Chunk
		for _, span := range w.Spans {
			c, err := s.plan.Play(s.Context(), span[0], span[1], nil)
			if err != nil {
				return
			}
			played = append(played, c)
		}
		r := w.answer(played, nil)
		tamper(r)
		text, err := r.encode(somebodyKey, &compressors{})
		if err := errors.Join(err, god.Publish(resultSubject+w.Runner+"."+w.Run+".ann", text)); err != nil {
			s.Error(err)
		}
	}); err != nil {
		s.Fatal(err)
	}
}

// TestFalseQuarantine: the farm excludes ann, who was right. Her episodes stay where they are
// while others play them again; at the end all are kept, and the counts say so.
func TestFalseQuarantine(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if err := s.keyring.Quarantine(t.Context(), s.server.URL(), Quarantine{Worker: "ann", Reason: "\x1b[2Ja grudge", At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	testsize.Await(t, "ann leaves", func() bool {
		crew, err := Ask(t.Context(), s.runner.Conn, time.Second, "")
		return err == nil && len(crew) == 0
	})
	if err := s.stop(); !errors.Is(err, ErrQuarantined) || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("ann ends with %q", err)
	}
	startInvited(t, s.server, s.keyring, &Worker{Name: "bob"})
	have := s.dir.Have()
	_, err := s.runner.Run(t.Context(), s.dir, s.plan, experiment.Options{Chunk: 20, Clock: clock(), Progress: func(experiment.Progress) {
		if s.dir.Have() < have {
			t.Errorf("%d episodes are stored, and there were %d", s.dir.Have(), have)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "a false quarantine", s.want, s.path)
	counts := fmt.Sprintf("worker=ann aside=%d replayed=%d wrong=0 kept=%d", s.before, s.before, s.before)
	if !strings.Contains(s.said.String(), counts) {
		t.Errorf("the run does not say %q:\n%s", counts, s.said)
	}
	if err := s.keyring.Quarantine(t.Context(), s.server.URL(), Quarantine{Worker: "ann", Lifted: true, At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	status, err := StatusOf(t.Context(), s.runner.Conn, s.runner.Invitation)
	if err != nil || len(status.Quarantine) != 0 {
		t.Errorf("in quarantine are %v (%v)", status.Quarantine, err)
	}
}

// TestAttackLift: a worker in quarantine has the server answer it where the statement is
// stored, so that the answer takes its place, and to orders that would empty the stream. The
// statement stays.
func TestAttackLift(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	nc, _ := (&stage{T: t, server: s, keyring: keyring}).as(RoleWorker, "mallory")
	heard, err := nc.SubscribeSync(quarantineSubject + "mallory.*")
	if err == nil {
		err = nc.Flush()
	}
	if err == nil {
		err = keyring.Quarantine(t.Context(), s.URL(), Quarantine{Worker: "mallory", At: time.Now()})
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := heard.NextMsgWithContext(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	replies := []string{m.Subject, nc.NewInbox()} // the last one says that all were answered
	for _, call := range []string{"PURGE.", "MSG.DELETE.", "DELETE.", "UPDATE."} {
		replies = slices.Insert(replies, 0, "$JS.API.STREAM."+call+quarantineStream)
	}
	answered, err := nc.SubscribeSync(replies[len(replies)-1])
	if err != nil {
		t.Fatal(err)
	}
	for _, reply := range replies {
		if err := nc.PublishRequest(resultSubject+"cid.run.mallory", reply, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := answered.NextMsgWithContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := invitedRunner(t, s, keyring, "cid")
	status, err := StatusOf(t.Context(), r.Conn, r.Invitation)
	if err != nil || !slices.Equal(status.Quarantine, []string{"mallory"}) {
		t.Errorf("in quarantine are %v (%v)", status.Quarantine, err)
	}
}
