# veil: bare `make` prints the targets.
# A test that fails must fail its target, also where its output is filtered.
SHELL       := bash
.SHELLFLAGS := -o pipefail -c
GO       ?= go
BIN      := $(CURDIR)/bin
LINT     := $(BIN)/golangci-lint
LINT_VER := v2.14.0
ACTIONLINT     := $(BIN)/actionlint
ACTIONLINT_VER := v1.7.8
FUZZTIME ?= 30s
# make repro: SCALE times as many games; DEEP=1 for larger budgets; runs resume, and are kept apart by commit.
SCALE    ?= 1
DEEP     ?=
RUNS     ?= runs/$(shell git rev-parse --short HEAD)

# PART=3/10 runs part 3 of 10, counted from 0, of fuzz, full, mutants, krieg-agree or browser.
PART     ?=

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^##@ /{printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## /{printf "  %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

##@ Every day

.PHONY: check
check: fmt lint vet page-check test ## everything a change must pass (fmt lint vet page-check test)

# BASE: what counts as changed is all since then, uncommitted work included.
BASE ?= HEAD
# SLOW tests start servers, terminals or farms, damage thousands of files, or print every document.
SLOW := Serve|Schemas|Farm|Terminal|CtrlC|Kill|Crash|Damage|Flipped|Lose|Hang
.PHONY: quick
quick: ## format, vet and the quick tests of the packages that changed, or of the last commit if none did (BASE=main for a branch)
	@files=$$(tools/changed $(BASE)); \
	pkgs=$$(for f in $$files; do echo ./$$(dirname $$f); done | sort -u); \
	test -n "$$pkgs" || { echo "no Go file changed in any commit"; exit 1; }; echo $$pkgs; \
	out=$$($(GO) tool -modfile=tools.mod gofumpt -l $$files); test -z "$$out" || { echo "not formatted (run: make fix):"; echo "$$out"; exit 1; }; \
	$(GO) vet $$pkgs && $(GO) test -short -skip '$(SLOW)' $$pkgs

.PHONY: build
build: engine docs-pages pack ## bin/veil, the page and its engine included
	CGO_ENABLED=0 $(GO) build -trimpath -o $(BIN)/veil ./cmd/veil

.PHONY: fmt
fmt: ## fail if a file is not gofumpt-formatted
	@out=$$($(GO) tool -modfile=tools.mod gofumpt -l .); test -z "$$out" || { echo "not formatted (run: make fix):"; echo "$$out"; exit 1; }

.PHONY: fix
fix: ## format, and apply the modernizers
	$(GO) fix ./...
	$(GO) tool -modfile=tools.mod gofumpt -w .

.PHONY: lint
lint: $(LINT) ## golangci-lint, staticcheck among its checks
	$(LINT) run ./...

# golangci-lint is built apart: its hundreds of modules stay out of both go.mod files.
$(LINT):
	GOBIN=$(BIN) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VER)

.PHONY: vet
vet: ## go vet
	$(GO) vet ./...

.PHONY: test
test: ## all tests
	$(GO) test -timeout 20m ./...

# What neither starts goroutines nor knows of any cannot race by itself.
# SERIAL tests print or compare documents one after the other, or start processes whose
# packages have tests of their own, or count the system calls of an ordinary build. LONG tests use
# one goroutine; shorter tests call the same code from several.
SERIAL := OutputMatchesSchemas|TestHelp|HintLadder|TestDocuments|FlagsChangeNothing|PuzzlesOfThePage|TestScripts|FarmLeaving|Calibrated|PythonClient|BotKilled|EngineReads
LONG := TestEvaluate|TestRockSample|TestHallway|TigerByDefault|SearchImprovesAPolicy|RootSamplingEquals|LearnedAtTheEnd|TestRollouts|EstimatesAreHonest|BruteForceOnUntouched
CONCURRENT = grep -qsE '^\s*go [a-z]|\.Go\(|t\.Parallel\(\)|"sync"|"sync/atomic"' $$d/*.go
.PHONY: race
race: ## short tests under the race detector, of the packages that know of goroutines
	$(GO) test -race -short -skip '$(SERIAL)|$(LONG)' -timeout 40m $$(for d in $$($(GO) list -f '{{.Dir}}' ./...); do if $(CONCURRENT); then echo $$d; fi; done)

# node and npm are needed; words of our own are in tools/spell/words.txt.
.PHONY: spell
spell: ## the spelling of documents, help and comments
	$(GO) build -o $(BIN)/veil ./cmd/veil
	tools/spell/run $(BIN)/veil

# Systems on which nobody runs the tests. The types come from source: compiling them takes eight times as long.
SYSTEMS ?= windows/amd64 darwin/arm64 linux/386
.PHONY: cross
cross: ## vet for windows, darwin and 32 bits
	$(GO) build -modfile=tools.mod -tags tools -o $(BIN)/crossvet ./tools/crossvet
	@set -e; for s in $(SYSTEMS); do echo "vet for $$s"; GOOS=$${s%/*} GOARCH=$${s#*/} $(BIN)/crossvet ./...; done

