# Everything a person does with this repository. `make help` lists the targets.

GO ?= go
export CGO_ENABLED ?= 0

# What `go build` makes, without its symbols and the paths of this machine.
FLAGS = -trimpath -ldflags '-s -w'
BINARY = grundy

# Each fuzz target runs this long in `make fuzz`.
FUZZTIME ?= 20s

.PHONY: help run run-all build test test-all campaign race test-v2 test-arm64 bench simulate check fmt lint vet tidy vulnerabilities outdated fuzz clean install release wheel picture editor editor-check formulas formulas-check browser-test prose vsix editors-test windows-test languages

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

# Counts the packages that go build -v names, and prints what else it says.
PROGRESS = { n=0; while IFS= read -r line; do case $$line in \
	*' '*) echo "$$line";; \
	*) n=$$((n + 1)); [ $$((n % 25)) -gt 0 ] || echo "     $$n packages compiled";; \
	esac; done; }

# From nothing this fetches 40 modules and compiles 440 packages. Go's library needs no modules, so most of it is compiled meanwhile.
run: ## build, and judge all shipped solutions
	@echo "1/3  fetching the modules that are missing, and compiling Go's library"
	@$(GO) build -v -trimpath go/types html/template image/png net/http text/tabwriter 2>&1 | $(PROGRESS) & \
		$(GO) list -deps . > /dev/null; fetched=$$?; wait; exit $$fetched
	@echo "2/3  compiling grundy, some 230 packages more"
	@$(GO) build -v $(FLAGS) -o $(BINARY) . 2>&1 | $(PROGRESS)
	@$(MAKE) --silent build
	@echo "3/3  judging the shipped solutions; the first one in Go waits for Go's library, compiled for the sandbox"
	@./grundy test solutions/nim $(filter-out solutions/nim,$(wildcard solutions/*))

run-all: build ## build, and judge all shipped solutions and the models of all problems
	@./grundy test solutions problems/*/submissions/accepted/*.go

build: ## build ./grundy, one static binary
	$(GO) build $(FLAGS) -o $(BINARY) .

# go test, with what was skipped and why; arguments are those of go test.
# Nobody debugs these binaries, and linking them without symbols takes a third less; make check vets.
# Some tests wait for programs that wait, so one more package than there are processors is tested at once.
TESTLOG = $(GO) run ./tests/testlog -timeout 60m -vet=off -trimpath -ldflags="-s -w" -p $$(($$(getconf _NPROCESSORS_ONLN) + 1))

# All packages, those first that take longest: with the others beside them no core waits in the end. What the second and the
# third compile is none of what the first prepares for all, so that nobody does that twice at once.
PACKAGES = ./tests ./internal/judge/sandbox/namespaces ./runner ./tests/library ./tests/adversarial ./internal/judge/language ./...

test: ## run the tests that a change to any file is likely to break, in minutes
	$(TESTLOG) $(PACKAGES)

test-all: ## run all tests but those that take hours, and a sample of these; then race
	GRUNDY_TESTS=all $(TESTLOG) $(PACKAGES)
	$(MAKE) race

# Scripts and what judges whole packages start other processes; in the other packages that are left out little is concurrent.
race: ## run make test under the race detector
	CGO_ENABLED=1 $(TESTLOG) -race $$($(GO) list ./... | grep -v '/tests\|/release\|/statement\|/checker\|/author/edit\|/pkgfmt\|/judge/language')

campaign: ## run what takes hours, and print a table (docs/testing.md)
	tests/campaign/run

languages: ## judge the programs of testdata/languages with this machine's toolchains (INSTALL=--install: with Debian's), into docs/results
	tests/languages/run $(INSTALL)

test-v2: ## run the sandbox suites on a machine with control groups of version 2 (QEMU)
	tests/guest/run

test-arm64: ## run the sandbox suites on a machine of another kind: arm64, emulated (QEMU)
	tests/guest/run --arch arm64

windows-test: ## run unit tests and commands for Windows under Wine; it needs Debian's wine64 and g++-mingw-w64-x86-64
	tests/windows/run

bench: build ## measure: sandbox, whole judge, lines of submissions, comparison, start, index of problems, verify, from save to verdict in terminal and editor, mutants, stress rate, jobs through a hub, pages in Chromium
	$(GO) test -run '^$$' -bench . ./tests ./checker ./internal/ui/cli ./internal/judge/sandbox/namespaces ./runner ./internal/author/stress
	cd tests/browser && $(GO) test -run '^$$' -bench . -benchtime 9x ./...

simulate: ## simulate contests on many machines (docs/cluster.md), judge in bulk on many slots, and many clients of a service
	GRUNDY_SIMULATE=1 $(GO) test -vet=off -count=1 -v -run '^(TestSimulation|TestManySlots|TestCrowd)$$' ./internal/cluster ./internal/app/bulk ./internal/ui/api

check: fmt-check vet lint tidy-check vulnerabilities prose ## format, vet for all systems, staticcheck, go.mod, known vulnerabilities, English

fmt: ## format all Go files, packages and solutions included
	$(GO) tool gofumpt -w .

.PHONY: fmt-check tidy-check
fmt-check:
	@files="$$($(GO) tool gofumpt -l .)"; if [ -n "$$files" ]; then echo "not formatted (make fmt):"; echo "$$files"; exit 1; fi

vet:
	$(GO) vet ./...
	GOOS=darwin $(GO) vet ./...
	GOOS=windows $(GO) vet ./...
	GOARCH=arm64 $(GO) vet ./...

lint: ## run staticcheck
	$(GO) tool staticcheck ./...

tidy: ## make go.mod and go.sum say what the code needs
	$(GO) mod tidy

tidy-check:
	$(GO) mod tidy -diff

vulnerabilities: ## look for known vulnerabilities in what is called; where their database is out of reach it says so
	$(GO) run ./tests/vulnerabilities

prose: ## check the English of the documentation by textlint; without npm it says so
	$(GO) run ./tests/prose

# The modules that packages are taken from, not all those that are named somewhere.
outdated: ## show which modules are behind their newest release
	@$(GO) list -m -u -e -f '{{with .Update}}{{$$.Path}} {{$$.Version}} is behind {{.Version}}{{end}}{{with .Error}}{{$$.Path}} {{$$.Version}}: its releases are out of reach{{end}}' \
		$$($(GO) list -deps -test -f '{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}' ./... tool | sort -u) | sed '/^$$/d'

fuzz: ## run every fuzz target for FUZZTIME
	@for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package 2>/dev/null | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

install: ## install grundy into GOBIN
	$(GO) install $(FLAGS) .

release: ## make archives of the commit for all systems, with checksums, in dist/
	$(GO) run ./internal/tools/release
	@if command -v npm > /dev/null; then \
		$(MAKE) --silent vsix && cp editors/vscode/dist/grundy.vsix dist/ && cd dist && sha256sum grundy.vsix >> SHA256SUMS; \
	else echo "dist/ has no extension for VS Code: npm is not installed"; fi

wheel: ## make wheels of the commit, with the client in Python, for all systems, in dist/wheels/
	$(GO) run ./internal/tools/release --wheel --out dist/wheels

editor: ## bundle the editor of the pages anew, from packages of npm
	cd web/editor && npm ci --ignore-scripts --no-audit --no-fund && $(GO) run ./build

editor-check: ## make the bundle of the editor in another folder, and compare; without npm it says so
	cd web/editor && $(GO) vet ./... && $(GO) test -v ./...

formulas: ## bundle the reader of formulas anew, from packages of npm, and what is made of its tables
	cd web/formulas && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent build && npm run --silent tables
	$(GO) test ./internal/statement -run '^TestFormulasReadAhead$$' -update

formulas-check: ## compare the reader of formulas and what it makes with MathJax as npm has it; without npm it says so
	cd web/formulas && npm ci --ignore-scripts --no-audit --no-fund || echo "MathJax is not compared: npm has not got it"
	$(GO) test -v -run 'MathJax' ./internal/statement/formula

browser-test: ## walk through the pages in Chromium; without it, or npm, it says what is left out
	cd tests/browser && $(GO) vet ./... && $(GO) test -v -timeout 20m ./...

vsix: ## package the extension for VS Code, with npm: editors/vscode/dist/grundy.vsix
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent package

editors-test: build ## use the extension in VS Code (code-server in Chromium) and the plugin in Neovim; says what is left out
	editors/test

picture: build ## draw docs/verdict.svg anew
	internal/tools/picture/verdict

clean: ## remove what was built
	rm -rf grundy grundy.exe dist
	$(GO) clean -testcache
