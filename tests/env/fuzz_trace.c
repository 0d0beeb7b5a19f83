/* fuzz_trace.c: hostile traces, for libFuzzer: nothing but clear errors.
 *
 * The input is tried as it is, and once more as a list of records that get their lengths and
 * checksums here, since no fuzzer would guess these. What can be read goes through everything that
 * looks at traces without running anything.
 */
#include "env/compare/envdiff.h"
#include "env/replay/output.h"
#include "env/replay/replay.h"
#include "env/run/given.h"

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n);

/* What drift env run takes must have names that lead nowhere else, and permission bits only. */
static void use_given(const Script *script)
{
	StrList only = {0};
	EnvGiven given;
	for (int named = 0; named < 2; named++) {
		env_given_find(script, &only, &given);
		for (size_t i = 0; i < given.files.len; i++) {
			const GivenFile *f = &given.files.at[i];
			if (*f->path != '/' || !f->path[1] || strstr(f->path, "/../") || f->mode & ~0777u)
				abort();
		}
		env_given_free(&given);
		vec_push(&only, "*");
	}
	vec_free(&only);
}

static void use(Trace *t)
{
	PathMaps maps = {0};
	remap_add(&maps, "/usr", "/opt/elsewhere");
	remap_add(&maps, "/etc/ld.so.cache", "/x");
	remap_trace(t, &maps);
	remap_free(&maps);
	World *w = world_of_trace(t);
	Decode d = {.fd_name = world_fd_name, .user = w, .max_bytes = 64};
	Buf b = {0};
	bool *replay = xcalloc(t->calls.len, 1), *need = xcalloc(t->calls.len, 1);
	for (u32 i = 0; i < t->calls.len; i++) {
		buf_reset(&b);
		call_format(&b, &d, &t->calls.at[i], i);
		replay[i] = i % 3 != 0;
	}
	world_needs(w, t, replay, need);
	Suspects s = {0};
	suspects_find(t, w, t, w, &s);
	suspects_free(&s);
	Script script;
	script_init(&script, t);
	for (u32 i = 1; i < world_object_count(script.world) && i < 8; i++) {
		buf_reset(&b);
		recorded_contents(&script, i, &b);
	}
	buf_reset(&b);
	if (output_known(&script) && output_recorded(&script, &b))
		output_same(&script, &b);
	use_given(&script);
	script_free(&script);
	free(replay);
	free(need);
	buf_free(&b);
	env_world_free(w);
}

static void try(const u8 *bytes, size_t n)
{
	Trace t;
	Err err = {0};
	if (trace_parse(bytes, n, &t, &err)) {
		use(&t);
		env_trace_free(&t);
	}
}

/* type, length in two bytes, payload; again and again. */
static void seal(const u8 *bytes, size_t n, Buf *out)
{
	u8 header[TRACE_HEADER];
	trace_header(header, TRACE_VERSION);
	buf_add(out, header, sizeof header);
	while (n >= 3) {
		u8 type = bytes[0] % (REC_LAST + 1);
		u32 len = bytes[1] | (u32)bytes[2] << 8;
		bytes += 3;
		n -= 3;
		if (len > n)
			len = (u32)n;
		u32 crc = crc32c(crc32c(crc32c(0, &len, 4), &type, 1), bytes, len);
		buf_add(out, &len, 4);
		buf_add(out, &type, 1);
		buf_add(out, bytes, len);
		buf_add(out, &crc, 4);
		bytes += len;
		n -= len;
	}
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n)
{
	try(bytes, n);
	Buf sealed = {0};
	seal(bytes, n, &sealed);
	try((const u8 *)buf_str(&sealed), sealed.len);
	buf_free(&sealed);
	return 0;
}

#ifdef UNSEAL
/* Makes a seed of a real trace: without header and checksums, only short records. */
int main(int argc, char **argv)
{
	Buf b = {0};
	Err err = {0};
	if (argc < 2 || !file_read(argv[1], &b, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 2;
	}
	for (size_t at = TRACE_HEADER; at + 9 <= b.len;) {
		u32 len;
		memcpy(&len, b.at + at, 4);
		if (len < 2000) {
			u8 head[3] = {(u8)b.at[at + 4], (u8)len, (u8)(len >> 8)};
			fwrite(head, 1, 3, stdout);
			fwrite(b.at + at + 5, 1, len, stdout);
		} else {
			/* A large blob keeps its number; its contents are cut. */
			u8 head[3] = {(u8)b.at[at + 4], 64, 0};
			fwrite(head, 1, 3, stdout);
			fwrite(b.at + at + 5, 1, 64, stdout);
		}
		at += len + 9;
	}
	buf_free(&b);
	return 0;
}
#endif
