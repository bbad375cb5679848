// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/jwt/v2"
)

// identity is the identity of a process at a farm: the one in its invitation, or a fresh key at a
// farm without invitations.
type identity struct {
	name      string
	farm      string // the farm's public key; empty without invitations
	statement string // signed by the farm: the owner of the key
	signer    ed25519.PrivateKey
}

// openRunner is the name of every run at a farm without invitations.
const openRunner = "anybody"

// identify parses an invitation. Without one, it creates a key for this process.
func identify(invitation []byte, name string) (*identity, error) {
	if invitation == nil {
		_, key, err := ed25519.GenerateKey(nil)
		return &identity{name: name, signer: key}, err
	}
	claims, err := claimsIn(invitation)
	if err != nil {
		return nil, err
	}
	pair, err := jwt.ParseDecoratedUserNKey(invitation)
	if err != nil {
		return nil, fmt.Errorf("not an invitation: %w", err)
	}
	seed, err := pair.Seed()
	if err != nil {
		return nil, err
	}
	token, err := jwt.ParseDecoratedJWT(invitation)
	i := &identity{name: claims.Name, farm: claims.Issuer, statement: token, signer: signerOf(seed)}
	if name != "" && name != i.name {
		return nil, fmt.Errorf("the invitation is for %s, not for %s", i.name, name)
	}
	if v, bad := readStatement(token); err == nil && (bad != nil || v.key != i.key()) {
		return nil, errors.New("the invitation is of an older version of veil: ask for a new one (veil farm invite)")
	}
	return i, err
}

// signerOf derives the key that signs results and work from the seed of an invitation. The seed
// itself must not sign them: it signs any challenge of a server at login, so a server could have it
// sign a result.
func signerOf(seed []byte) ed25519.PrivateKey {
	mac := hmac.New(sha256.New, seed)
	mac.Write([]byte("veil farm: the key that signs results and work"))
	return ed25519.NewKeyFromSeed(mac.Sum(nil))
}

func publicOf(signer ed25519.PrivateKey) string {
	return hex.EncodeToString(signer[ed25519.SeedSize:])
}

func (i *identity) key() string { return publicOf(i.signer) }

// Kinds of signatures: a signature of one kind is not valid as another.
const (
	signedWork       = "veil farm work 1\n"
	signedResult     = "veil farm result 1\n"
	signedQuarantine = "veil farm quarantine 1\n"
)

// sign appends a signature to a line of text, as the next line.
func (i *identity) sign(kind string, line []byte) []byte {
	return appendSignature(line, ed25519.Sign(i.signer, append([]byte(kind), line...)))
}

func appendSignature(line, signature []byte) []byte {
	return fmt.Appendf(nil, "%s\n%x\n", line, signature)
}

// signed reports whether a line was signed with a key, both in their written form.
func signed(kind, key, line, signature string) bool {
	public, err := hex.DecodeString(key)
	if err != nil || len(public) != ed25519.PublicKeySize {
		return false
	}
	bytes, err := hex.DecodeString(signature)
	return err == nil && ed25519.Verify(public, []byte(kind+line), bytes)
}

// vouched is a farm's statement about a key.
type vouched struct {
	farm, name, key string
	role            Role
}

// Tags of an invitation.
const (
	roleTag = "veil-role:"
	keyTag  = "veil-signs:"
)

// maxStatement bounds a statement, in bytes.
const maxStatement = 8 << 10

// readStatement parses the public part of an invitation, which the farm has signed.
func readStatement(text string) (v vouched, err error) {
	if len(text) > maxStatement {
		return v, fmt.Errorf("%w: a statement of %d bytes", ErrMessage, len(text))
	}
	claims, err := jwt.DecodeUserClaims(text)
	if err != nil {
		return v, fmt.Errorf("%w: %s", ErrMessage, Quote(err.Error()))
	}
	v = vouched{farm: claims.Issuer, name: claims.Name}
	for _, tag := range claims.Tags {
		if role, ok := strings.CutPrefix(tag, roleTag); ok {
			v.role = Role(role)
		}
		if key, ok := strings.CutPrefix(tag, keyTag); ok {
			v.key = key
		}
	}
	if CheckName(v.name) != nil || len(v.key) != 2*ed25519.PublicKeySize {
		return v, fmt.Errorf("%w: a statement without a name or a key", ErrMessage)
	}
	return v, nil
}

// registry verifies the statements of one farm. It caches the last ones: every client sends the
// same one with every message.
type registry struct {
	farm string // empty: no invitations, any key is accepted

	mu    sync.Mutex
	known map[string]vouched
}

// check reports why a key is not that of a name in a role.
func (r *registry) check(statement, name, key string, role Role) error {
	if r.farm == "" {
		return nil
	}
	v, err := r.read(statement)
	switch {
	case err != nil:
		return err
	case v.farm != r.farm:
		return fmt.Errorf("%w: another farm has invited %s", ErrMessage, v.name)
	case v.name != name || v.key != key || v.role != role:
		return fmt.Errorf("%w: not signed by the %s %s", ErrMessage, role, Quote(name))
	}
	return nil
}

func (r *registry) read(statement string) (vouched, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.known[statement]; ok {
		return v, nil
	}
	v, err := readStatement(statement)
	if err != nil || v.farm != r.farm {
		return v, err // not cached: strangers can make any number
	}
	if r.known == nil || len(r.known) >= maxGuests {
		r.known = map[string]vouched{}
	}
	r.known[statement] = v
	return v, nil
}
