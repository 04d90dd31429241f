# make demo           an agent, a page with an order in it, and a freshly started daemon
# make lint           gofmt, go vet, staticcheck
# make test           the tests of the programs: what a change needs
# make test-long      what make test leaves out: all rounds, and what things cost
# make test-sandbox   hostile programs in a real sandbox (needs user namespaces; gets bubblewrap below bin/)
# make test-plugin    the plugin's own tests, and make story-webchat (-telegram, …) some stories (needs npm)
# make day            an owner's day through the real gateway, every question with its verdict; PRESET=standard, DAYFLAGS="--hostile --json"; DAY=developer: a developer's
# make story-ui       the owner's page in a real browser (needs Chromium and npm)
# make test-openclaw  all of them: the plugin, proven through the real gateway (needs npm; installs 830 MB below shims/)
# make test-python    the Python module
# make build          the programs, static, into bin/
# make man            their manual pages, into bin/man/
# make install        what build and man have made, completions and units, below PREFIX (/usr/local)
# make openclaw       the plugin for OpenClaw, into shims/openclaw/dist/
# make bench          what a decision costs, compared with an echo and others (docs/PERFORMANCE.md; four minutes)
# make bench-compare  the in-process benchmarks, compared with those of the commit REF
# make test-bench     the benchmark's own tests
# make stress         the real daemon under load, about five minutes (needs user namespaces); STRESS_FOR=1h for longer
# make stress-hour    an hour of mixed load alone
# make fuzz           every fuzz target for FUZZTIME (10m takes a night); FUZZ='^FuzzLine$$' runs some of them
# make fuzz-short     every fuzz target for two seconds
# make check          what continuous integration runs
# make check-systemd  the unit files, read by systemd (needs its package)
# make clean          removes bin/ and the built plugin; distclean: also what npm installed
# make help           this list

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION)
# The race detector links with a C compiler.
RACE := $(if $(shell command -v gcc || command -v clang),-race)

.PHONY: help build man install lint test test-long demo openclaw test-openclaw test-plugin day story-ui test-sandbox test-python fuzz fuzz-short check-systemd stress stress-hour bench bench-full bench-compare test-bench check clean distclean

build:
	@mkdir -p bin
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '$(LDFLAGS)' -o bin/ ./cmd/...

man: build
	go run ./deploy/man bin bin/man

# Builds nothing: root, who can write there, often has no Go.
PREFIX ?= /usr/local
BIN = bin
SHARE = $(DESTDIR)$(PREFIX)/share
install:
	@test -e $(BIN)/man/provenanced.8 || { echo 'make man first, please' >&2; exit 1; }
	install -D -m 755 -t '$(DESTDIR)$(PREFIX)/bin' $(BIN)/provenanced $(BIN)/provenancectl $(BIN)/provenance-wrap
	install -D -m 644 -t '$(SHARE)/man/man8' $(BIN)/man/provenanced.8
	install -D -m 644 -t '$(SHARE)/man/man1' $(BIN)/man/provenancectl.1 $(BIN)/man/provenance-wrap.1
	$(BIN)/provenancectl completion bash | install -D -m 644 /dev/stdin '$(SHARE)/bash-completion/completions/provenancectl'
	$(BIN)/provenancectl completion zsh | install -D -m 644 /dev/stdin '$(SHARE)/zsh/site-functions/_provenancectl'
	$(BIN)/provenancectl completion fish | install -D -m 644 /dev/stdin '$(SHARE)/fish/vendor_completions.d/provenancectl.fish'
	@set -e; for unit in service socket; do \
		sed 's#^ExecStart=[^ ]*#ExecStart=$(PREFIX)/bin/provenanced#' deploy/systemd/provenanced.$$unit | \
			install -D -m 644 /dev/stdin '$(DESTDIR)$(PREFIX)/lib/systemd/system'/provenanced.$$unit; \
		sed 's#^ExecStart=[^ ]*#ExecStart=$(PREFIX)/bin/provenanced#' deploy/systemd/user/provenanced.$$unit | \
			install -D -m 644 /dev/stdin '$(DESTDIR)$(PREFIX)/lib/systemd/user'/provenanced.$$unit; \
	done

lint:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt -w, please: $$unformatted" >&2; exit 1; }
	go vet -tags 'sandbox stress' ./... ./sandbox/testdata/hostile
	go tool -modfile=tools/go.mod staticcheck ./...

