# drift: build, test, install. `make help` lists the targets for users, `make help-dev` the others.
# Variables: SAN=1 builds with ASan and UBSan into build-san/. CHECK=1 builds with assertions and
# small limits into build-check/ (src/base/check.h). HASH_BITS=8 builds with hashes of 8 bits into
# build-hash8/ (src/base/hash.h). CC=clang-19 builds with clang. PREFIX= says where to install.
# WERROR=1 turns warnings into errors. Changed flags rebuild what was built with others (gen/flags).

LLVM_VERSION = 19
CLANG = clang-$(LLVM_VERSION)
LLVM_CONFIG = llvm-config-$(LLVM_VERSION)
PREFIX = /usr/local
BUILD = build$(if $(CHECK),-check)$(if $(SAN),-san)$(if $(HASH_BITS),-hash$(HASH_BITS))
# One name, absolute or not: dependency files name their targets.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
VERSION = 0.1.0

WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wno-missing-field-initializers $(if $(WERROR),-Werror)
OPT = -O2
CFLAGS = $(OPT) -g
# The subject's memory is reached through biased pointers (src/engine/machine/memory.h): they wrap by design.
SANFLAGS = $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined \
           -fno-sanitize=pointer-overflow -fno-omit-frame-pointer)
comma = ,
# V=1 shows the commands.
Q = $(if $(V),,@)
SAY = @echo '  $(1)'
# Asked once, at the first use: in `make deps check` LLVM may not be there before.
LLVM_CFLAGS = $(eval LLVM_CFLAGS := $(shell $(LLVM_CONFIG) --cflags | sed 's/-DNDEBUG//; s/-I/-isystem /g'))$(LLVM_CFLAGS)
LLVM_LIBS = $(eval LLVM_LIBS := $(shell $(LLVM_CONFIG) --ldflags --libs))$(LLVM_LIBS)
# The engine has LLVM's archives in it, where they are there: it starts in 5 ms then, and in 13 ms with the library, which
# tests take. What the archives need comes with LLVM itself, under the names of running programs.
LLVM_PARTS = orcjit x86codegen x86asmparser passes bitreader bitwriter linker irreader core
LLVM_ARCHIVES = $(eval LLVM_ARCHIVES := $(shell $(LLVM_CONFIG) --link-static --ldflags --libs $(LLVM_PARTS) 2>/dev/null))$(LLVM_ARCHIVES)
ENGINE_LLVM = $(if $(and $(if $(SAN),,$(LLVM_ARCHIVES)),$(filter /%,$(shell $(CC) -print-file-name=libzstd.so.1))),-Wl$(comma)--gc-sections \
              $(LLVM_ARCHIVES) -l:libz.so.1 -l:libzstd.so.1 -lstdc++,$(LLVM_LIBS))
# It runs where it was linked: its own 120,000 addresses need no relocation, a quarter of its start.
ENGINE_LINK = $(if $(SAN),,-no-pie)
DEFS = -D_GNU_SOURCE -DDRIFT_VERSION='"$(VERSION)"' -DDRIFT_LLVM='"$(LLVM_VERSION)"' $(if $(CHECK),-DDRIFT_CHECKED) $(if $(HASH_BITS),-DHASH_BITS=$(HASH_BITS))
ALL_CFLAGS = -std=gnu17 $(WARN) $(DEFS) -Isrc -I$(BUILD)/gen $(LLVM_CFLAGS) $(CFLAGS) $(SANFLAGS)
FRONT_LIBS = -lcjson -ldw -lelf -lseccomp -lm
OTHER_LIBS = -lz3 -lffi -lcjson -lelf -lseccomp -lm -ldl
LIBS = $(LLVM_LIBS) $(OTHER_LIBS)

