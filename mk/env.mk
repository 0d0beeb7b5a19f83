# env.mk: what drift env needs beyond `make check`.

## make check-env     drift env on real servers (installs mpd, lighttpd, vsftpd if it may) and on some sixty cases with
##                    whatever of Debian's packages is there (CASE_PACKAGES; make deps-cases installs them)
## make cases-env     the cases below bench/env, with the cause written down (bench/env/README.md)
## make bench-env     cost of recording gcc, git, perl, sqlite3 and curl, against strace; of locating the cause in a
##                    make of 67,000 calls
## make fuzz-env      libFuzzer on the trace reader for FUZZ_SECONDS=60
FUZZ_SECONDS = 60
ENV_PACKAGES = mpd lighttpd vsftpd curl strace git sqlite3 procps
CASE_PACKAGES = redis-server postgresql nginx-light haproxy mosquitto dnsmasq-base stunnel4 memcached socat openssl make gcc \
                python3 perl ruby php-cli lua5.4 tcl nodejs default-jre-headless gawk jq openssh-client rsync xz-utils bc \
                tmux locales
FUZZ_DIR = $(BUILD)/fuzz-env
FUZZ_SRC = tests/env/fuzz_trace.c $(wildcard src/env/*.c src/env/*/*.c) \
           $(addprefix src/base/,buf.c digest.c fail.c file.c keymap.c map.c memory.c scratch.c verdict.c opt.c opt_near.c)
FUZZ_FLAGS = -std=gnu17 -O1 -g $(DEFS) -Isrc -fno-sanitize-recover=undefined
FUZZ_LIBS = -ldw -lelf -lseccomp -lm

# Debian starts servers when it installs them; a policy that forbids it keeps the machine quiet.
deps-env:
	@dpkg -s $(ENV_PACKAGES) >/dev/null 2>&1 || { \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq \
	        --no-install-recommends $(ENV_PACKAGES) >/dev/null 2>&1; } || \
	    echo 'check-env: cannot install $(ENV_PACKAGES): what is missing is skipped'

deps-cases:
	@$(SUDO) env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq \
	    --no-install-recommends $(CASE_PACKAGES)

check-env: $(BUILD)/bin/drift deps-env
	@DRIFT_BUILD=$(abspath $(BUILD)) prove $(if $(V),-v) --exec '' tests/env/servers.sh \
	    tests/env/cases.sh tests/env/kinds.sh tests/env/same.sh tests/cli/env.t tests/cli/env_right.t tests/cli/env_trace.t tests/cli/env_harm.t tests/cli/env_kinds.t

cases-env: $(BUILD)/bin/drift
	@DRIFT_BUILD=$(abspath $(BUILD)) bench/env/run.sh

bench-env: $(BUILD)/bin/drift deps-env
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/env/overhead.sh
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/env/processor.sh
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/env/serial.sh

fuzz-env: $(BUILD)/bin/drift
	@mkdir -p $(FUZZ_DIR)/corpus
	$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -o $(FUZZ_DIR)/fuzz $(FUZZ_SRC) $(FUZZ_LIBS)
	$(CLANG) $(FUZZ_FLAGS) -DUNSEAL -o $(FUZZ_DIR)/unseal $(FUZZ_SRC) $(FUZZ_LIBS)
	$(BUILD)/bin/drift env record -q --max-map 4000 --max-contents 100 -o $(FUZZ_DIR)/seed.trace -- sh -c 'ls / | head -n 2; cat /dev/null' >/dev/null
	$(FUZZ_DIR)/unseal $(FUZZ_DIR)/seed.trace >$(FUZZ_DIR)/corpus/seed
	cd $(FUZZ_DIR) && ./fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	    -max_len=65536 -print_final_stats=1 corpus

# One static program with the commands of drift env: it can be copied to a machine without drift.
ALONE_OBJ = $(BUILD)/obj/src/cli/env/alone.o $(CLI_ENV_OBJ) $(ENV_OBJ) $(BASE_OBJ)
ALONE_LIBS = -ldw -lelf -lz -llzma -lbz2 -lseccomp -lm

## make drift-env     build/bin/drift-env: drift env as one static program, to be copied to another machine
drift-env: $(BUILD)/bin/drift-env

$(BUILD)/bin/drift-env: $(ALONE_OBJ) $(BUILD)/gen/no_libraries.o
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) $(CFLAGS) -static -Wl,--no-warnings -o $@ $^ $(ALONE_LIBS)

# libdw loads a library when it starts, to fetch debug information. A static program must not.
$(BUILD)/gen/no_libraries.o:
	@mkdir -p $(@D)
	$(Q)printf 'void *dlopen(const char *f, int m) { return (void)f, (void)m, (void *)0; }\nvoid *dlsym(void *l, const char *n) { return (void)l, (void)n, (void *)0; }\n' | \
	    $(CC) -Wno-builtin-declaration-mismatch -x c -c -o $@ -

## make install-env   install it into PREFIX/bin
install-env: $(BUILD)/bin/drift-env
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD)/bin/drift-env $(DESTDIR)$(PREFIX)/bin

.PHONY: drift-env install-env cases-env deps-env deps-cases check-env bench-env fuzz-env
