# veil: bare `make` prints the targets.
GO       ?= go
BIN      := $(CURDIR)/bin
LINT     := $(BIN)/golangci-lint
LINT_VER := v2.14.0
FUZZTIME ?= 30s
# make repro: SCALE times as many games; DEEP=1 for larger budgets; runs resume, and are kept apart by commit.
SCALE    ?= 1
DEEP     ?=
RUNS     ?= runs/$(shell git rev-parse --short HEAD)

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: check
check: fmt lint vet test ## everything a change must pass (fmt lint vet test)

.PHONY: build
build: ## bin/veil
	$(GO) build -trimpath -o $(BIN)/veil ./cmd/veil

.PHONY: fmt
fmt: ## fail if a file is not gofumpt-formatted
	@out=$$($(GO) tool -modfile=tools.mod gofumpt -l .); test -z "$$out" || { echo "not formatted (run: make fix):"; echo "$$out"; exit 1; }

.PHONY: fix
fix: ## format, and apply the modernizers
	$(GO) fix ./...
	$(GO) tool -modfile=tools.mod gofumpt -w .

.PHONY: lint
lint: $(LINT) ## golangci-lint and staticcheck
	$(LINT) run ./...
	$(GO) tool -modfile=tools.mod staticcheck ./...

# golangci-lint is built apart: its hundreds of modules stay out of both go.mod files.
$(LINT):
	GOBIN=$(BIN) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VER)

.PHONY: vet
vet: ## go vet
	$(GO) vet ./...

.PHONY: test
test: ## all tests
	$(GO) test -timeout 20m ./...

.PHONY: race
race: ## all tests under the race detector, the long ones shortened
	$(GO) test -race -short -timeout 40m ./...

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (default 30s)
	@set -e; for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$pkg; \
	  done; done

.PHONY: full
full: ## the tests that take longer: every exact value, 10,000 certificates, long games
	VEIL_FULL=1 $(GO) test -timeout 120m -v -run 'Full|Every|Exact|Values|Perft' ./... | grep -v '^=== '

.PHONY: values
values: build ## solve every first click on 5x5 (hours; it can be stopped and goes on)
	$(BIN)/veil mines values 5x5 --memory 6GB --store docs/data/5x5.tsv

.PHONY: played
played: build ## 100,000 games of the optimal player on every board of experiments/optimal
	for spec in experiments/optimal/*.yaml; do $(BIN)/veil exp run $$spec --runs $(BIN)/runs || exit; done
	$(BIN)/veil exp report --plain $(BIN)/runs/optimal-* -o docs/data/optimal-played.tsv

.PHONY: farm-kill
farm-kill: ## farm: kill everything ten times, every number of workers and size of chunks (root, for small disks)
	VEIL_FULL=1 $(GO) test -count=1 -timeout 60m -v -run 'Kill|Lose|Hang|Wrong|Partition|Disk|Nothing' ./farm | grep -v '^=== '

.PHONY: farm-scale
farm-scale: ## farm: what the queue costs, and how many workers a server can feed
	VEIL_FULL=1 $(GO) test -count=1 -timeout 60m -v -run 'Cost|Scale' ./farm | grep -v '^=== '

.PHONY: bench
bench: ## speed: risks, games, samples, searches (CPU time and allocations)
	$(GO) test -run xxx -bench . -benchmem ./domain/mines ./search/... ./internal/... | tee bench.out

# Code that is not inlined is slower and compresses better: only the search is.
DIST     ?= $(CURDIR)/dist
VERSION  ?= devel
WASMFLAGS = -trimpath -gcflags=all=-l -gcflags=github.com/veilplan/veil/search/optimal= -ldflags='-s -w -X "main.engine=veil $(VERSION)"'

.PHONY: wasm
wasm: ## the engine for browsers: dist/veil.wasm and its loader
	mkdir -p $(DIST)
	GOOS=js GOARCH=wasm $(GO) build $(WASMFLAGS) -o $(DIST)/veil.wasm ./cmd/veil-wasm
	install -m 644 "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(DIST)/wasm_exec.js

.PHONY: bench-uct
bench-uct: ## throughput of the tree search, and what root sampling saves
	$(GO) test -run xxx -bench 'Tiger|Patch|Mines' -benchmem -count 3 ./search/uct ./catalog | tee bench-uct.out

.PHONY: soundness
soundness: ## bounds of 5,000 positions at every budget, predictions of 20,000, against the truth
	VEIL_FULL=1 $(GO) test -count 1 -timeout 90m -v -run 'BoundsAreSound|Calibrated' ./search/optimal ./catalog | grep -v '^=== '

.PHONY: repro
repro: build bench-uct ## docs/reproduction.md from experiments/*.yaml (SCALE=10 DEEP=1 for more)
	@set -e; for spec in experiments/*.yaml $(if $(DEEP),experiments/deep/*.yaml); do \
	  echo "$$spec"; $(BIN)/veil exp run $$spec --runs $(RUNS) --scale $(SCALE) -o /dev/null; done
	$(GO) run ./cmd/repro -runs $(RUNS) -bench bench-uct.out

.PHONY: krieg-figure
krieg-figure: ## docs/kriegspiel-reproduction.md and its figures from the file of runs
	UPDATE=1 $(GO) test -count=1 -run TestReproduction ./problems

WHOLE       := DFS,L-DFS,E-DFS,LE-DFS,GL-DFS,GX-DFS,PNS,UDB
INCREMENTAL := DUB,DBU,GL-DBU,IPNS,interleaved,veil
ABLATION    := veil/precheck,veil/order,veil/cover,veil/table,veil/growth
.PHONY: krieg-measure
krieg-measure: ## run what is missing in the file of runs (about ten core-minutes for all), then the figure
	VEIL_MEASURE="seed-3 40 2000000:$(WHOLE),$(INCREMENTAL);seed-5 25 20000000:$(INCREMENTAL),$(ABLATION) 2000000:$(WHOLE);seed-7 6 30000000:veil,GL-DBU" \
	  $(GO) test -count=1 -timeout 120m -run TestMeasure ./problems
	$(MAKE) krieg-figure

.PHONY: standings
standings: build ## docs/standings.md from experiments/standings and the boards of the 2012 paper
	@set -e; for spec in experiments/standings/*.yaml experiments/2012-uct-*.yaml experiments/2012-bssuct-*.yaml; do \
	  echo "$$spec"; $(BIN)/veil exp run $$spec --runs $(RUNS)/standings -o /dev/null; done
	$(GO) run ./cmd/repro -standings -runs $(RUNS)/standings

.PHONY: man
man: build ## man pages and completions under dist/
	$(BIN)/veil man dist/man1
	for shell in bash zsh fish powershell; do $(BIN)/veil completion $$shell > dist/veil.$$shell; done

.PHONY: golden
golden: ## rewrite the golden files; read the diff before you commit it
	UPDATE=1 $(GO) test ./...
