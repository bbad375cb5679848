// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// Quarantine is a statement of a farm that it accepts no more results of a worker, or accepts them
// again. Only the holder of the farm's keys can sign one; runs and workers believe no other.
type Quarantine struct {
	Schema string    `json:"schema"`
	Worker string    `json:"worker"`
	Lifted bool      `json:"lifted,omitempty"`
	Reason string    `json:"reason,omitempty"`
	At     time.Time `json:"at"`
}

const quarantineSchema = "farm.quarantine/1"

// maxReason bounds the reason that a statement gives.
const maxReason = 1000

// State signs a statement about a worker.
func (k *Keyring) State(q Quarantine) ([]byte, error) {
	if err := CheckName(q.Worker); err != nil {
		return nil, err
	}
	if len(q.Reason) > maxReason {
		return nil, fmt.Errorf("a reason of %d bytes: want up to %d", len(q.Reason), maxReason)
	}
	q.Schema = quarantineSchema
	line, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	signature, err := k.account.Sign(append([]byte(signedQuarantine), line...))
	return appendSignature(line, signature), err
}

// readQuarantine parses and verifies a statement about a worker.
func readQuarantine(text []byte, farm, worker string) (q Quarantine, err error) {
	line, signature, rest, err := cutSigned(text)
	if err != nil || len(rest) > 0 {
		return q, fmt.Errorf("%w: not a statement", ErrMessage)
	}
	key, err := nkeys.FromPublicKey(farm)
	if err != nil {
		return q, fmt.Errorf("%w: a farm without keys quarantines nobody", ErrMessage)
	}
	bytes, err := hex.DecodeString(signature)
	if err != nil || key.Verify([]byte(signedQuarantine+line), bytes) != nil {
		return q, fmt.Errorf("%w: a quarantine that the farm has not signed", ErrMessage)
	}
	if err := strict([]byte(line), &q); err != nil {
		return q, err
	}
	if q.Schema != quarantineSchema || q.Worker != worker || len(q.Reason) > maxReason {
		return q, fmt.Errorf("%w: a quarantine of %s", ErrMessage, Quote(q.Worker))
	}
	return q, nil
}

// Quarantine signs a statement, and has a server store and publish it.
func (k *Keyring) Quarantine(ctx context.Context, servers string, q Quarantine) error {
	text, err := k.State(q)
	if err != nil {
		return err
	}
	var p jwt.Permissions
	p.Pub.Allow.Add(quarantineSubject + "*.*")
	p.Sub.Allow.Add(inboxOf(operatorName) + ".>")
	_, invitation, err := k.admit(k.account, roleOperator, operatorName, p, q.At.Add(time.Minute))
	if err != nil {
		return err
	}
	nc, err := Connect(ctx, Access{Servers: servers, Invitation: invitation, Name: "quarantine"})
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*patient)
	defer cancel()
	_, err = js.Publish(ctx, quarantineSubject+q.Worker+"."+rand.Text(), text)
	return err
}

// outcasts returns the workers in quarantine, with the reasons. Of several statements about a
// worker the last one counts; unsigned ones are ignored.
func outcasts(ctx context.Context, js jetstream.JetStream, farm string) (map[string]string, error) {
	stream, err := js.Stream(ctx, quarantineStream)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(quarantineSubject+">"))
	if err != nil {
		return nil, err
	}
	last := map[string]Quarantine{}
	for subject := range info.State.Subjects {
		m, err := stream.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		q, err := readQuarantine(m.Data, farm, accused(subject))
		if err == nil && q.At.After(last[q.Worker].At) {
			last[q.Worker] = q
		}
	}
	names := map[string]string{}
	for name, q := range last {
		if !q.Lifted {
			names[name] = q.Reason
		}
	}
	return names, nil
}

// accused returns the worker that a quarantine subject is about.
func accused(subject string) string {
	rest := subject[min(len(quarantineSubject), len(subject)):]
	return rest[:max(slices.Index([]byte(rest), '.'), 0)]
}
