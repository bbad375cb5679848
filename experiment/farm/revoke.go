// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/jwt/v2"
)

// invitation is the public part of an issued invitation.
type invitation struct {
	Name    string    `json:"name"`
	Role    Role      `json:"role"`
	Key     string    `json:"key"`
	Expires time.Time `json:"expires,omitzero"`
}

const invitedName = "invited.jsonl"

func (k *Keyring) remember(i invitation) error {
	line, err := json.Marshal(i)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(k.dir, invitedName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

// invited returns the keys that were invited under a name.
func (k *Keyring) invited(name string) (keys []string, err error) {
	f, err := os.Open(filepath.Join(k.dir, invitedName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	for d := json.NewDecoder(f); d.More(); {
		var i invitation
		if err := d.Decode(&i); err != nil {
			return nil, fmt.Errorf("%s: %w", invitedName, err)
		}
		if i.Name == name {
			keys = append(keys, i.Key)
		}
	}
	return keys, nil
}

// ErrNotInvited reports a name without invitations.
var ErrNotInvited = errors.New("nobody was invited under this name")

// Revoke makes every invitation under a name invalid, once the servers know: see
// [Keyring.Announce], and [Keyring.Credentials] for future servers.
func (k *Keyring) Revoke(name string) error {
	keys, err := k.invited(name)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return fmt.Errorf("%s: %w", name, ErrNotInvited)
	}
	token, err := k.accountStatement()
	if err != nil {
		return err
	}
	claims, err := jwt.DecodeAccountClaims(token)
	if err != nil {
		return err
	}
	for _, key := range keys {
		claims.Revoke(key)
	}
	return k.stateAccount(claims)
}

const accountName = "account.jwt"

// accountStatement returns the operator's latest statement about the account of the farm.
func (k *Keyring) accountStatement() (string, error) {
	token, err := os.ReadFile(filepath.Join(k.dir, accountName))
	if !errors.Is(err, fs.ErrNotExist) {
		return string(token), err
	}
	public, err := k.account.PublicKey()
	if err != nil {
		return "", err
	}
	claims := jwt.NewAccountClaims(public)
	claims.Name = "farm"
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: 2, Consumer: jwt.NoLimit}
	if err := k.stateAccount(claims); err != nil {
		return "", err
	}
	token, err = os.ReadFile(filepath.Join(k.dir, accountName))
	return string(token), err
}

func (k *Keyring) stateAccount(claims *jwt.AccountClaims) error {
	token, err := claims.Encode(k.operator)
	if err != nil {
		return err
	}
	name := filepath.Join(k.dir, accountName)
	if err := os.WriteFile(name+".new", []byte(token), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// Announce sends the revocations to the servers, and returns how many have answered. They close the
// connections of revoked clients.
func (k *Keyring) Announce(ctx context.Context, servers string, now time.Time) (int, error) {
	var p jwt.Permissions
	p.Pub.Allow.Add("$SYS.REQ.CLAIMS.UPDATE")
	p.Sub.Allow.Add(inboxOf(operatorName) + ".>")
	_, text, err := k.admit(k.system, roleOperator, operatorName, p, now.Add(time.Minute))
	if err != nil {
		return 0, err
	}
	nc, err := Connect(ctx, Access{Servers: servers, Invitation: text, Name: "revoke"})
	if err != nil {
		return 0, err
	}
	defer nc.Close()
	token, err := k.accountStatement()
	if err != nil {
		return 0, err
	}
	answers, err := nc.SubscribeSync(nc.NewInbox())
	if err != nil {
		return 0, err
	}
	if err := nc.PublishRequest("$SYS.REQ.CLAIMS.UPDATE", answers.Subject, []byte(token)); err != nil {
		return 0, err
	}
	for n, wait := 0, patient; ; n, wait = n+1, time.Second {
		m, err := answers.NextMsg(wait)
		if err != nil && n > 0 {
			return n, nil
		}
		if err != nil {
			return 0, fmt.Errorf("no server has answered: %w", err)
		}
		if err := refusal(m.Data); err != nil {
			return n, err
		}
	}
}

// refusal returns the error in a server's answer, if there is one.
func refusal(answer []byte) error {
	var a struct {
		Error *struct {
			Description string `json:"description"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return err
	}
	if a.Error != nil {
		return errors.New("a server refuses: " + a.Error.Description)
	}
	return nil
}
