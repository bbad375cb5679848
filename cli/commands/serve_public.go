// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"log/slog"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
)

// publicLimits are the flags that --public changes. One visitor gets less than on a private server:
// a third of the rate, a third of the time, half the memory. A browser needs one event stream and at
// most six connections, or one with HTTP/2; several visitors may share an address.
var publicLimits = [][2]string{ //nolint:gochecknoglobals // constant
	{"time", "10s"},
	{"memory", "256MB"},
	{"rate", "20"},
	{"burst", "60"},
	{"per-client", "6"},
	{"client-streams", "16"},
	{"client-connections", "64"},
}

// makePublic applies --public: limits, unless they were given, and what may not be missing.
func (s *serveFlags) makePublic(flags *pflag.FlagSet) error {
	if !s.public {
		return nil
	}
	encrypted := s.acme.dir != "" || s.cert != ""
	switch {
	case len(s.hosts) == 0 || slices.Contains(s.hosts, "*"):
		return frame.Usage("--public: the name of this server is missing", "give --host and the name that visitors type, such as veil.example.org")
	case !encrypted && len(s.proxies) == 0:
		return frame.Usage("--public: visitors would not be encrypted",
			"give --acme DIRECTORY, or --tls-cert and --tls-key, or behind a proxy that does it --proxy and its address")
	}
	limits := publicLimits
	if encrypted {
		limits = append(slices.Clone(limits), [2]string{"listen", ":443"})
	}
	for _, limit := range limits {
		if flags.Changed(limit[0]) {
			continue
		}
		if err := flags.Set(limit[0], limit[1]); err != nil {
			return fmt.Errorf("--public sets --%s: %w", limit[0], err)
		}
	}
	return nil
}

// accessLog opens the access log; it returns nil if none is wanted. Lines are appended, so that a
// file can be truncated meanwhile.
func (a *app) accessLog(name string) (log *slog.Logger, end func(), err error) {
	switch name {
	case "":
		return nil, func() {}, nil
	case "-":
		return slog.New(slog.NewJSONHandler(a.Stderr, nil)), func() {}, nil
	}
	file, err := os.OpenFile(a.Path(name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o640)
	if err != nil {
		return nil, nil, frame.Usage(fmt.Sprintf("--log %s: %v", name, text.FileCause(err)), "want a file that veil may write, or - for standard error")
	}
	return slog.New(slog.NewJSONHandler(file, nil)), func() { _ = file.Close() }, nil // lines are not buffered
}
