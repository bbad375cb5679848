# veil: bare `make` prints the targets.
GO       ?= go
BIN      := $(CURDIR)/bin
LINT     := $(BIN)/golangci-lint
LINT_VER := v2.14.0
FUZZTIME ?= 30s

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

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

.PHONY: load
load: ## 200 clients of a real server for a minute
	VEIL_FULL=1 $(GO) test -count=1 -timeout 15m -v -run 'TestServeLoad' ./cmd/veil | grep -v '^=== '

.PHONY: hostile
hostile: ## ten minutes of hostile input to a real server, with 9,000 open streams
	VEIL_FULL=1 $(GO) test -count=1 -timeout 30m -v -run 'TestServeHostile' ./cmd/veil | grep -v '^=== '

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

.PHONY: man
man: build ## man pages and completions under dist/
	$(BIN)/veil man dist/man1
	for shell in bash zsh fish powershell; do $(BIN)/veil completion $$shell > dist/veil.$$shell; done

.PHONY: golden
golden: ## rewrite the golden files; read the diff before you commit it
	UPDATE=1 $(GO) test ./...