.PHONY: golden
golden: ## rewrite the golden files; read the diff before you commit it
	UPDATE=1 $(GO) test ./...

##@ The page

# The page needs no Node: esbuild is a Go module, and what it bundles is in web/page.
ESBUILD = $(GO) tool -modfile=tools.mod esbuild --bundle --minify --log-level=warning --target=es2022 --charset=utf8 \
  --jsx=automatic --jsx-import-source=preact --alias:preact=./web/page/vendor/preact/preact.js \
  --alias:preact/hooks=./web/page/vendor/preact/hooks.js --alias:preact/jsx-runtime=./web/page/vendor/preact/jsx-runtime.js

STATIC ?= web/static
# MADE is what the page needs and the repository has not: the engines and the documentation.
MADE   := $(BIN)/page
LEVEL  ?= 11

.PHONY: page
page: ## the page, from web/page into web/static; a test compares them
	$(ESBUILD) --format=esm web/page/veil.tsx --outfile=$(STATIC)/veil.js
	$(ESBUILD) --format=iife web/page/worker.ts --outfile=$(STATIC)/engine.js
	$(ESBUILD) --format=esm web/page/krieg.tsx --outfile=$(STATIC)/krieg.js
	$(ESBUILD) --format=esm web/page/play.tsx --outfile=$(STATIC)/play.js
	$(ESBUILD) --format=esm web/page/api.tsx --outfile=$(STATIC)/api.js
	$(ESBUILD) --format=esm --loader:.csv=text web/page/diag.tsx --outfile=$(STATIC)/diag.js
	$(ESBUILD) --format=iife web/page/first.ts --outfile=$(STATIC)/first.js
	$(ESBUILD) web/page/veil.css --outfile=$(STATIC)/veil.css
	$(ESBUILD) web/page/krieg/krieg.css --outfile=$(STATIC)/krieg.css
	$(ESBUILD) web/page/krieg/play/play.css --outfile=$(STATIC)/play.css
	$(ESBUILD) web/page/diag/diag.css --outfile=$(STATIC)/diag.css
	t=$$(mktemp); trap "rm -f $$t" EXIT; \
	$(GO) run ./cmd/veil krieg problems daily --all --json > $$t && install -m 644 $$t $(STATIC)/problems.json
	$(ESBUILD) --format=iife web/page/sw.ts --outfile=$(STATIC)/sw.js \
	  --define:VERSION="\"$$(cd $(STATIC) && cat first.js veil.js krieg.js play.js api.js diag.js engine.js veil.css krieg.css play.css diag.css | sha256sum | cut -c1-12)\""

.PHONY: docs-pages
docs-pages: ## the documentation as pages, from docs into bin/page/docs
	rm -rf $(MADE)/docs
	$(GO) run -modfile=tools.mod -tags tools ./tools/docs web/page docs $(MADE)/docs

# node and npm are needed.
PAGETESTS = $(shell find web/page -name '*.test.ts')
.PHONY: page-check
page-check: ## the types of the page, and its tests that need no browser
	cd web/browsertest && npm ci --no-audit --no-fund --silent && npx --no-install tsc -p .
	rm -rf $(BIN)/page-check
	$(ESBUILD) --platform=node --format=esm --out-extension:.js=.mjs --outdir=$(BIN)/page-check $(PAGETESTS)
	node --test --test-reporter=dot $(BIN)/page-check

