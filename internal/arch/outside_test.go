// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// A document (a spec, a run, a message of a farm) must not make veil open a file or start a
// program: only play.Access does that, and it asks first whether it may. Whatever else opens or
// starts something is listed here with whoever names it.

// reaching are the functions that turn a name into a file or a program, by package.
var reaching = map[string]string{
	"os":                    "Open OpenFile OpenRoot OpenInRoot ReadFile WriteFile Create CreateTemp MkdirTemp ReadDir DirFS CopyFS StartProcess Truncate Rename Remove RemoveAll Mkdir MkdirAll Symlink Link Chmod",
	"os/exec":               "Command CommandContext",
	"io/ioutil":             "*",
	"plugin":                "*",
	"syscall":               "Open Openat Exec ForkExec StartProcess",
	"golang.org/x/sys/unix": "Open Openat Openat2 Exec",
	"path/filepath":         "Walk WalkDir Glob",
}

// opener is what a file may call, and who names what it opens.
type opener struct{ file, calls, named string }

var openers = []opener{
	{"play/access.go", "os.OpenFile os.OpenRoot exec.Command", "a document, within what was allowed"},

	{"experiment/durable/fs.go", "os.Open os.OpenFile os.Rename os.MkdirAll os.ReadDir", "fixed names below the run directory that a person named"},
	{"experiment/durable/lock_other.go", "os.OpenFile", "the lock of a run directory"},
	{"experiment/durable/lock_unix.go", "os.Open os.OpenFile", "the lock of a run directory"},
	{"experiment/durable/lock_windows.go", "os.OpenFile", "the lock of a run directory"},
	{"experiment/durable/inside.go", "os.OpenRoot os.MkdirAll", "the run directory that a person named"},
	{"experiment/pause.go", "os.Remove", "a fixed name in a run directory"},
	{"play/execplayer/strays_linux.go", "os.ReadFile os.ReadDir", "the system: what it says of processes"},
	{"experiment/farm/own.go", "os.OpenRoot", "a fixed name in a run directory"},
	{"experiment/farm/keyring.go", "os.ReadFile os.WriteFile os.MkdirAll", "a fixed name in the directory of the farm's keys"},
	{"experiment/farm/revoke.go", "os.OpenFile os.Open os.ReadFile os.WriteFile os.Rename", "a fixed name in the directory of the farm's keys"},
	{"experiment/farm/server.go", "os.MkdirAll", "a flag"},
	{"experiment/farm/tls.go", "os.ReadFile os.WriteFile", "a flag"},
	{"web/engines/build.go", "os.MkdirAll os.MkdirTemp os.Mkdir os.ReadDir os.Rename os.RemoveAll", "the system: fixed names in the user's directory for caches"},
	{"web/engines/gotool.go", "os.ReadFile os.WriteFile exec.CommandContext", "the system: the go command, and a program built from veil's sources"},
	{"web/engines/list.go", "os.OpenRoot os.DirFS os.WriteFile", "the system: names below the user's directory for caches"},
	{"krieg/composed/run.go", "os.OpenFile", "a flag"},

	{"cli/commands/build.go", "os.Open", "the system: the file of this program"},
	{"cli/commands/doctor.go", "os.CreateTemp os.Remove", "a flag"},
	{"cli/commands/exp_export.go", "os.Create", "a flag"},
	{"cli/commands/farm.go", "os.ReadFile", "a flag"},
	{"cli/commands/farm_invite.go", "os.WriteFile", "a flag"},
	{"cli/commands/farm_proof.go", "os.Open", "an argument"},
	{"cli/commands/farm_up.go", "os.ReadFile", "a flag"},
	{"cli/commands/serve.go", "os.ReadFile", "a flag"},
	{"cli/commands/serve_acme.go", "os.MkdirAll", "a flag"},
	{"cli/commands/serve_public.go", "os.OpenFile", "a flag"},
	{"cli/commands/serve_runs.go", "os.ReadDir filepath.WalkDir", "a flag, and names of runs below it"},
	{"cli/commands/serve_tls.go", "os.ReadFile", "a flag"},
	{"cli/frame/input.go", "os.Open os.ReadDir", "an argument"},
	{"cli/commands/prove.go", "os.Open os.WriteFile", "a flag"},
	{"cli/commands/solve.go", "os.Open os.WriteFile", "a flag"},
	{"cli/frame/man.go", "os.MkdirAll os.WriteFile", "an argument"},
	{"cli/frame/reference.go", "os.WriteFile", "an argument"},
	{"cli/frame/output.go", "os.WriteFile", "a flag"},
	{"cli/frame/run.go", "os.CreateTemp", "the system: its directory for such files"},
	{"cmd/veil/batch.go", "os.Create os.Open", "an argument"},
	{"cmd/veil/internal/skeleton/existing.go", "os.ReadDir", "a flag"},
	{"cmd/veil/internal/skeleton/module.go", "os.ReadFile", "a flag"},
	{"cmd/veil/internal/skeleton/write.go", "os.Link os.MkdirAll os.MkdirTemp os.OpenFile os.Remove os.RemoveAll", "a flag"},
	{"cmd/veil/internal/tui/save.go", "os.OpenFile", "whoever plays"},
	{"cmd/veil/krieg_bot.go", "os.ReadFile", "a flag"},
	{"cmd/veil/krieg_endings.go", "os.Open", "an argument"},
	{"cmd/veil/krieg_play.go", "exec.CommandContext", "the system: this program itself"},
	{"cmd/veil/krieg_problems.go", "os.Open", "an argument"},
	{"cmd/veil/krieg_problems_gen.go", "os.CreateTemp os.Remove os.Rename", "an argument"},
	{"cmd/veil/krieg_proof.go", "os.Open os.WriteFile", "an argument"},
	{"cmd/veil/pomdp_play.go", "os.ReadFile", "a flag"},
	{"cmd/veil/pomdp_solve.go", "os.WriteFile", "a flag"},
}

