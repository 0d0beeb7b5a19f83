/* errno_texts.c: the text and the name of every error and signal. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int __xpg_strerror_r(int, char *, size_t);

int main(void)
{
	for (int i = -2; i < 140; i++) {
		char buf[40], *text = strerror_r(i, buf, sizeof buf);
		const char *n = strerrorname_np(i), *d = strerrordesc_np(i);
		printf("%d %s | %s | %s | %s |", i, strerror(i), text, n ? n : "-", d ? d : "-");
		char small[8] = "xxxxxxx";
		printf(" %d %.7s", __xpg_strerror_r(i, small, sizeof small), small);
		printf(" %d %s\n", __xpg_strerror_r(i, buf, sizeof buf), buf);
	}
	for (int i = -1; i < 70; i++) {
		const char *a = sigabbrev_np(i), *d = sigdescr_np(i);
		printf("%d %s %s %s\n", i, strsignal(i), a ? a : "-", d ? d : "-");
	}
	errno = ENOENT;
	perror("file");
	psignal(SIGSEGV, "sig");
	psignal(SIGSEGV, "");
	psignal(99, NULL);
	const char *slash = strrchr(program_invocation_name, '/');
	printf("%d\n",
		   strcmp(slash ? slash + 1 : program_invocation_name, program_invocation_short_name));
	return 0;
}