# Code that is not inlined is slower and compresses better: only what takes the time is.
HOT       = search/optimal internal/chess domain/krieg domain/krieg/cloud
DIST     ?= $(CURDIR)/dist
VERSION  ?= $(or $(shell git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null),devel)
WASMFLAGS = -trimpath -buildvcs=false -gcflags=all=-l $(HOT:%=-gcflags=github.com/veilplan/veil/%=) -ldflags='-s -w -buildid= -X "main.engine=veil $(VERSION)"'

.PHONY: wasm
wasm: ## the engines for browsers: dist/veil.wasm, krieg.wasm, play.wasm with its tables, diag.wasm, and their loader
	mkdir -p $(DIST)
	GOOS=js GOARCH=wasm $(GO) build $(WASMFLAGS) -o $(DIST)/veil.wasm ./cmd/veil-wasm
	GOOS=js GOARCH=wasm $(GO) build $(WASMFLAGS) -tags krieg -o $(DIST)/krieg.wasm ./cmd/veil-wasm
	GOOS=js GOARCH=wasm $(GO) build $(WASMFLAGS) -tags play -o $(DIST)/play.wasm ./cmd/veil-wasm
	GOOS=js GOARCH=wasm $(GO) build $(WASMFLAGS) -tags diag -o $(DIST)/diag.wasm ./cmd/veil-wasm
	install -m 644 domain/krieg/ending/endings.bin $(DIST)/endings.bin
	$(GO) run ./cmd/pack -join $(DIST)/veil.wasm $(DIST)/krieg.wasm $(DIST)/play.wasm $(DIST)/diag.wasm
	install -m 644 "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(DIST)/wasm_exec.js

.PHONY: engine
engine: ## the engines of the page: bin/page/veil.wasm, krieg.wasm, play.wasm and diag.wasm
	$(MAKE) --no-print-directory wasm DIST=$(MADE)

# The program has the tables of endings for its own use, and serves those.
.PHONY: pack
pack: ## the page as veil embeds it: engines and documentation only compressed, name.br beside every other name
	$(GO) run ./cmd/pack -level $(LEVEL) -from $(MADE) -but endings.bin $(STATIC)

.PHONY: site
site: page engine docs-pages pack ## the page and the engine in dist/site, for any static host (SITE=https://its.address/ for pictures of links)
	rm -rf $(DIST)/site && mkdir -p $(DIST)/site && cp -r web/static/. $(MADE)/. $(DIST)/site/
	@if [ -n "$(SITE)" ]; then \
	  find $(DIST)/site -name '*.html' -exec sed -i -E 's#(og:image" content=")(\.\./)*og/#\1$(SITE:%/=%)/og/#' {} +; fi
	$(GO) run ./cmd/pack -level $(LEVEL) -gzip $(DIST)/site

BROWSERTEST = cd web/browsertest && npm ci --no-audit --no-fund --silent && npx --no-install tsc -p . &&
.PHONY: browser
browser: build ## the page in a real browser, two files of tests at a time: chromium and node are needed (PART=3/10 for a tenth of the files)
	$(BROWSERTEST) node --test --test-concurrency=2 --test-reporter=spec $$(ls *.test.mjs | ../../tools/part $(PART))

.PHONY: browser-full
browser-full: export VEIL_FULL = 1
browser-full: browser ## the same on every device, in every theme, slowed eight times: an hour or two

.PHONY: pictures
pictures: build ## docs/img, taken of the page in a real browser; look at them before you commit them
	$(BROWSERTEST) PICTURES=$(CURDIR)/docs/img node --test --test-reporter=spec pictures.test.mjs

.PHONY: shots
shots: build ## pictures of every page and state, in both themes on four screens, in web/browsertest/shots (SHOT=part of a name)
	$(BROWSERTEST) node screens.mjs "$(SHOT)"

.PHONY: lighthouse
lighthouse: build ## Lighthouse on every page, on an idle machine (PAGE=part of an address for some)
	cd web/browsertest/lighthouse && npm ci --no-audit --no-fund --silent --ignore-scripts
	$(BROWSERTEST) node lighthouse.mjs "$(PAGE)"

##@ Releases

# RELEASE has every file of a release. Nothing is published.
RELEASE ?= $(DIST)/release

.PHONY: release
release: engine docs-pages pack ## every file of a release into dist/release: programs for six systems, archives, packages, checksums (the tag is the version)
	$(GO) run -modfile=tools.mod -tags tools ./tools/release -out $(RELEASE)

# TARGETS=linux/amd64 is what every change must pass; FROM_NOTHING=1 compiles all modules twice too.
TARGETS ?=

.PHONY: release-check
release-check: ## make a release twice, in two places: the same bytes, small enough, installed, run and removed (root is needed for the package)
	tools/release-check $(TARGETS)

.PHONY: man
man: build ## man pages and completions under dist/
	$(BIN)/veil man dist/man1
	for shell in bash zsh fish powershell; do $(BIN)/veil completion $$shell > dist/veil.$$shell; done

# The image has no base, so its root file system is what is staged here.
IMAGE   ?= veil:$(VERSION)
.PHONY: image-root
image-root: engine docs-pages pack
	rm -rf dist/image dist/data && mkdir -p dist/image/data dist/data
	$(GO) run -modfile=tools.mod -tags tools ./tools/release -program dist/image/veil
	install -m 644 LICENSE THIRD_PARTY_NOTICES dist/image

# BUILD writes an image and unpacks it; the same sources give the same image, so its time is the epoch.
BUILDAH = buildah --storage-driver vfs --root $(CURDIR)/dist/storage --runroot $(CURDIR)/dist/storage-run
.PHONY: image
image: image-root ## an image of veil, IMAGE=name:tag, into dist/veil-image.tar (buildah is needed)
	$(BUILDAH) bud --quiet --timestamp 0 -t $(IMAGE) .
	rm -f dist/veil-image.tar && $(BUILDAH) push --quiet $(IMAGE) oci-archive:dist/veil-image.tar:$(IMAGE)

.PHONY: image-check
image-check: ## veil serve and a farm, run from the image with a read-only root and without privileges (root is needed)
	@set -e; if command -v buildah >/dev/null; then $(MAKE) --no-print-directory image; \
	  name=$$($(BUILDAH) from $(IMAGE)); trap "$(BUILDAH) rm $$name >/dev/null" EXIT; \
	  tools/image-check "$$($(BUILDAH) mount $$name)"; \
	else echo "no buildah: the root file system is run as it is staged, not from an image"; \
	  $(MAKE) --no-print-directory image-root; tools/image-check dist/image; fi

.PHONY: licences
licences: ## THIRD_PARTY_NOTICES and sbom.cdx.json, from the modules that are linked; a test compares them
	$(GO) run ./cmd/veil-dev licences

.PHONY: vulnerabilities
vulnerabilities: ## govulncheck, if its database can be reached
	tools/vulnerabilities

.PHONY: actionlint
actionlint: $(ACTIONLINT) ## the workflows of GitHub
	$(ACTIONLINT)

$(ACTIONLINT):
	GOBIN=$(BIN) $(GO) install github.com/rhysd/actionlint/cmd/actionlint@$(ACTIONLINT_VER)

##@ Heavy tests, every night

.PHONY: full
full: ## the tests that take longer: every exact value, 10,000 certificates, long games (PART=3/10 for a tenth of the packages)
	VEIL_FULL=1 $(GO) test -timeout 120m -v -run 'Full|Every|Exact|Values|Perft|Published|CrashAnywhere|TornAnywhere|FlippedBits|DamagedFiles|RockSample|TestTag|Hallway|TestSizes|TestMastermind|TestWords|TruthIsKept' $$($(GO) list ./... | tools/part $(PART)) | grep -v '^=== '

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (default 30s; PART=3/10 for a tenth of them)
	@set -e; grep -rE --include='*_test.go' '^func Fuzz\w+' . | sed -E 's#^(.*)/[^/]*:func (Fuzz\w+).*#\1 \2#' | sort | tools/part $(PART) | \
	while read -r pkg target; do FUZZTIME=$(FUZZTIME) tools/fuzz $$pkg $$target; done

.PHONY: fuzz-smoke
fuzz-smoke: ## some fuzz targets for 10s each: which ones depends on the commit
	tools/fuzz-smoke

