# veil: bare `make` prints the targets.
# A test that fails must fail its target, also where its output is filtered.
SHELL       := bash
.SHELLFLAGS := -o pipefail -c
GO       ?= go
BIN      := $(CURDIR)/bin
LINT     := $(BIN)/golangci-lint
LINT_VER := v2.14.0
# PART=3/10 runs part 3 of 10, counted from 0, of fuzz, mutants or browser.
PART     ?=

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^##@ /{printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## /{printf "  %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@printf '\nFor heavy tests, measurements and pages of results: tools/nightly\n'

##@ Every day

.PHONY: check
check: fmt lint vet page-check test ## what a change must pass in five minutes (fmt lint vet page-check test); .ci/run has the rest

# BASE: what counts as changed is all since then, uncommitted work included.
BASE ?= HEAD
# SLOW tests start servers, terminals or farms, damage thousands of files, or print every document.
SLOW := Serve|Schemas|Farm|Terminal|CtrlC|Kill|Crash|Damage|Flipped|Lose|Hang|Worst|Python|SmallProgram|ValuesAgree
# Programs under tools have modules of their own, so they are only formatted.
.PHONY: quick
quick: ## format, vet and the quick tests of the packages that changed, or of the last commit if none did (BASE=main for a branch)
	@files=$$(tools/changed $(BASE)); \
	test -n "$$files" || { echo "no Go file changed in any commit"; exit 1; }; \
	pkgs=$$(for f in $$files; do echo ./$$(dirname $$f); done | sort -u | grep -v '^\./tools/'); echo $$pkgs; \
	out=$$($(GO) tool -modfile=tools.mod gofumpt -l $$files); test -z "$$out" || { echo "not formatted (run: make fix):"; echo "$$out"; exit 1; }; \
	if [ -n "$$pkgs" ]; then $(GO) vet $$pkgs && $(GO) test -short -skip '$(SLOW)' $$pkgs; fi

.PHONY: build
build: program ## bin/veil, the page and its engine included
# Level 9 of brotli takes a tenth of the time, for a seventh more bytes. Tests of sizes and releases are of level 11.
build: LEVEL = 9

.PHONY: program
program: assets
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

# The slow tests take as long as all others together: test leaves them to slow.
.PHONY: test slow
test: ## all tests but those of slow
	$(GO) test -timeout 30m -skip '$(SLOW)' ./...

slow: ## the slow tests: servers, terminals, farms, what is killed, hostile questions
	$(GO) test -timeout 30m -run '$(SLOW)' $$(grep -rlE --include='*_test.go' '^func (Test|Example|Fuzz)\w*($(SLOW))' . | xargs -n1 dirname | sort -u | grep -v '^\./tools/')

