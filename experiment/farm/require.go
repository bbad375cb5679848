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

// Require signs a requirement, and sends it to all workers that are connected.
func (k *Keyring) Require(ctx context.Context, servers string, r Requirement, now time.Time) error {
	text, err := k.sign(r)
	if err != nil {
		return err
	}
	var p jwt.Permissions
	p.Pub.Allow.Add(pingSubject)
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
	return errors.Join(say(nc, pingSubject, ping{Needs: string(text)}), nc.FlushTimeout(patient))
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