.PHONY: mutants
mutants: ## every fault of internal/mutants is found by the tests of its package (PART=3/10 for a tenth)
	VEIL_MUTANTS=$(or $(PART),all) $(GO) test -count=1 -timeout 60m -v -run TestMutantsDie ./internal/mutants | grep -v '^=== '

.PHONY: load
load: ## 200 clients of a real server for a minute
	VEIL_FULL=1 $(GO) test -count=1 -timeout 15m -v -run 'TestServeLoad' ./cmd/veil | grep -v '^=== '

.PHONY: hostile
hostile: ## ten minutes of hostile input to real servers, with 10,000 open streams (ulimit -Hn of more)
	VEIL_FULL=1 $(GO) test -count=1 -timeout 30m -v -run 'TestServeHostile' ./cmd/veil | grep -v '^=== '

.PHONY: soundness
soundness: ## bounds of 5,000 positions at every budget, predictions of 20,000, against the truth
	VEIL_FULL=1 $(GO) test -count 1 -timeout 90m -v -run 'BoundsAreSound|Calibrated' ./search/optimal ./player/mines ./solve/mines | grep -v '^=== '

.PHONY: farm-kill
farm-kill: ## farm: kill everything ten times, every number of workers and size of chunks (root, for small disks)
	VEIL_FULL=1 $(GO) test -count=1 -timeout 60m -v -run 'Kill|Lose|Hang|Wrong|Partition|Disk|Nothing|Forger|Leaving|Silence|Hoarder|Straggler' ./farm | grep -v '^=== '
	VEIL_FULL=1 $(GO) test -count=1 -timeout 60m -v -run 'TestFarmLeaving|TestFarmKilledLast' ./cmd/veil | grep -v '^=== '

.PHONY: farm-attacks
farm-attacks: ## farm: simulate forgers, and compare with what docs/farm.md says of them
	VEIL_FULL=1 $(GO) test -count=1 -timeout 120m -v -run 'Table|Honest' ./farm/internal/attack | grep -v '^=== '

.PHONY: farm-scale
farm-scale: ## farm: what the queue costs, and how many workers a server can feed
	VEIL_FULL=1 $(GO) test -count=1 -timeout 60m -v -run 'Cost|Scale' ./farm | grep -v '^=== '

GAMES := 10000
.PHONY: krieg-games
krieg-games: ## random games under every ruleset, the true board never lost (about two core-hours; GAMES=2000-3000 for a slice)
	VEIL_GAMES=$(GAMES) $(GO) test -count=1 -timeout 24h -v -run TestTrueBoardIsNeverLost ./domain/krieg

.PHONY: calibration
calibration: ## predicted against played, in tenths: 100,000 fresh games of the fast player; none may be off by more than a point
	$(GO) run ./cmd/veil-dev train -check 100000 -seed 77

##@ Speed

.PHONY: bench
bench: ## speed: risks, games, samples, searches (CPU time and allocations)
	$(GO) test -run xxx -bench . -benchmem ./domain/mines/... ./search/... ./internal/... | tee bench.out

.PHONY: bench-uct
bench-uct: ## throughput of the tree search, and what root sampling saves
	$(GO) test -run xxx -bench 'Tiger|Patch|Mines' -benchmem -count 3 ./search/uct ./player/mines | tee bench-uct.out

.PHONY: ablation
ablation: ## exact solving with each idea taken away (VEIL_ABLATION=boards for others)
	VEIL_ABLATION="$${VEIL_ABLATION:-4x4/7 safe,5x5/19 safe,5x4/5 safe,5x5/6 zero}" $(GO) test -timeout 120m -run TestAblation -v ./search/optimal | grep "^|"

##@ Tables, weights and pages of results

.PHONY: values
values: build ## solve every first click on 5x5 (hours; it can be stopped and goes on)
	$(BIN)/veil mines values 5x5 --memory 6GB --store docs/data/5x5.tsv