# What a change needs: the race detector, every corpus once, and few rounds of properties
# that try random inputs.
test:
	@test -n '$(RACE)' || echo "no C compiler: testing without the race detector" >&2
	$(if $(RACE),CGO_ENABLED=1) go test $(RACE) -short -timeout 20m ./...

# What make test leaves out: all rounds of the properties, and what things cost, which the
# race detector would tell wrong.
test-long:
	go test -timeout 30m $$(grep -rlE --include='*_test.go' 'testing\.Short\(\)|pgregory\.net/rapid|^//go:build !race' . | xargs -n1 dirname | sort -u)

# The first build compiles everything, which takes a minute or two: it says what.
demo:
	@echo 'building the daemon (the first time, a minute or two)' >&2
	@mkdir -p bin
	@CGO_ENABLED=0 go build -v -trimpath -buildvcs=false -ldflags '$(LDFLAGS)' -o bin/ ./cmd/... ./examples/demo
	@bin/demo

openclaw:
	cd shims/openclaw && npm ci --no-audit --no-fund && npm run build

test-openclaw:
	shims/openclaw/e2e/run.sh

# The plugin's own tests. This also installs the gateway and builds what the stories need.
test-plugin:
	shims/openclaw/e2e/run.sh plugin

# The stories of one file: story-webchat, story-telegram, story-latency (a stopwatch, which only reports).
story-%:
	shims/openclaw/e2e/run.sh stories/$*.test.ts

story-ui:
	go vet -tags browser ./blackbox
	cd blackbox/browser && npm ci --no-audit --no-fund --ignore-scripts
	PROVENANCED_CHROMIUM=$$(command -v chromium) go test -tags browser -count=1 -timeout 10m -run 'InABrowser|AtOnce' ./blackbox

# After make test-plugin, which installs and builds. PRESET may also be a policy file.
PRESET ?= provenance
DAY ?= day
day:
	@shims/openclaw/e2e/run.sh day --day $(DAY) $(DAYFLAGS) $(abspath $(wildcard $(PRESET)))$(if $(wildcard $(PRESET)),,$(PRESET))

test-sandbox:
	go vet -tags sandbox ./blackbox ./sandbox/testdata/hostile
	BWRAP=$$(sandbox/install.sh '$(CURDIR)/bin/sandbox') && export BWRAP && \
		go test -tags sandbox -count 1 -timeout 10m -run Sandbox ./blackbox

test-python: build
	PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -s shims/python

# The corpus that a long run collects is in Go's cache; "go clean -fuzzcache" drops it.
fuzz: FUZZTIME ?= 10m
fuzz:
	.ci/fuzz '$(FUZZTIME)' "$$(go env GOCACHE)/fuzz/$$(go list -m)" '$(FUZZ)'

# Starts from the checked-in inputs, and leaves nothing behind except failures.
fuzz-short: FUZZTIME ?= 2s
fuzz-short:
	@corpus=$$(mktemp -d); trap 'rm -rf "$$corpus"' EXIT; .ci/fuzz '$(FUZZTIME)' "$$corpus" '$(FUZZ)'

check-systemd:
	deploy/systemd/check.sh

STRESS_FOR ?= 60s
stress:
	go vet -tags stress ./stress
	STRESS_FOR=$(STRESS_FOR) go test -tags stress -count 1 -timeout 3h -v ./stress

stress-hour:
	STRESS_FOR=1h go test -tags stress -count 1 -timeout 2h -v -run MixedLoad ./stress

# BENCHFLAGS are its flags: "-only start", "-json".
bench:
	cd bench && go run . $(BENCHFLAGS)

bench-full:
	cd bench && go run . -full $(BENCHFLAGS)

# Checks that the programs measured beside the daemon decide as it does. Building Open
# Policy Agent takes minutes, so this is not part of make check.
test-bench:
	cd bench && go vet ./... && go test ./...

bench-compare:
	@test -n '$(REF)' || { echo 'make bench-compare REF=commit, please' >&2; exit 1; }
	bench/compare.sh '$(REF)'

check:
	@.ci/check $(MAKEOVERRIDES)

help:
	@sed -n 's/^# \(make [a-z].*\)/\1/p' Makefile

clean:
	rm -rf bin shims/openclaw/dist

# Also removes what was installed.
distclean: clean
	rm -rf shims/openclaw/node_modules shims/openclaw/e2e/gateway/node_modules blackbox/browser/node_modules