# What neither starts goroutines nor knows of any cannot race by itself.
# SERIAL tests print or compare documents one after the other, or start processes whose
# packages have tests of their own, or count the system calls or the CPU time of an ordinary build. LONG tests use
# one goroutine, or only to keep the machine busy; shorter tests call the same code from several.
SERIAL := TestLoad|InvitedCluster|OutputMatchesSchemas|TestHelp|HintLadder|TestDocuments|FlagsChangeNothing|PuzzlesOfThePage|TestScripts|FarmLeav|Calibrated|PythonClient|BotKilled|EngineReads|RPCCost|ShortIsShort|TestTutorial|KillLeader|ForeignServer|OldServer
LONG := LuckByBruteForce|ReviewsAddUp|ReviewCovers|EstimatesMeetExact|TestEvaluate|TestRockSample|TestHallway|TigerByDefault|SearchImprovesAPolicy|RootSamplingEquals|LearnedAtTheEnd|TestRollouts|EstimatesAreHonest|BruteForceOnUntouched|TestTies|TestExamples|CrashAnywhere|TornAnywhere|EverySyncCounts|HugeFiles|DefaultAnswerIsSteady|EndgamesAreExactByDefault|RecommendedWithoutExactStep|TestPGN|TestWholeGames
CONCURRENT = grep -qsE '^\s*go [a-z]|\.Go\(|t\.Parallel\(\)|"sync"|"sync/atomic"' $$d/*.go
# Of the command, WHOLE= (tools/nightly race) tests all, else its servers only: most of its other tests use one goroutine.
WHOLE ?= TestServe
.PHONY: race
race: ## short tests under the race detector, of the packages that know of goroutines
	$(GO) test -race -short -skip '$(SERIAL)|$(LONG)' -timeout 40m $$(for d in $$($(GO) list -f '{{.Dir}}' ./... | grep -v '/cmd/veil$$'); do if $(CONCURRENT); then echo $$d; fi; done)
	$(GO) test -race -short -run '$(WHOLE)' -skip '$(SERIAL)|$(LONG)' -timeout 40m ./cmd/veil

.PHONY: golden
golden: ## rewrite the golden files; read the diff before you commit it
	UPDATE=1 $(GO) test ./...

##@ The page

# The page needs no Node: esbuild is a Go module, and what it bundles is in web/page.
ESBUILD = $(GO) tool -modfile=tools.mod esbuild --bundle --minify --log-level=warning --target=es2022 --charset=utf8 \
  --jsx=automatic --jsx-import-source=preact --alias:preact=./web/page/vendor/preact/preact.js \
  --alias:preact/hooks=./web/page/vendor/preact/hooks.js --alias:preact/jsx-runtime=./web/page/vendor/preact/jsx-runtime.js

STATIC ?= web/static
# MADE is where the engines and the documentation of the page are put.
MADE   := $(BIN)/page
LEVEL  ?= 11

.PHONY: page
page: ## the page, from web/page into web/static; a test compares them
	$(ESBUILD) --format=esm --splitting --chunk-names=core web/page/veil.tsx web/page/review.tsx web/page/train.tsx web/page/prove.tsx web/page/daily.tsx web/page/leaks.tsx web/page/live.tsx --outdir=$(STATIC)
	$(ESBUILD) --format=iife web/page/worker.ts --outfile=$(STATIC)/engine.js
	$(ESBUILD) --format=iife --global-name=veilVideos web/page/mines/files/videos.ts --outfile=$(STATIC)/videos.js
	$(ESBUILD) --format=esm web/page/krieg.tsx --outfile=$(STATIC)/krieg.js
	$(ESBUILD) --format=esm web/page/play.tsx --outfile=$(STATIC)/play.js
	$(ESBUILD) --format=esm web/page/api.tsx --outfile=$(STATIC)/api.js
	$(ESBUILD) --format=esm --loader:.csv=text web/page/diag.tsx --outfile=$(STATIC)/diag.js
	$(ESBUILD) --format=iife web/page/docs.ts --outfile=$(STATIC)/docs.js
	$(ESBUILD) --format=iife web/page/first.ts --outfile=$(STATIC)/first.js
	$(ESBUILD) web/page/veil.css --outfile=$(STATIC)/veil.css
	$(ESBUILD) web/page/krieg/krieg.css --outfile=$(STATIC)/krieg.css
	$(ESBUILD) web/page/krieg/play/play.css --outfile=$(STATIC)/play.css
	$(ESBUILD) web/page/diag/diag.css --outfile=$(STATIC)/diag.css
	t=$$(mktemp); trap "rm -f $$t" EXIT; \
	$(GO) run ./cmd/veil krieg problems daily --all --json > $$t && install -m 644 $$t $(STATIC)/problems.json
	$(ESBUILD) --format=iife web/page/sw.ts --outfile=$(STATIC)/sw.js \
	  --define:NAME="\"veil-page-$$(cd $(STATIC) && cat first.js core.js veil.js review.js train.js prove.js daily.js leaks.js live.js videos.js krieg.js play.js api.js diag.js docs.js engine.js veil.css krieg.css play.css diag.css | sha256sum | cut -c1-12)\""

# node and npm are needed.
PAGETESTS = $(shell find web/page -name '*.test.ts')
.PHONY: page-check
page-check: docs-pages page-tests ## the types of the page, and its tests that need no browser
	cd web/browsertest && npm ci --no-audit --no-fund --silent && npx --no-install tsc -p .
	node --test --test-reporter=dot $(BIN)/page-check

.PHONY: page-tests
page-tests:
	rm -rf $(BIN)/page-check
	$(ESBUILD) --platform=node --format=esm --out-extension:.js=.mjs --outbase=web/page --outdir=$(BIN)/page-check $(PAGETESTS)

DIST     ?= $(CURDIR)/dist
VERSION  ?= $(or $(shell git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null),devel)

.PHONY: wasm
wasm: ## the engines for browsers: dist/veil.wasm, krieg.wasm, play.wasm with its tables, diag.wasm, and their loader
	$(GO) run ./cmd/pack -wasm -go '$(GO)' -version '$(VERSION)' $(DIST)

# NPM has the package as it is staged and packed. Its version is the tag, or 0.0.0.
NPM      ?= $(DIST)/npm

.PHONY: npm
npm: ## the package for JavaScript, @veilplan/veil, into dist/npm (npm is needed)
	rm -rf $(NPM) && mkdir -p $(NPM)/package
	$(GO) run ./cmd/pack -npm -go '$(GO)' -version '$(VERSION)' $(NPM)/package/engines
	cd clients/npm && cp -r *.js *.d.ts node README.md THIRD_PARTY_NOTICES ../../LICENSE $(NPM)/package
	sed 's/"version": "0.0.0"/"version": "$(patsubst v%,%,$(VERSION:devel=0.0.0))"/' clients/npm/package.json > $(NPM)/package/package.json
	cd $(NPM)/package && npm pack --silent --pack-destination ..

# npm-check installs the package in an empty project without a network: its tests and types, and every program of its README.
.PHONY: npm-check
npm-check: npm
	cd web/browsertest && npm ci --no-audit --no-fund --silent
	tools/npm-check $(NPM)

# The pages of commands are made from their help and not committed. With the flags of program nothing is compiled twice.
.PHONY: docs-pages
docs-pages: ## the pages of the documentation, those of the commands included
	rm -rf $(MADE)/docs $(BIN)/docs
	CGO_ENABLED=0 $(GO) run -trimpath ./cmd/veil man --markdown $(BIN)/docs/reference/cli
	$(GO) run -modfile=tools.mod -tags tools ./tools/docs web/page docs $(MADE)/docs $(BIN)/docs

# assets makes what the page needs and the repository has not, and compresses the page: engines and documentation
# in no other form, name.br beside every other name. The program has the tables of endings for its own use,
# and serves those.
.PHONY: assets
assets:
	$(MAKE) --no-print-directory wasm DIST=$(MADE)
	$(MAKE) --no-print-directory docs-pages
	$(GO) run ./cmd/pack -files $(STATIC) $(MADE)
	$(GO) run ./cmd/pack -level $(LEVEL) -from $(MADE) -but endings.bin,minor.bin $(STATIC)

.PHONY: site
site: page assets ## the page and the engine in dist/site, for any static host (SITE=https://its.address/ for pictures of links)
	rm -rf $(DIST)/site && mkdir -p $(DIST)/site && cp -r web/static/. $(MADE)/. $(DIST)/site/
	@if [ -n "$(SITE)" ]; then \
	  find $(DIST)/site -name '*.html' -exec sed -i -E 's#(og:image" content=")(\.\./)*og/#\1$(SITE:%/=%)/og/#' {} +; fi
	$(GO) run ./cmd/pack -files $(DIST)/site
	$(GO) run ./cmd/pack -level $(LEVEL) -gzip $(DIST)/site

BROWSERTEST = cd web/browsertest && npm ci --no-audit --no-fund --silent && npx --no-install tsc -p . &&
.PHONY: browser
browser: program ## the page in a real browser, two files of tests at a time: chromium and node are needed (PART=3/10 for a tenth of the files)
	$(BROWSERTEST) node --test --test-concurrency=2 --test-reporter=spec $$(ls *.test.mjs | ../../tools/part $(PART))

.PHONY: pictures
pictures: program ## docs/img, taken of the page in a real browser; look at them before you commit them
	$(BROWSERTEST) PICTURES=$(CURDIR)/docs/img node --test --test-reporter=spec pictures.test.mjs

##@ Releases

# RELEASE has every file of a release. Nothing is published.
RELEASE ?= $(DIST)/release

# What a release has besides programs: the packages for JavaScript and Python, and the site. The same commit gives
# the same bytes.
EXTRASDIR ?= $(DIST)/extras

.PHONY: extras
extras: npm site
	rm -rf $(EXTRASDIR) && mkdir -p $(EXTRASDIR)
	cp $(NPM)/*.tgz $(EXTRASDIR)
	VERSION=$(VERSION) tools/wheel $(EXTRASDIR) $(TARGETS)
	tar -C $(DIST) --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w -c site | gzip -n9 > $(EXTRASDIR)/veil-site_$(patsubst v%,%,$(VERSION:devel=0.0.0-dev)).tar.gz

.PHONY: release
release: assets extras ## every file of a release into dist/release: programs for six systems, archives, packages, checksums (the tag is the version)
	$(GO) run -modfile=tools.mod -tags tools ./tools/release -out $(RELEASE) -with $(EXTRASDIR)$(if $(TARGETS), -targets '$(TARGETS)')

# TARGETS=linux/amd64 is what every change must pass; FROM_NOTHING=1 compiles all modules twice too.
TARGETS ?=

.PHONY: release-check
release-check: ## make a release twice, in two places: the same bytes, small enough, installed, run and removed (root is needed for the package)
	tools/release-check $(TARGETS)

# The image has no base, so its root file system is what is staged here.
IMAGE   ?= veil:$(VERSION)
.PHONY: image-root
image-root: assets
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

# The Python package with the program inside, for five systems, into dist/wheel (python3 is needed).
.PHONY: wheel
wheel:
	tools/wheel $(DIST)/wheel

##@ Faults and speed

# Among the targets of tools/nightly.
.PHONY: fuzz
fuzz:
	tools/nightly fuzz

.PHONY: mutants
mutants:
	tools/nightly mutants

.PHONY: bench
bench: ## speed: risks, games, samples, searches (CPU time and allocations)
	$(GO) test -run xxx -bench . -benchmem ./mines/... ./search/... ./internal/... | tee bench.out