# Files named checked.c or *_checked.c are only in the checked build.
SRC := $(sort $(shell find src -name '*.c' $(if $(CHECK),,! -name checked.c ! -name '*_checked.c')))
CC_SRC := $(filter src/toolchain/cc/%,$(SRC))
DRIFT_SRC := $(filter-out src/toolchain/cc/%,$(SRC))
OBJ := $(SRC:%.c=$(BUILD)/obj/%.o)
CC_OBJ := $(CC_SRC:%.c=$(BUILD)/obj/%.o)
DRIFT_OBJ := $(DRIFT_SRC:%.c=$(BUILD)/obj/%.o)
BASE_OBJ := $(filter $(BUILD)/obj/src/base/%,$(OBJ))
# ELF files, archives and command lines of compilers, which drift-cc and the engine both read.
TOOLCHAIN_OBJ := $(filter-out $(CC_OBJ),$(filter $(BUILD)/obj/src/toolchain/%,$(OBJ)))
ENV_OBJ := $(filter $(BUILD)/obj/src/env/%,$(OBJ))
CLI_ENV_OBJ := $(filter-out %/alone.o,$(filter $(BUILD)/obj/src/cli/env/%,$(OBJ)))
# What replays tests natively, in both programs.
REPLAY_OBJ := $(addprefix $(BUILD)/obj/src/,cli/replay.o $(addprefix engine/input/,shell.o stdin_kind.o) $(addprefix evidence/native/,judge.o \
                replay_native.o replay_test.o) $(addprefix evidence/sandbox/,sandbox.o input.o calls.o listener.o listener_path.o instead.o modes.o))
FRONT_OBJ := $(addprefix $(BUILD)/obj/src/,$(addprefix cli/,front.o supervise/supervise.o cmd.o needs.o) output/result/file.o) \
             $(CLI_ENV_OBJ) $(ENV_OBJ) $(REPLAY_OBJ) $(BASE_OBJ)
ENGINE_OBJ := $(filter-out $(addprefix $(BUILD)/obj/src/cli/,front.o supervise/supervise.o env/alone.o) $(CLI_ENV_OBJ) $(ENV_OBJ),$(DRIFT_OBJ))
# What unit tests are linked with: either program without its main function.
LIB_OBJ := $(filter-out $(BUILD)/obj/src/cli/main.o,$(ENGINE_OBJ))
FRONT_LIB_OBJ := $(filter-out $(addprefix $(BUILD)/obj/src/cli/,front.o replay.o),$(FRONT_OBJ))
LIBC_SRC := $(sort $(wildcard libc/*.c libc/*/*.c))
LIBC_BC := $(LIBC_SRC:%.c=$(BUILD)/%.bc)
UNIT := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))

all: programs

# The compile commands of the objects, of libc's bitcode, and PREFIX, each in a file. The file is written only if its content
# changes, and everything that the command compiles depends on it. LLVM's own flags follow from its version. The values are
# expanded here, because variables that a target sets for itself are set for its prerequisites as well.
FLAGS = $(BUILD)/gen/flags
LIBC_FLAGS = $(BUILD)/gen/libc-flags
PREFIX_FLAGS = $(BUILD)/gen/prefix

