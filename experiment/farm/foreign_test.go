// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
)

// natsModule is the NATS server as a program.
const natsModule = "github.com/nats-io/nats-server/v2"

// natsServer builds the program of a NATS server: the release that veil is linked with, or another
// one from the module proxy.
func natsServer(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "nats-server"), natsModule)
	if version != "" {
		cmd = exec.CommandContext(t.Context(), "go", "install", natsModule+"@v"+version)
		cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "nats-server")
}

// foreign starts a NATS server by a configuration as in the guide to farms, with additional lines.
func (w *world) foreign(program, address, dir, more string) *process {
	w.t.Helper()
	conf := filepath.Join(dir, "nats.conf")
	text := fmt.Sprintf("listen: %q\n%s\n", address, more)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return launch(w.t, exec.CommandContext(w.t.Context(), program, "-c", conf))
}

// stores are the lines that a farm needs.
func stores(dir string) string {
	return fmt.Sprintf("max_payload: 8MB\njetstream { store_dir: %q }", dir)
}

// TestForeignServer: a run on a NATS server that veil did not start loses nothing if the server is
// killed, and has the bytes of a run without one.
func TestForeignServer(t *testing.T) { killForeign(t, natsServer(t, "")) }

func killForeign(t *testing.T, program string) {
	t.Helper()
	w := newWorld(t, sized(1000))
	address, dir := freeAddress(t), t.TempDir()
	w.url = "nats://" + address
	up := func() {
		w.servers = []*process{w.foreign(program, address, dir, stores(dir))}
		w.await(w.url)
	}
	up()
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(2*time.Second) {
		w.servers[0].kill()
		n++
		w.sleep(500 * time.Millisecond)
		up()
	}
	w.finish(n)
}

// TestForeignReleases: the oldest release that is admitted, later ones, and a cluster of three of
// which one server after another is killed.
func TestForeignReleases(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("builds other releases of the server: VEIL_FULL=1")
	}
	for _, version := range []string{oldestServer().String(), "2.10.27", "2.12.1", "2.15.2"} {
		t.Run(version, func(t *testing.T) { killForeign(t, natsServer(t, version)) })
	}
	t.Run("cluster", func(t *testing.T) { killForeignCluster(t, natsServer(t, "")) })
}

// killForeignCluster kills one server of three after the other.
func killForeignCluster(t *testing.T, program string) {
	t.Helper()
	w := newWorld(t, sized(1000))
	w.role.Delay *= 8
	var clients, routes, dirs []string
	for range 3 {
		clients, routes, dirs = append(clients, freeAddress(t)), append(routes, freeAddress(t)), append(dirs, t.TempDir())
	}
	up := func(i int) *process {
		cluster := fmt.Sprintf("server_name: n%d\ncluster { name: c, listen: %q, routes: [\"nats://%s\"] }\n", i, routes[i], strings.Join(routes, `", "nats://`))
		return w.foreign(program, clients[i], dirs[i], cluster+stores(dirs[i]))
	}
	for i := range 3 {
		w.servers = append(w.servers, up(i))
	}
	w.url = "nats://" + strings.Join(clients, ",nats://")
	for _, c := range clients {
		w.await("nats://" + c)
	}
	w.hire(3, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(4*time.Second) {
		w.servers[n%3].kill()
		w.sleep(3 * time.Second)
		w.servers[n%3] = up(n % 3)
		w.await("nats://" + clients[n%3])
		n++
	}
	w.finish(n)
}

// TestUnfitServers: a server that cannot carry a farm is refused with what to do about it; a run
// does not wait for it.
func TestUnfitServers(t *testing.T) {
	program := natsServer(t, "")
	for _, c := range []struct{ name, more, want string }{
		{"small", fmt.Sprintf("jetstream { store_dir: %q }", t.TempDir()), "set max_payload: 8388608"},
		{"forgetful", "max_payload: 8MB", "start it with JetStream"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, 10)
			address := freeAddress(t)
			w.foreign(program, address, t.TempDir(), c.more)
			listening(t, address)
			w.url = "nats://" + address
			r := w.role
			r.Run, r.URL = w.dir, w.url
			if err := r.run(t.Context(), slog.New(slog.DiscardHandler)); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// listening waits until a server accepts connections.
func listening(t *testing.T, address string) {
	t.Helper()
	testsize.Await(t, "a server at "+address, func() bool {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err == nil {
			_ = c.Close() // it was only tried
		}
		return err == nil
	})
}

// TestOldServer: the version of the server is read before anything is asked of it.
func TestOldServer(t *testing.T) {
	for version, want := range map[string]string{
		"2.8.4": "has version 2.8.4", "2.9.9": "2.9.10 or later is needed", "": "which is no version",
		"x": "which is no version", "2.9.10": "", "2.99.0-beta.1": "",
	} {
		nc, err := Connect(t.Context(), Access{Servers: "nats://" + pretend(t, version)})
		if err == nil {
			nc.Close()
		}
		if (err == nil) != (want == "") || err != nil && (!errors.Is(err, ErrServer) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", version, err, want)
		}
	}
}

// pretend listens as a NATS server of some version, and returns its address.
func pretend(t *testing.T, version string) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go greet(c, version)
		}
	}()
	return l.Addr().String()
}

func greet(c net.Conn, version string) {
	defer c.Close() //nolint:errcheck // the test is over
	_, _ = fmt.Fprintf(c, "INFO {\"server_id\":\"x\",\"version\":%q,\"headers\":true,\"max_payload\":8388608,\"proto\":1}\r\n", version)
	for lines := bufio.NewScanner(c); lines.Scan(); {
		if lines.Text() == "PING" {
			_, _ = fmt.Fprint(c, "PONG\r\n")
		}
	}
}