.PHONY: played
played: build ## 100,000 games of the optimal player on every board of experiments/optimal
	for spec in experiments/optimal/*.yaml; do $(BIN)/veil exp run $$spec --runs $(BIN)/runs || exit; done
	$(BIN)/veil exp report --plain $(BIN)/runs/optimal-* -o docs/data/optimal-played.tsv

.PHONY: train
train: ## learn the weights of the fast Minesweeper players anew (4 CPU minutes; the same bytes every time)
	$(GO) run ./cmd/veil-dev train

.PHONY: endings
endings: ## build the tables of Kriegspiel endings anew (10 CPU seconds; the same bytes every time)
	$(GO) run ./cmd/veil krieg endings build KQK KRK KPK -o domain/krieg/ending/endings.bin

# Runs resume; SCALE=0.1 plays a tenth of the games first.
.PHONY: strength
strength: build ## the tables of docs/strength.md from experiments/strength (about an hour of one core)
	for spec in experiments/strength/*.yaml; do $(BIN)/veil exp run $$spec --runs $(RUNS)/standings --scale $(SCALE) -o /dev/null || exit; done
	$(GO) run ./cmd/veil-dev repro -standings -runs $(RUNS)/standings

# GAMES of each player on each board; DUEL is what to compare: a player and a baseline.
GAMES    ?= 10000
DUEL     ?= fast lookahead
.PHONY: duel
duel: ## compare two players on the six standard boards, in product mode, until a sequential test decides
	$(GO) build -o $(BIN)/veil-dev ./cmd/veil-dev
	for b in 30x16/99 16x16/40 9x9/10; do for f in safe zero; do echo "$$b $$f"; $(BIN)/veil-dev duel -board $$b -first $$f -seed 2029 -games $(GAMES) $(DUEL) || exit; done; done

.PHONY: first-clicks
first-clicks: ## what first clicks are worth, as tables and pictures in docs, and bounds for any player
	$(GO) run ./cmd/veil-dev clicks

.PHONY: repro
repro: build bench-uct ## docs/reproduction.md from experiments/*.yaml (SCALE=10 DEEP=1 for more)
	@set -e; for spec in experiments/*.yaml $(if $(DEEP),experiments/deep/*.yaml); do \
	  echo "$$spec"; $(BIN)/veil exp run $$spec --runs $(RUNS) --scale $(SCALE) -o /dev/null; done
	$(GO) run ./cmd/veil-dev repro -runs $(RUNS) -bench bench-uct.out

MATCH :=
.PHONY: krieg-match
krieg-match: build ## whole games of the Kriegspiel player (many core-hours; MATCH=wild16-maps SCALE=0.1 for a tenth of one match, MATCH=ahead for a test)
	for spec in experiments/kriegspiel/*$(MATCH)*.yaml; do $(BIN)/veil exp run $$spec --runs $(RUNS) --scale $(SCALE) || exit; done

.PHONY: standings
standings: build ## docs/standings.md from experiments/standings
	for spec in experiments/standings/*.yaml; do $(BIN)/veil exp run $$spec --runs $(RUNS)/standings --scale $(SCALE) -o /dev/null || exit; done
	$(GO) run ./cmd/veil-dev repro -standings -runs $(RUNS)/standings

JOURNAL := $(CURDIR)/runs/krieg.tsv
.PHONY: krieg-figure
krieg-figure: ## docs/kriegspiel-reproduction.md and its figures from the file of runs, to which the journal is added
	UPDATE=1 VEIL_JOURNAL=$(JOURNAL) $(GO) test -count=1 -run TestReproduction ./solve/krieg/problems

.PHONY: krieg-agree
krieg-agree: ## every method on every problem, what is missing in the file of runs (about thirty-five core-minutes for all; PART=0/2 for a half)
	mkdir -p $(dir $(JOURNAL))
	VEIL_MEASURE=1 VEIL_JOURNAL=$(JOURNAL) VEIL_SLICE=$(PART) $(GO) test -count=1 -timeout 24h -v -run TestMeasure ./solve/krieg/problems

.PHONY: krieg-runs
krieg-runs: build ## the paper's figure as experiments: problems solved within a number of hidden states
	for spec in experiments/krieg/*.yaml; do $(BIN)/veil exp run $$spec --runs $(RUNS) || exit; done

.PHONY: krieg-cloud
krieg-cloud: CLOUD := 10
krieg-cloud: ## what the belief of the Kriegspiel player is worth: CLOUD=10 games for each of 3 rulesets and 3 opponents (about two core-minutes)
	VEIL_GAMES=$(CLOUD) $(GO) test -count=1 -timeout 24h -v -run TestCalibration ./solve/krieg/engine