func TestOnlyAccessReachesOut(t *testing.T) {
	for _, fault := range reachFaults(t, os.DirFS("../.."), openers) {
		t.Error(fault)
	}
}

// personal are the folders whose names come from the command line or the build, and never from a
// document that was read there.
var personal = []string{"cmd/pack", "cmd/veil-dev", "tools", "internal"}

// reachFaults lists calls that open or start something and are not listed, and what is listed in
// vain.
func reachFaults(t *testing.T, tree fs.FS, list []opener) []string {
	t.Helper()
	var found []string
	used := map[string]bool{}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (slices.Contains(personal, name) || slices.Contains([]string{"node_modules", "testdata", ".git"}, entry.Name())) {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		calls, err := callsOut(name, text)
		for _, call := range slices.Sorted(maps.Keys(calls)) {
			i := slices.IndexFunc(list, func(r opener) bool { return r.file == name && slices.Contains(strings.Fields(r.calls), call) })
			if i < 0 {
				found = append(found, fmt.Sprintf("%s:%d: %s: what a document names is opened by play.Access; if a person names it, list it in internal/arch/outside_test.go", name, calls[call], call))
			}
			used[name+" "+call] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		for call := range strings.FieldsSeq(r.calls) {
			if !used[r.file+" "+call] {
				found = append(found, fmt.Sprintf("%s does not call %s any more: take it off the list in internal/arch/outside_test.go", r.file, call))
			}
		}
	}
	return found
}

// callsOut returns the functions of a file that open or start something, and the first line of
// each. A function that is passed on counts as called.
func callsOut(name string, text []byte) (map[string]int, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	names, calls := map[string]string{}, map[string]int{} // of packages in this file
	for _, spec := range f.Imports {
		full, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if reaching[full] == "" {
			continue
		}
		local := path.Base(full)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." {
			calls["import . "+full] = files.Position(spec.Pos()).Line
		}
		names[local] = full
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := s.X.(*ast.Ident)
		if !ok || names[of.Name] == "" {
			return true
		}
		if which := reaching[names[of.Name]]; which == "*" || slices.Contains(strings.Fields(which), s.Sel.Name) {
			call := path.Base(names[of.Name]) + "." + s.Sel.Name
			if calls[call] == 0 {
				calls[call] = files.Position(s.Pos()).Line
			}
		}
		return true
	})
	return calls, nil
}

// TestPlantedReachIsFound: a player that opens what its params name is found, however it is
// written; and a listed file may do no more than is listed.
func TestPlantedReachIsFound(t *testing.T) {
	for name, c := range map[string]struct{ code, want string }{
		"a file":           {"import \"os\"\nvar _, _ = os.ReadFile(p)", "os.ReadFile"},
		"a renamed import": {"import files \"os\"\nvar _, _ = files.Open(p)", "os.Open"},
		"passed on":        {"import \"os\"\nvar open = os.Open", "os.Open"},
		"imported with a dot": {
			"import . \"os\"\nvar _, _ = ReadFile(p)", "import . os",
		},
		"a program":  {"import \"os/exec\"\nvar _ = exec.Command(p)", "exec.Command"},
		"a syscall":  {"import \"syscall\"\nvar _, _ = syscall.Open(p, 0, 0)", "syscall.Open"},
		"a plugin":   {"import \"plugin\"\nvar _, _ = plugin.Open(p)", "plugin.Open"},
		"a root":     {"import \"os\"\nvar _, _ = os.OpenRoot(p)", "os.OpenRoot"},
		"a pattern":  {"import \"path/filepath\"\nvar _, _ = filepath.Glob(p)", "filepath.Glob"},
		"no reach":   {"import \"os\"\nvar _ = os.ErrNotExist", ""},
		"other Open": {"import \"embed\"\nvar e embed.FS\nvar _, _ = e.Open(p)", ""},
	} {
		tree := fstest.MapFS{"mines/sweepers/new.go": {Data: []byte("package sweepers\n" + c.code + "\n")}}
		got := reachFaults(t, tree, nil)
		if c.want == "" && len(got) != 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], ": "+c.want+": ")) {
			t.Errorf("%s: %q, want %s", name, got, c.want)
		}
	}
	tree := fstest.MapFS{"play/x.go": {Data: []byte("package play\nimport \"os\"\nvar _, _ = os.Open(p)\n")}}
	if got := reachFaults(t, tree, []opener{{"play/x.go", "os.Create", ""}}); len(got) != 2 {
		t.Errorf("listed for something else: %q", got)
	}
}
