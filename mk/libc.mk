# The subjects' C library against glibc, natively: see tests/libc/native/compare.sh.
## make check-libc    hold libc/ against glibc byte for byte, without the machine

check-libc:
	DRIFT_NATIVE=$(abspath $(BUILD))/native tests/libc/native/compare.sh

.PHONY: check-libc
