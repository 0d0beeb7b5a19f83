/* harness.c: a fuzzing harness that reads one byte too far. */
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 2 && data[0] == 'F' && data[1] == 'U') {
		if (data[2] == 'Z')
			return data[3] == 'Z';
		puts("fu");
	}
	return size == 1 ? -1 : 0;
}
