/* random_position.c: writes a random subject for the oracle that moves about in its input:
 * random_position SEED > x.c
 *
 * Standard input of up to three letters is read, sought, duplicated, opened again and asked for its
 * length in all ways that there are, by descriptors and by streams with buffers of several sizes.
 * Offsets are constants or what was read. What calls answer is printed as it is or decided on. The
 * same seed gives the same program everywhere.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state; /* of the generator */
static int nesting;    /* of statements; indentation */

enum { MAX_NESTING = 2 };

static unsigned pick(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static void line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void line(const char *fmt, ...)
{
	for (int i = 0; i <= nesting; i++)
		putchar('\t');
	va_list ap;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

/* ---- parts of calls ---- */

/* A byte that was read, from 0 on, or a small constant. */
static const char *offset(void)
{
	static char text[64];
	if (pick(2))
		snprintf(text, sizeof text, "%d", (int)pick(9) - 4);
	else if (pick(2))
		snprintf(text, sizeof text, "b[%u] - 'a'", pick(3));
	else
		snprintf(text, sizeof text, "%d - 2 * (b[%u] - 'a')", (int)pick(5), pick(3));
	return text;
}

static const char *whence(void)
{
	static const char *const all[] = {"SEEK_SET", "SEEK_CUR", "SEEK_END",  "SEEK_SET", "SEEK_CUR",
									  "SEEK_END", "SEEK_SET", "SEEK_DATA", "SEEK_HOLE"};
	return all[pick(9)];
}

static const char *plain_whence(void)
{
	static const char *const all[] = {"SEEK_SET", "SEEK_CUR", "SEEK_END"};
	return all[pick(3)];
}

/* What is done with an answer. */
static void say(const char *what)
{
	static const char *const how[] = {"tell(%s);", "tell(%s);", "decide(%s);"};
	char text[128];
	unsigned k = pick(4);
	if (k == 3)
		return;
	snprintf(text, sizeof text, k == 2 ? how[2] : how[0], what);
	line("%s", text);
}

/* ---- calls on descriptors ---- */

static void new_descriptor(unsigned to)
{
	unsigned fd = pick(3);
	switch (pick(5)) {
	case 0: line("r = (fd[%u] = dup(fd[%u])) >= 0;", to, fd); break;
	case 1: line("r = (fd[%u] = fcntl(fd[%u], F_DUPFD, %u)) >= 0;", to, fd, 64 * pick(2)); break;
	case 2: line("r = (fd[%u] = dup2(fd[%u], %u)) >= 0;", to, fd, 9 + 64 * pick(2)); break;
	case 3: line("r = (fd[%u] = open(\"/dev/stdin\", O_RDONLY)) >= 0;", to); break;
	default: line("r = (fd[%u] = open(\"/proc/self/fd/0\", O_RDONLY)) >= 0;", to); break;
	}
}

static void descriptor_call(void)
{
	unsigned fd = pick(3);
	const char *off = offset();
	switch (pick(13)) {
	case 0:
	case 1:
	case 2:
	case 3: line("r = read(fd[%u], %s, %u);", fd, pick(4) ? "b" : "unset", pick(5)); break;
	case 4:
	case 5:
	case 6: line("r = lseek(fd[%u], %s, %s);", fd, off, whence()); break;
	case 7: line("r = pread(fd[%u], b, %u, %s);", fd, pick(5), off); break;
	case 8: new_descriptor(1 + pick(2)); break;
	case 9: line("r = fstat(fd[%u], &st) ? -1 : st.st_size;", fd); break;
	case 10: line("r = ioctl(fd[%u], FIONREAD, &n) ? -1 : n;", fd); break;
	case 11:
		if (pick(2))
			line("r = readv(fd[%u], iov, 2);", fd);
		else
			line("r = preadv(fd[%u], iov, 2, %u);", fd, pick(4));
		break;
	default:
		if (pick(2)) {
			line("fflush(stdout);");
			line("r = sendfile(1, fd[%u], NULL, %u);", fd, pick(4));
			break;
		}
		line("if (!fstat(fd[%u], &st) && st.st_size > 0 &&", fd);
		line("	(p = mmap(NULL, 4, PROT_READ, MAP_PRIVATE, fd[%u], 0)) != MAP_FAILED)", fd);
		line("	r = p[%u];", pick(4));
	}
	say("r");
}

/* ---- calls on a stream ---- */

static void stream_call(void)
{
	const char *off = offset();
	switch (pick(12)) {
	case 0:
	case 1:
	case 2: line("r = fgetc(f);"); break;
	case 3:
	case 4: line("r = (long)fread(b, 1, %u, f);", pick(5)); break;
	case 5:
	case 6: line("r = fseek(f, %s, %s);", off, plain_whence()); break;
	case 7: line("r = ftell(f);"); break;
	case 8: line("r = feof(f) != 0;"); break;
	case 9: line("rewind(f);"); break;
	case 10: line("r = ungetc('%c', f);", "abc"[pick(3)]); break;
	default: line("r = %s;", pick(2) ? "fflush(f)" : "fgets(b, 3, f) ? b[0] : -1"); break;
	}
	say("r");
}

static void statements(unsigned n);

static void statement(int streams)
{
	if (nesting < MAX_NESTING && !pick(5)) {
		if (pick(2))
			line("if (b[%u] == '%c') {", pick(3), "abc"[pick(3)]);
		else
			line("if (r == %d) {", (int)pick(5) - 1);
		nesting++;
		statements(1 + pick(2));
		nesting--;
		if (pick(2)) {
			line("} else {");
			nesting++;
			statements(1 + pick(2));
			nesting--;
		}
		line("}");
		return;
	}
	if (streams && pick(3))
		stream_call();
	else
		descriptor_call();
}

static int with_stream;

static void statements(unsigned n)
{
	while (n--)
		statement(with_stream);
}

static const char head[] =
	"// inputs: text[3:abc]\n"
	"#define _GNU_SOURCE\n"
	"#include <fcntl.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include <sys/ioctl.h>\n"
	"#include <sys/mman.h>\n"
	"#include <sys/sendfile.h>\n"
	"#include <sys/stat.h>\n"
	"#include <sys/uio.h>\n"
	"#include <unistd.h>\n\n"
	"static void tell(long v)\n{\n\tprintf(\"%ld \", v);\n}\n\n"
	"static void decide(long v)\n{\n"
	"\tfor (long i = -1; i <= 4; i++)\n\t\tif (v == i)\n\t\t\tprintf(\"=%ld \", i);\n}\n\n"
	"int main(void)\n{\n"
	"\tint fd[3] = {0, -1, -1}, n = 0;\n\tlong r = 0;\n\tchar b[5] = \"abc\", c[5] = \"\", *p;\n"
	"\tstruct stat st;\n"
	"\tchar *unset = malloc(8); /* nobody looks at it */\n"
	"\tstruct iovec iov[2] = {{b, 1}, {c, 2}};\n"
	"\tFILE *f = NULL;\n"
	"\t(void)f, (void)n, (void)p, (void)st, (void)iov, (void)unset, (void)decide;\n";

int main(int argc, char **argv)
{
	state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2 + 1 : 1;
	pick(2);
	fputs(head, stdout);
	with_stream = pick(2);
	if (with_stream) {
		static const char *const opened[] = {"stdin", "fdopen(dup(0), \"r\")",
											 "fopen(\"/dev/stdin\", \"r\")"};
		line("f = %s;", opened[pick(3)]);
		line("if (!f)");
		line("	return 1;");
		if (pick(2))
			line("setvbuf(f, NULL, %s, %u);", pick(2) ? "_IONBF" : "_IOFBF", 2 + 2 * pick(2));
	}
	if (pick(2))
		line("r = pread(0, b, %u, 0);", 1 + pick(3));
	if (pick(3))
		new_descriptor(1);
	if (pick(3))
		new_descriptor(2);
	statements(4 + pick(6));
	line("printf(\"%%d%%d%%d\\n\", b[0], b[1], c[0]);");
	line("return 0;");
	puts("}");
	return 0;
}
