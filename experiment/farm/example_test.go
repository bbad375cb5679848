// SPDX-License-Identifier: BSD-3-Clause

package farm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
)

// A farm in one process: a server, a worker and a run. On other machines each would be a process, and the summary
// would be the same.
func ExampleRunner_Run() {
	if err := runOnFarm(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 100 episodes, complete: true
}

func runOnFarm() error {
	temp, err := os.MkdirTemp("", "farm")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server, err := farm.StartServer(ctx, farm.ServerConfig{Dir: filepath.Join(temp, "server"), Listen: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	defer server.Stop()

	resolve := func(s experiment.Spec) (*experiment.Plan, error) { return experiment.Resolve(s, catalog.All()) }
	connection, err := farm.Connect(ctx, farm.Access{Servers: server.URL(), Name: "worker"})
	if err != nil {
		return err
	}
	defer connection.Close()
	worker := &farm.Worker{Name: "anna", Build: "example", Resolve: resolve, Clock: experiment.ProcessTime}
	worked := make(chan error, 1)
	go func() { worked <- worker.Work(ctx, connection) }()

	spec, err := experiment.Parse([]byte("{name: doors, domain: tiger, policies: [{id: listener}], episodes: 100, seed: 1}"))
	if err != nil {
		return err
	}
	plan, err := resolve(*spec)
	if err != nil {
		return err
	}
	dir, _, err := experiment.Create(filepath.Join(temp, "doors"), plan, experiment.Provenance{Veil: "example"})
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	runner := farm.Runner{Conn: connection, Build: "example", Clock: experiment.ProcessTime}
	summary, err := runner.Run(ctx, dir, plan, experiment.Options{Chunk: 50})
	if err != nil {
		return err
	}
	fmt.Println(summary.Episodes, "episodes, complete:", summary.Complete)
	stop()
	return <-worked
}

// The keys of a farm invite workers. An invitation is a file for one name, and holds a secret.
func ExampleKeyring_Invite() {
	temp, err := os.MkdirTemp("", "keys")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(temp) }()
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	keyring, err := farm.OpenKeyring(temp, day)
	if err != nil {
		fmt.Println(err)
		return
	}
	invitation, err := keyring.Invite(farm.RoleWorker, "anna", time.Time{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(farm.Invited(invitation))
	fmt.Println(farm.CheckName("an na"))
	// Output:
	// anna <nil>
	// name "an na": want up to 64 letters, digits, - and _
}
