/* string_version.c: strverscmp on all pairs of short texts over digits, zeros and others. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char letters[] = "019a.";
	char texts[800][5];
	size_t count = 0;
	for (int i = 0; i < 625; i++) {
		int v = i;
		char *t = texts[count];
		for (int k = 0; k < 4; k++, v /= 5)
			t[k] = letters[v % 5];
		t[4] = 0;
		count++;
	}
	for (int i = 0; i < 25; i++) {
		texts[count][0] = letters[i % 5];
		texts[count][1] = letters[i / 5];
		texts[count++][2] = 0;
	}
	unsigned long long hash = 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < count; j++) {
			int r = strverscmp(texts[i], texts[j]);
			hash = hash * 31 + (unsigned)((r > 0) - (r < 0) + 1);
		}
		printf("%s %llx\n", texts[i], hash);
	}
	return 0;
}
