// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// Requirement is a statement of a farm that workers before a version cannot serve it any more. Only
// the holder of the farm's keys can sign one; workers believe no other.
type Requirement struct {
	Schema  string    `json:"schema"`
	Version string    `json:"version"` // the oldest that may work, such as v1.4.0
	Until   time.Time `json:"until"`   // when the statement expires
}

const (
	requirementSchema = "farm.requirement/1"
	signedRequirement = "veil farm requirement 1\n"
	maxRequirement    = 1000 // bytes
)

// OutdatedError reports that the farm requires a newer version than that of this worker.
type OutdatedError struct{ Have, Want string }

func (e *OutdatedError) Error() string {
	return fmt.Sprintf("this worker is too old: the farm requires veil %s or later, this is %s", e.Want, e.Have)
}

// sign signs a requirement.
func (k *Keyring) sign(r Requirement) ([]byte, error) {
	if _, ok := versionOf(r.Version); !ok {
		return nil, fmt.Errorf("version %s: want vMAJOR.MINOR.PATCH, such as v1.4.0", Quote(r.Version))
	}
	r.Schema = requirementSchema
	line, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	signature, err := k.account.Sign(append([]byte(signedRequirement), line...))
	return appendSignature(line, signature), err
}

// Require signs a requirement, has a server store it in place of the last one, and sends it to all
// workers that are connected. The servers send it to those that connect later.
func (k *Keyring) Require(ctx context.Context, servers string, r Requirement, now time.Time) error {
	text, err := k.sign(r)
	if err != nil {
		return err
	}
	var p jwt.Permissions
	p.Pub.Allow.Add(pingSubject, requirementSubject, purgeQuarantine)
	p.Sub.Allow.Add(inboxOf(operatorName) + ".>")
	_, invitation, err := k.admit(k.account, roleOperator, operatorName, p, now.Add(time.Minute))
	if err != nil {
		return err
	}
	nc, err := Connect(ctx, Access{Servers: servers, Invitation: invitation, Name: "require"})
	if err != nil {
		return err
	}
	defer nc.Close()
	if err := storeRequirement(ctx, nc, text); err != nil {
		return err
	}
	return errors.Join(say(nc, pingSubject, ping{Needs: string(text)}), nc.FlushTimeout(patient))
}

const purgeQuarantine = "$JS.API.STREAM.PURGE." + quarantineStream

// storeRequirement stores a requirement. It first removes the last one: the stream replaces nothing.
func storeRequirement(ctx context.Context, nc *nats.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 2*patient)
	defer cancel()
	m, err := nc.RequestWithContext(ctx, purgeQuarantine, []byte(`{"filter":"`+requirementSubject+`"}`))
	if err == nil {
		err = refusal(m.Data)
	}
	if err != nil {
		return err
	}
	js, err := jetstream.New(nc)
	if err == nil {
		_, err = js.Publish(ctx, requirementSubject, text)
	}
	return err
}

// storedRequirement returns the requirement that a farm stores, or nothing.
func storedRequirement(js jetstream.JetStream) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patient)
	defer cancel()
	stream, err := js.Stream(ctx, quarantineStream)
	if err != nil {
		return nil, err
	}
	m, err := stream.GetLastMsgForSubject(ctx, requirementSubject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// tellRequirement makes a server send the stored requirement to every worker that connects, and now
// to those that were faster than the server.
func tellRequirement(js jetstream.JetStream, nc *nats.Conn) error {
	_, err := nc.QueueSubscribe(hereSubject+"*", "servers", func(m *nats.Msg) {
		var p PeerStatus
		if json.Unmarshal(m.Data, &p) != nil || !p.Joined {
			return
		}
		if text, err := storedRequirement(js); err == nil && text != nil {
			_ = nc.Publish(answerTo(lastWord(m.Subject), requirementAnswer), text) // a server that stops: the worker connects to another
		}
	})
	if err != nil {
		return err
	}
	go func() {
		text, err := storedRequirement(js)
		for ; err != nil && !nc.IsClosed(); text, err = storedRequirement(js) {
			time.Sleep(time.Second) // most servers of a cluster are not up yet
		}
		if text != nil {
			_ = say(nc, pingSubject, ping{Needs: string(text)}) // a server that stops
		}
	}()
	return nil
}

// join announces the worker to the servers, now and whenever it connects again, until the context
// ends: they answer with the requirement.
func (w *Worker) join(ctx context.Context, nc *nats.Conn) {
	for ctx.Err() == nil {
		connected := nc.StatusChanged(nats.CONNECTED)
		w.note("joining", say(nc, hereSubject+w.Name, PeerStatus{Build: w.Build, Joined: true}))
		select {
		case <-ctx.Done():
		case <-connected:
		}
	}
}

// readRequirement parses and verifies a requirement of a farm.
func readRequirement(text, farm string, now time.Time) (r Requirement, err error) {
	line, signature, rest, err := cutSigned([]byte(text))
	if err != nil || len(rest) > 0 || len(text) > maxRequirement {
		return r, fmt.Errorf("%w: not a requirement", ErrMessage)
	}
	key, err := nkeys.FromPublicKey(farm)
	if err != nil {
		return r, fmt.Errorf("%w: a farm without keys requires nothing", ErrMessage)
	}
	bytes, err := hex.DecodeString(signature)
	if err != nil || key.Verify([]byte(signedRequirement+line), bytes) != nil {
		return r, fmt.Errorf("%w: a requirement that the farm has not signed", ErrMessage)
	}
	if err := strict([]byte(line), &r); err != nil {
		return r, err
	}
	if _, ok := versionOf(r.Version); !ok || r.Schema != requirementSchema || !now.Before(r.Until) {
		return r, fmt.Errorf("%w: a requirement of %s until %s", ErrMessage, Quote(r.Version), r.Until.Format(time.DateOnly))
	}
	return r, nil
}

// told ends the worker if the farm has signed that it is too old.
func (w *Worker) told(text string, end context.CancelCauseFunc) {
	if w.Now == nil {
		return
	}
	if err := w.required(text, w.Now()); err != nil {
		end(err)
	}
}

// required returns an error if the farm has signed that this worker is too old. A worker without a
// released version cannot be compared, and continues.
func (w *Worker) required(text string, now time.Time) error {
	r, err := readRequirement(text, w.me.farm, now)
	if err != nil {
		w.Metrics.ignore("requirement")
		w.note("a requirement is ignored", err)
		return nil
	}
	have, known := versionOf(w.Version)
	want, _ := versionOf(r.Version)
	for i := range want {
		if known && have[i] != want[i] {
			if have[i] < want[i] {
				return &OutdatedError{w.Version, r.Version}
			}
			return nil
		}
	}
	return nil
}

// versionOf parses the version of a release. A build after a release counts as that release.
func versionOf(version string) (v [3]int, ok bool) {
	found := regexp.MustCompile(`^v(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+][0-9A-Za-z.+-]{0,80})?$`).FindStringSubmatch(version)
	if found == nil {
		return v, false
	}
	for i := range v {
		v[i], _ = strconv.Atoi(found[i+1]) // up to six digits
	}
	return v, true
}
