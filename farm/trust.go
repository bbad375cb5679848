// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Trust holds the keys of a farm: those who hold them may invite others.
type Trust struct {
	operator, account, system nkeys.KeyPair
	authority                 *authority
}

// OpenTrust reads the keys in a directory, and makes them if there are none.
func OpenTrust(dir string, now time.Time) (*Trust, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	authority, err := openAuthority(dir, now)
	if err != nil {
		return nil, err
	}
	t := &Trust{authority: authority}
	for _, k := range []struct {
		name string
		into *nkeys.KeyPair
		make func() (nkeys.KeyPair, error)
	}{
		{"operator.nk", &t.operator, nkeys.CreateOperator},
		{"account.nk", &t.account, nkeys.CreateAccount},
		{"system.nk", &t.system, nkeys.CreateAccount},
	} {
		key, err := keyFile(filepath.Join(dir, k.name), k.make)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.name, err)
		}
		*k.into = key
	}
	return t, nil
}

func keyFile(name string, create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, error) {
	seed, err := os.ReadFile(name)
	if err == nil {
		return nkeys.FromSeed(seed)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	key, err := create()
	if err != nil {
		return nil, err
	}
	if seed, err = key.Seed(); err != nil {
		return nil, err
	}
	return key, os.WriteFile(name, seed, 0o600)
}

// TLS makes the certificate of a server, and of its connections to others of the farm.
func (t *Trust) TLS(hosts []string, now time.Time) (*tls.Config, error) {
	return t.authority.server(hosts, now)
}

// claims are what servers must know: who is the operator, and his two accounts.
func (t *Trust) claims() (operator *jwt.OperatorClaims, tokens map[string]string, err error) {
	names := map[string]string{}
	for what, key := range map[string]nkeys.KeyPair{"operator": t.operator, "account": t.account, "system": t.system} {
		if names[what], err = key.PublicKey(); err != nil {
			return nil, nil, err
		}
	}
	operator = jwt.NewOperatorClaims(names["operator"])
	operator.Name, operator.SystemAccount = "veil", names["system"]
	account := jwt.NewAccountClaims(names["account"])
	account.Name = "farm"
	account.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
	system := jwt.NewAccountClaims(names["system"])
	system.Name = "system"
	tokens = map[string]string{}
	for _, c := range []jwt.Claims{account, system, operator} {
		if tokens[c.Claims().Subject], err = c.Encode(t.operator); err != nil {
			return nil, nil, err
		}
	}
	return operator, tokens, nil
}

// configure lets a server know the operator and his accounts.
func (t *Trust) configure(o *server.Options) error {
	operator, tokens, err := t.claims()
	if err != nil {
		return err
	}
	resolver := &server.MemAccResolver{}
	for subject, token := range tokens {
		if subject != operator.Subject {
			if err := resolver.Store(subject, token); err != nil {
				return err
			}
		}
	}
	o.TrustedOperators = []*jwt.OperatorClaims{operator}
	o.AccountResolver, o.SystemAccount = resolver, operator.SystemAccount
	return nil
}

// Role is what somebody may do at a farm.
type Role string

// The roles.
const (
	RoleWorker Role = "worker" // take chunks, give results
	RoleRunner Role = "runner" // run experiments
)

// Invite makes an invitation: a file that lets its holder in until it expires (zero
// means never). It holds a secret.
func (t *Trust) Invite(role Role, name string, expires time.Time) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	key, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	public, err := key.PublicKey()
	if err != nil {
		return nil, err
	}
	claims := jwt.NewUserClaims(public)
	claims.Name = name
	if !expires.IsZero() {
		claims.Expires = expires.Unix()
	}
	switch role {
	case RoleWorker:
		claims.Permissions = workerPermissions(name)
	case RoleRunner:
		claims.Permissions = runnerPermissions(name)
	default:
		return nil, fmt.Errorf("role %q: want %s or %s", role, RoleWorker, RoleRunner)
	}
	token, err := claims.Encode(t.account)
	if err != nil {
		return nil, err
	}
	seed, err := key.Seed()
	if err != nil {
		return nil, err
	}
	text, err := jwt.FormatUserConfig(token, seed)
	return append(text, t.authority.text...), err
}

// workerPermissions lets a worker ask for chunks, say that it plays, and give results: all
// of it in its own name.
func workerPermissions(name string) (p jwt.Permissions) {
	p.Pub.Allow = jwt.StringList{askSubject + "*." + name, beatSubject + "*." + name, resultSubject + "*." + name, hereSubject + name}
	p.Sub.Allow = jwt.StringList{inboxOf(name) + ".>", pingSubject, quarantineSubject + name}
	return p
}

// runnerPermissions lets a run answer workers that ask, collect results, and exclude
// workers. It cannot give results, nor touch anything but these two streams.
func runnerPermissions(name string) (p jwt.Permissions) {
	p.Pub.Allow = jwt.StringList{pingSubject, runsSubject + "*", quarantineSubject + "*", "$JS.API.INFO"}
	for _, stream := range []string{resultStream, quarantineStream} {
		for _, call := range []string{"CREATE.", "UPDATE.", "INFO."} {
			p.Pub.Allow.Add("$JS.API.STREAM." + call + stream)
		}
	}
	p.Pub.Allow.Add(
		"$JS.API.CONSUMER.CREATE."+resultStream+".>", "$JS.API.CONSUMER.DURABLE.CREATE."+resultStream+".*",
		"$JS.API.CONSUMER.INFO."+resultStream+".*", "$JS.API.CONSUMER.DELETE."+resultStream+".*",
		"$JS.API.CONSUMER.MSG.NEXT."+resultStream+".*", "$JS.ACK."+resultStream+".>",
	)
	p.Sub.Allow = jwt.StringList{inboxOf(name) + ".>", pingSubject, askSubject + ">", beatSubject + ">", hereSubject + "*", runsSubject + "*"}
	p.Resp = &jwt.ResponsePermission{MaxMsgs: 1, Expires: 10 * parked}
	return p
}

// Invited returns whose invitation it is.
func Invited(invitation []byte) (string, error) {
	claims, err := claimsIn(invitation)
	if err != nil {
		return "", err
	}
	return claims.Name, CheckName(claims.Name)
}

func claimsIn(invitation []byte) (*jwt.UserClaims, error) {
	token, err := jwt.ParseDecoratedJWT(invitation)
	if err != nil {
		return nil, fmt.Errorf("this is not an invitation: %w", err)
	}
	claims, err := jwt.DecodeUserClaims(token)
	if err != nil {
		return nil, fmt.Errorf("this is not an invitation: %w", err)
	}
	return claims, nil
}
