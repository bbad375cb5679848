// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"
)

// Keyring holds the keys of a farm: its holder may invite others. Servers need none of them: see
// [Keyring.Credentials].
type Keyring struct {
	dir                       string
	operator, account, system nkeys.KeyPair
	authority                 *authority
}

// FindKeyring reads the keys in a directory. The error is fs.ErrNotExist if there are none.
func FindKeyring(dir string, now time.Time) (*Keyring, error) {
	if _, err := os.Stat(filepath.Join(dir, operatorFile)); err != nil {
		return nil, err
	}
	return OpenKeyring(dir, now)
}

// Farm returns the public key that identifies the farm.
func (k *Keyring) Farm() string {
	public, err := k.account.PublicKey()
	if err != nil {
		return "" // cannot fail: OpenKeyring made or read the key
	}
	return public
}

// operatorFile holds the key that signs for a farm.
const operatorFile = "operator.nk"

// OpenKeyring reads the keys in a directory, and creates them if there are none.
func OpenKeyring(dir string, now time.Time) (*Keyring, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	authority, err := openAuthority(dir, now)
	if err != nil {
		return nil, err
	}
	ring := &Keyring{dir: dir, authority: authority}
	for _, k := range []struct {
		name string
		into *nkeys.KeyPair
		make func() (nkeys.KeyPair, error)
	}{
		{operatorFile, &ring.operator, nkeys.CreateOperator},
		{"account.nk", &ring.account, nkeys.CreateAccount},
		{"system.nk", &ring.system, nkeys.CreateAccount},
	} {
		key, err := keyFile(filepath.Join(dir, k.name), k.make)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.name, err)
		}
		*k.into = key
	}
	_, err = ring.accountStatement() // created now, because the directory may be read-only later
	return ring, err
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

// Role is a set of permissions at a farm.
type Role string

// The roles.
const (
	RoleWorker Role = "worker" // takes chunks, returns results
	RoleRunner Role = "runner" // runs experiments

	roleServer   Role = "server"   // creates the streams
	roleOperator Role = "operator" // excludes and readmits workers
)

// Reserved names. No invitation can have them: see [CheckName].
const serverName, operatorName = "+server", "+operator"

// Invite creates an invitation: a file that admits its holder until it expires (zero means never)
// or is revoked. It contains a secret.
func (k *Keyring) Invite(role Role, name string, expires time.Time) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	claims := &jwt.UserClaims{}
	switch role {
	case RoleWorker:
		claims.Permissions = workerPermissions(name)
	case RoleRunner:
		claims.Permissions = runnerPermissions(name)
	default:
		return nil, fmt.Errorf("role %q: want %s or %s", role, RoleWorker, RoleRunner)
	}
	public, text, err := k.admit(k.account, role, name, claims.Permissions, expires)
	if err != nil {
		return nil, err
	}
	return text, k.remember(invitation{Name: name, Role: role, Key: public, Expires: expires})
}

// admit creates the credentials of an account's user. They state the key that signs the user's messages.
func (k *Keyring) admit(account nkeys.KeyPair, role Role, name string, p jwt.Permissions, expires time.Time) (public string, text []byte, err error) {
	key, err := nkeys.CreateUser()
	if err != nil {
		return "", nil, err
	}
	if public, err = key.PublicKey(); err != nil {
		return "", nil, err
	}
	seed, err := key.Seed()
	if err != nil {
		return "", nil, err
	}
	claims := jwt.NewUserClaims(public)
	claims.Name, claims.Permissions = name, p
	claims.Tags.Add(roleTag+string(role), keyTag+publicOf(signerOf(seed)))
	if !expires.IsZero() {
		claims.Expires = expires.Unix()
	}
	token, err := claims.Encode(account)
	if err != nil {
		return "", nil, err
	}
	text, err = jwt.FormatUserConfig(token, seed)
	return public, append(text, k.authority.text...), err
}

// workerPermissions lets a worker ask for chunks, send heartbeats and return results, all under its
// own name.
func workerPermissions(name string) (p jwt.Permissions) {
	p.Pub.Allow = jwt.StringList{askSubject + "*." + name, beatSubject + "*.*." + name, resultSubject + "*.*." + name, hereSubject + name}
	p.Sub.Allow = jwt.StringList{inboxOf(name) + ".>", answerTo(name, "*"), pingSubject, quarantineSubject + name + ".*"}
	return p
}

// runnerPermissions lets a run answer workers and collect its results. It can neither return
// results, nor exclude workers from other runs, nor change a stream. It may not publish to a
// subject that somebody else chooses.
func runnerPermissions(name string) (p jwt.Permissions) {
	p.Pub.Allow = jwt.StringList{
		pingSubject, runsSubject + name + ".*", answerTo("*", "*"), "$JS.API.INFO",
		"$JS.API.STREAM.INFO." + resultStream, "$JS.API.STREAM.INFO." + quarantineStream, "$JS.API.STREAM.MSG.GET." + quarantineStream,
		"$JS.API.CONSUMER.CREATE." + resultStream + ".*." + resultSubject + name + ".*.*", "$JS.API.CONSUMER.INFO." + resultStream + ".*",
		"$JS.API.CONSUMER.RESET." + resultStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + resultStream + ".*", "$JS.ACK." + resultStream + ".>",
	}
	p.Sub.Allow = jwt.StringList{
		inboxOf(name) + ".>", pingSubject, askSubject + ">", beatSubject + name + ".>", hereSubject + "*", runsSubject + "*.*", quarantineSubject + "*.*",
	}
	return p
}

// serverPermissions lets a server create the streams, and tell workers which version the farm requires.
func serverPermissions() (p jwt.Permissions) {
	p.Pub.Allow = jwt.StringList{"$JS.API.INFO", "$JS.API.STREAM.MSG.GET." + quarantineStream, pingSubject, answerTo("*", requirementAnswer)}
	for _, stream := range []string{resultStream, quarantineStream} {
		for _, call := range []string{"CREATE.", "UPDATE.", "INFO."} {
			p.Pub.Allow.Add("$JS.API.STREAM." + call + stream)
		}
	}
	p.Sub.Allow = jwt.StringList{inboxOf(serverName) + ".>", hereSubject + "*"}
	return p
}

// Invited returns the name in an invitation.
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
		return nil, fmt.Errorf("not an invitation: %w", err)
	}
	claims, err := jwt.DecodeUserClaims(token)
	if err != nil {
		return nil, fmt.Errorf("not an invitation: %w", err)
	}
	return claims, nil
}