include $(sort $(wildcard mk/*.mk))

programs: $(BUILD)/bin/drift $(BUILD)/lib/drift/engine $(if $(CC_SRC),$(BUILD)/bin/drift-cc) \
          $(if $(LIBC_SRC),$(BUILD)/lib/drift/libc.bc)

# What users start, small; it becomes the engine for what needs LLVM and Z3.
$(BUILD)/bin/drift: $(FRONT_OBJ) | $(BUILD)/lib/drift/engine
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) -o $@ $^ $(FRONT_LIBS)

$(BUILD)/lib/drift/engine: $(ENGINE_OBJ)
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(ENGINE_LINK) -Wl,--build-id -o $@ $^ $(ENGINE_LLVM) $(OTHER_LIBS)

$(BUILD)/bin/drift-cc: $(CC_OBJ) $(TOOLCHAIN_OBJ) $(BASE_OBJ)
	@mkdir -p $(@D)
	$(call SAY,LD $@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) -o $@ $^ -lelf

$(BUILD)/obj/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call SAY,CC $<)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The subjects' C library: bitcode against the host's headers, line tables kept, not optimised
# beyond what the loader does to subjects as well.
LIBC_CFLAGS = -std=gnu17 -gline-tables-only -O1 -Xclang -disable-llvm-passes -Xclang -disable-lifetime-markers \
              -fno-strict-aliasing -fno-inline -fno-builtin -ffreestanding \
              -D_GNU_SOURCE -D__NO_CTYPE -U_FORTIFY_SOURCE -fno-stack-protector -Ilibc \
              -Wall -Wextra -Wno-unused-parameter $(if $(WERROR),-Werror) -ffile-prefix-map=$(CURDIR)/=

# stamp FILE,VARIABLE: a rule that writes the variable's value to FILE if FILE has other content. AS_BUILT=1 keeps what is
# there, whatever its flags were: a test that installs must not rebuild what other tests run.
define stamp
$(1): $(if $(AS_BUILT),,$(if $(subst x$($(2))x,,x$(file <$(1))x),FORCE))
	@mkdir -p $$(@D)
	@printf '%s\n' '$$(subst ','\'',$$($(2)))' >$$@
endef
COMPILE := $(strip $(CC) -std=gnu17 $(WARN) $(DEFS) $(CFLAGS) $(SANFLAGS))
LIBC_COMPILE := $(strip $(CLANG) $(LIBC_CFLAGS))
$(eval $(call stamp,$(FLAGS),COMPILE))
$(eval $(call stamp,$(LIBC_FLAGS),LIBC_COMPILE))
$(eval $(call stamp,$(PREFIX_FLAGS),PREFIX))

# The front looks for the engine below PREFIX, the engine for libc.bc.
PREFIX_OBJ = $(addprefix $(BUILD)/obj/src/,cli/front.o engine/load/load.o)
$(PREFIX_OBJ): $(PREFIX_FLAGS)
$(PREFIX_OBJ): DEFS += -DDRIFT_PREFIX='"$(PREFIX)"'

# Vectors of 32 bytes are passed as what they are.
$(BUILD)/libc/x86_%.bc: LIBC_CFLAGS += -mavx2

$(BUILD)/libc/%.bc: libc/%.c $(wildcard libc/*.h) $(LIBC_FLAGS)
	@mkdir -p $(@D)
	$(call SAY,LIBC $<)
	$(Q)$(CLANG) $(LIBC_CFLAGS) -emit-llvm -c -o $@ $<

$(BUILD)/lib/drift/libc.bc: $(LIBC_BC) $(BUILD)/lib/drift/engine
	@mkdir -p $(@D)
	$(call SAY,LIBC $@)
	$(Q)$(BUILD)/lib/drift/engine internal-link-libc -o $@ $(LIBC_BC)

# Each unit test is linked with all of drift. gold takes a quarter of ld's time for that.
TEST_LD := $(if $(shell command -v ld.gold),-fuse-ld=gold)

$(BUILD)/tests/test_env_%: tests/unit/test_env_%.c $(FRONT_LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(TEST_LD) -MMD -MP -o $@ $< $(FRONT_LIB_OBJ) $(FRONT_LIBS) -lcmocka

CC_LIB_OBJ := $(BUILD)/obj/src/toolchain/cc/native.o $(TOOLCHAIN_OBJ) $(BASE_OBJ)

$(BUILD)/tests/test_cc: tests/unit/test_cc.c $(CC_LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(TEST_LD) -MMD -MP -o $@ $< $(CC_LIB_OBJ) -lelf -lcmocka

# The others need all of the engine, which takes longer to link than most of them to run: they are one program, which is linked
# once, under many names. $(BUILD)/gen/units.c starts the one it is called as.
UNIT_ONE := $(filter-out $(BUILD)/tests/test_env_% $(BUILD)/tests/test_cc,$(UNIT))
UNIT_ONE_OBJ := $(UNIT_ONE:$(BUILD)/tests/%=$(BUILD)/obj/tests/unit/%.o)
$(UNIT_ONE_OBJ): DEFS += -Dmain=$(@F:.o=)_main

$(BUILD)/gen/units.c: tests/gen/units.sh tests/unit
	@mkdir -p $(@D)
	$(Q)sh tests/gen/units.sh $(notdir $(UNIT_ONE)) >$@

$(BUILD)/tests/units: $(BUILD)/gen/units.c $(UNIT_ONE_OBJ) $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call SAY,TEST $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(TEST_LD) -o $@ $^ $(LIBS) -lcmocka

$(UNIT_ONE): $(BUILD)/tests/units
	@ln -f $< $@

-include $(OBJ:.o=.d) $(UNIT:=.d) $(UNIT_ONE_OBJ:.o=.d)

# ---- tests ----

# The longest tests first, so that none is left to run alone at the end. one_report and env wait more than they work.
LONG = one_report entry verdicts classes test entry_call env_harm check pages escape agree oracle_by oracle env env_right features libc errors \
       csmith conditions tree git_first certificate cflags_trees entry_pair
CLI_TESTS = $(LONG:%=tests/cli/%.t) $(filter-out $(LONG:%=tests/cli/%.t),$(sort $(wildcard tests/cli/*.t))) $(PAPER_TESTS)

# cmocka's own output is not TAP unless asked; prove reads both kinds of test.
TEST_ENV = CMOCKA_MESSAGE_OUTPUT=TAP DRIFT_BUILD=$(abspath $(BUILD))

# -f names the tests of a script that failed.
PROVE = env $(TEST_ENV) prove -f $(if $(V),-v) --exec ''
BESIDE_COMPILER = sh tests/gen/compiler/with.sh $(abspath $(BUILD)/tests/compiler/$(CLANG))

check: programs $(UNIT)
	$(BESIDE_COMPILER) $(PROVE) -j3 $(BUILD)/tests/test_solve $(CLI_TESTS) $(filter-out %/test_solve,$(UNIT))

## make check-unit    the unit tests alone; SAN=1 with ASan and UBSan
check-unit: programs $(UNIT)
	$(PROVE) -j3 $(UNIT)

## make objects       compile everything, link nothing; .ci/run does so with CC=clang-19 CFLAGS=-fsyntax-only, for its warnings
objects: $(OBJ) $(UNIT:$(BUILD)/tests/%=$(BUILD)/obj/tests/unit/%.o)

## make clean         remove build, build-san, build-check, build-hash8 and build-clang
clean:
	rm -rf build build-san build-check build-check-san build-hash8 build-clang

install: programs
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/drift
	install -m 755 $(BUILD)/bin/drift $(BUILD)/bin/drift-cc $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD)/lib/drift/engine $(DESTDIR)$(PREFIX)/lib/drift
	install -m 644 $(BUILD)/lib/drift/libc.bc $(DESTDIR)$(PREFIX)/lib/drift

# Everything that building, testing and the benches need, by Debian package name.
PACKAGES = build-essential pkg-config clang-$(LLVM_VERSION) llvm-$(LLVM_VERSION)-dev lld-$(LLVM_VERSION) \
           libclang-rt-$(LLVM_VERSION)-dev libz3-dev libffi-dev libcjson-dev libcmocka-dev libdw-dev \
           libelf-dev libbz2-dev libseccomp-dev patch perl procps csmith libcsmith-dev \
           clang-format
SUDO = $(if $(filter 0,$(shell id -u)),,sudo)

deps:
	@dpkg -s $(PACKAGES) >/dev/null 2>&1 || { \
	    $(SUDO) apt-get update -qq && \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGES); }

# For tests/tree/headers.sh.
show-compile:
	@echo $(CC) $(ALL_CFLAGS)

# `make -j2 deps check` installs first.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(FLAGS) $(LIBC_FLAGS) mutants: | deps
endif

help:
	@echo 'make            build into build/bin'
	@echo 'make deps       install what is needed (Debian packages, as root or with sudo)'
	@echo 'make demo       run and explain the examples'
	@echo 'make check      all tests; V=1 verbose'
	@echo 'make install    install into PREFIX=$(PREFIX)'
	@echo 'make uninstall  remove what make install put there'
	@echo
	@echo 'make help-dev   lists the targets for those who work on drift'

## make check SAN=1   all tests with ASan and UBSan; CHECK=1 with assertions and small limits; WERROR=1 makes warnings errors
help-dev:
	@grep -h '^## ' Makefile $(sort $(wildcard mk/*.mk)) | sed 's/^## //'

.PHONY: all programs objects check check-unit clean install deps show-compile help help-dev
.SECONDARY:
