# make demo           a recorded agent session through a freshly started daemon
# make test           everything that must hold of the programs
# make test-sandbox   hostile programs in a real sandbox (needs user namespaces; gets bubblewrap below bin/)
# make test-openclaw  the plugin, proven through the real gateway (needs npm; installs 650 MB below shims/)
# make test-python    the Python module
# make build          the programs, static, into bin/
# make openclaw       the plugin for OpenClaw, into shims/openclaw/dist/
# make bench          what a decision costs, beside an echo and others (docs/PERFORMANCE.md; four minutes)
# make bench-compare  the in-process benchmarks, beside those of the commit REF
# make check          what continuous integration runs

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION)
FUZZTIME ?= 10s
# The race detector links with a C compiler.
RACE := $(if $(shell command -v gcc || command -v clang),-race)

.PHONY: build test demo openclaw test-openclaw test-sandbox test-python fuzz-short check-systemd bench bench-full bench-compare check clean distclean

build:
	@mkdir -p bin
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '$(LDFLAGS)' -o bin/ ./cmd/...

test:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt -w, please: $$unformatted" >&2; exit 1; }
	go vet ./...
	@test -n '$(RACE)' || echo "no C compiler: testing without the race detector" >&2
	$(if $(RACE),CGO_ENABLED=1) go test $(RACE) -timeout 5m ./...
	$(if $(RACE),go test -timeout 5m -run AFlippedByte ./internal/store)

demo: build
	go run ./examples/demo

openclaw:
	cd shims/openclaw && npm ci --no-audit --no-fund && npm run build

test-openclaw:
	shims/openclaw/e2e/run.sh

test-sandbox:
	go vet -tags sandbox . ./sandbox/testdata/hostile
	BWRAP=$$(sandbox/install.sh $(CURDIR)/bin/sandbox) && export BWRAP && \
		go test -tags sandbox -count 1 -timeout 5m -run Sandbox .

test-python: build
	PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -s shims/python

# Every fuzz target for a moment: go test takes one target of one package at a time.
fuzz-short:
	@set -e; grep -rlE --include='*_test.go' '^func Fuzz' . | sort | while read -r file; do \
		for target in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' "$$file"); do \
			echo "fuzz $$target ($$file)"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$(dirname "$$file")"; \
		done; \
	done

check-systemd:
	deploy/systemd/check.sh

# BENCHFLAGS are its flags: "-only start", "-json".
bench:
	cd bench && go run . $(BENCHFLAGS)

bench-full:
	cd bench && go run . -full $(BENCHFLAGS)

bench-compare:
	@test -n '$(REF)' || { echo 'make bench-compare REF=commit, please' >&2; exit 1; }
	bench/compare.sh '$(REF)'

check: test fuzz-short build demo check-systemd test-python test-sandbox test-openclaw

clean:
	rm -rf bin shims/openclaw/dist

# What was installed, too.
distclean: clean
	rm -rf shims/openclaw/node_modules shims/openclaw/e2e/gateway/node_modules
