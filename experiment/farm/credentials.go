// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Credentials are the secrets of a farm server: statements signed by the operator, and the server's
// certificate. A thief can impersonate this server, but can neither invite anybody nor undo a
// revocation.
type Credentials struct {
	operator *jwt.OperatorClaims
	accounts []string // statements
	server   []byte   // the user that creates the streams
	tls      *tls.Config
}

// Kinds of blocks in credentials.
const (
	operatorBlock = "VEIL OPERATOR"
	accountBlock  = "VEIL ACCOUNT"
	serverBlock   = "VEIL SERVER"
	keyBlock      = "EC PRIVATE KEY"
)

// Credentials creates the credentials of a server that is reachable under some names or addresses.
// They contain a secret: the key of its certificate.
func (k *Keyring) Credentials(hosts []string, now time.Time) ([]byte, error) {
	operator, accounts, err := k.statements()
	if err != nil {
		return nil, err
	}
	cert, key, err := k.authority.certify(hosts, now)
	if err != nil {
		return nil, err
	}
	_, own, err := k.admit(k.account, roleServer, serverName, serverPermissions(), time.Time{})
	if err != nil {
		return nil, err
	}
	text := block(operatorBlock, []byte(operator))
	text = append(text, block(serverBlock, own)...)
	for _, account := range accounts {
		text = append(text, block(accountBlock, []byte(account))...)
	}
	text = append(text, block("CERTIFICATE", cert)...)
	text = append(text, block(keyBlock, key)...)
	return append(text, k.authority.text...), nil
}

// statements returns what the operator signs: its identity, and its two accounts.
func (k *Keyring) statements() (operator string, accounts []string, err error) {
	account, err := k.accountStatement()
	if err != nil {
		return "", nil, err
	}
	names := [2]string{}
	for i, key := range []nkeys.KeyPair{k.operator, k.system} {
		if names[i], err = key.PublicKey(); err != nil {
			return "", nil, err
		}
	}
	farm := jwt.NewOperatorClaims(names[0])
	farm.Name, farm.SystemAccount = "veil", names[1]
	if operator, err = farm.Encode(k.operator); err != nil {
		return "", nil, err
	}
	claims := jwt.NewAccountClaims(names[1])
	claims.Name = "system"
	system, err := claims.Encode(k.operator)
	return operator, []string{account, system}, err
}

// ReadCredentials parses the output of [Keyring.Credentials].
func ReadCredentials(text []byte) (*Credentials, error) {
	c := &Credentials{}
	var certs, keys []byte
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case operatorBlock:
			operator, err := jwt.DecodeOperatorClaims(string(block.Bytes))
			if err != nil {
				return nil, err
			}
			c.operator = operator
		case accountBlock:
			c.accounts = append(c.accounts, string(block.Bytes))
		case serverBlock:
			c.server = block.Bytes
		case keyBlock:
			keys = pem.EncodeToMemory(block)
		default:
			certs = append(certs, pem.EncodeToMemory(block)...)
		}
	}
	if c.operator == nil || len(c.accounts) != 2 {
		return nil, errors.New("not a file of server credentials; make one: veil farm credentials")
	}
	if c.server == nil {
		return nil, errors.New("credentials of an older version of veil, without the right to make streams: make them again (veil farm credentials)")
	}
	pair, err := tls.X509KeyPair(certs, keys)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(certs)
	c.tls = &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: pool, ClientCAs: pool, MinVersion: tls.VersionTLS13}
	return c, nil
}

// configure tells a server whom to trust. Later statements, such as revocations, are stored in the
// directory and passed to the other servers.
func (c *Credentials) configure(o *server.Options, dir string) error {
	resolver, err := server.NewDirAccResolver(filepath.Join(dir, "accounts"), 0, time.Minute, server.NoDelete)
	if err != nil {
		return err
	}
	for _, token := range c.accounts {
		if err := keepNewer(resolver, token); err != nil {
			return err
		}
	}
	o.TrustedOperators = []*jwt.OperatorClaims{c.operator}
	o.AccountResolver, o.SystemAccount, o.TLSConfig = resolver, c.operator.SystemAccount, c.tls
	return nil
}

// keepNewer stores a statement, unless a stored one is at least as new.
func keepNewer(resolver *server.DirAccResolver, token string) error {
	claims, err := jwt.DecodeAccountClaims(token)
	if err != nil {
		return fmt.Errorf("credentials: %w", err)
	}
	if known, err := resolver.LoadAcc(claims.Subject); err == nil {
		if old, err := jwt.DecodeAccountClaims(known); err == nil && old.IssuedAt >= claims.IssuedAt {
			return nil
		}
	}
	return resolver.Store(claims.Subject, token)
}
