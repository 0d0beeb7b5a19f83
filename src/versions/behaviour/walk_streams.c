/* walk_streams.c: streams after a call, by what they contain: pending output, input that was pushed
 * back or read ahead, flags. libc/stdio_observe.c made a record of each before it flushed them. */
#include "versions/behaviour/walk.h"

enum { WORD = 8, MOST_RECORDS = 64 };

/* struct record of libc/stdio_observe.c, in words. */
enum {
	R_STREAM,
	R_OPEN,
	R_FLAGS,
	R_FD,
	R_ORIENTATION,
	R_PENDING,
	R_PENDING_LEN,
	R_PUSHED,
	R_PUSHED_LEN,
	R_UNREAD,
	R_UNREAD_LEN,
	R_BUFFER,
	R_BUFFER_LEN,
	R_READ_STATE,
	R_WRITE_STATE,
	R_OPS,
	R_COOKIE,
	RECORD_WORDS,
};

static const struct {
	u32 word;
	const char *name;
} numbers[] = {
	{R_OPEN, "is open"},
	{R_FLAGS, "flags"},
	{R_FD, "descriptor"},
	{R_ORIENTATION, "orientation"},
	{R_BUFFER_LEN, "size of the buffer"},
	{R_READ_STATE, "shift state of input"},
	{R_WRITE_STATE, "shift state of output"},
};

static const struct {
	u32 word; /* address; the next one is the length */
	const char *name;
} contents[] = {
	{R_PENDING, "pending output"},
	{R_PUSHED, "pushed back"},
	{R_UNREAD, "read ahead"},
};

/* Returns false if the input decides it. */
static bool read_word(const Walk *w, int side, u64 at, u64 *value)
{
	*value = 0;
	for (u32 k = 0; k < WORD; k++) {
		LookByte b = machine_look_byte(w->u->machine[side], at + k);
		if (b.state != LOOK_SET || b.e)
			return false;
		*value |= (u64)b.byte << 8 * k;
	}
	return true;
}

static bool find_variable(const Walk *w, const char *name, MemoryPair *s)
{
	for (int side = OLD; side <= NEW; side++) {
		const Program *p = w->u->c.subject[side]->program;
		u32 id;
		if (!strmap_get(&p->global_by_name, name, &id) || p->globals.at[id].subject)
			return false;
		s->at[side] = p->globals.at[id].address;
		s->end[side] = s->at[side] + p->globals.at[id].size;
	}
	return true;
}

static MemoryPair word_of(const MemoryPair *record, u32 word)
{
	MemoryPair s = *record;
	for (int side = OLD; side <= NEW; side++) {
		s.at[side] += (u64)word * WORD;
		s.end[side] = s.at[side] + WORD;
	}
	return s;
}

static void walk_contents(Walk *w, const char *name, const MemoryPair *record, u32 word)
{
	MemoryPair at = word_of(record, word), len = word_of(record, word + 1), s = {0};
	u64 n[2];
	for (int side = OLD; side <= NEW; side++)
		if (!read_word(w, side, len.at[side], &n[side]) ||
			!read_word(w, side, at.at[side], &s.at[side])) {
			walk_limit(w, "%s, whose place depends on the input", name);
			return;
		}
	if (n[OLD] != n[NEW]) {
		walk_bytes(w, POST_NUMBER, walk_name(w, "(bytes of %s)", name), &len, WORD, false, 0, 0);
		return;
	}
	for (int side = OLD; side <= NEW; side++)
		s.end[side] = s.at[side] + n[side];
	if (n[OLD])
		walk_raw(w, name, &s, n[OLD]);
}

static const char *stream_name(Walk *w, const MemoryPair *record, u32 i)
{
	static const char *const standard[] = {"stdin", "stdout", "stderr"};
	u64 fd;
	if (i < countof(standard))
		return standard[i];
	bool known = read_word(w, OLD, record->at[OLD] + R_FD * WORD, &fd);
	return known && (i64)fd >= 0 ? walk_name(w, "stream of descriptor %u", (u32)fd)
								 : walk_name(w, "stream %u", i);
}

/* Standard output and standard error are compared as outputs. Their bytes that are not flushed, and
 * whether they were used, then follow from that. */
static u64 follows(u32 stream, u32 word)
{
	static const u64 streams[] = {0, POST_STDOUT, POST_STDERR};
	bool written = word == R_PENDING || word == R_ORIENTATION;
	return written && stream < countof(streams) ? streams[stream] : 0;
}

static void walk_record(Walk *w, const MemoryPair *record, u32 i)
{
	static const CType *const unknown[2] = {NULL, NULL};
	const char *name = stream_name(w, record, i);
	MemoryPair s = word_of(record, R_STREAM);
	w->shallow = true; /* its contents are in the record */
	walk_pointer(w, walk_name(w, "(%s)", name), &s, unknown);
	s = word_of(record, R_OPS);
	walk_pointer(w, walk_name(w, "(%s: kind)", name), &s, unknown);
	s = word_of(record, R_BUFFER);
	walk_pointer(w, walk_name(w, "(%s: buffer)", name), &s, unknown);
	w->shallow = false;
	s = word_of(record, R_COOKIE);
	walk_pointer(w, walk_name(w, "(%s: cookie)", name), &s, unknown);
	for (size_t k = 0; k < countof(numbers); k++) {
		s = word_of(record, numbers[k].word);
		w->instead = follows(i, numbers[k].word);
		walk_bytes(w, POST_NUMBER, walk_name(w, "(%s: %s)", name, numbers[k].name), &s, WORD, true,
				   0, 0);
	}
	for (size_t k = 0; k < countof(contents); k++) {
		w->instead = follows(i, contents[k].word);
		walk_contents(w, walk_name(w, "(%s: %s)", name, contents[k].name), record,
					  contents[k].word);
	}
	w->instead = 0;
}

void walk_streams(Walk *w)
{
	MemoryPair all = {0}, count = {0};
	u64 n[2];
	if (!find_variable(w, "__drift_streams", &all) ||
		!find_variable(w, "__drift_n_streams", &count))
		return;
	size_t before = w->left->items[OLD].len;
	w->library = true;
	w->depth = 0;
	for (int side = OLD; side <= NEW; side++)
		if (!read_word(w, side, count.at[side], &n[side]))
			n[side] = MOST_RECORDS + 1;
	u64 both = n[OLD] < n[NEW] ? n[OLD] : n[NEW];
	if (both > MOST_RECORDS)
		walk_limit(w, "streams after the first %u", MOST_RECORDS);
	for (u32 i = 0; i < both && i < MOST_RECORDS; i++) {
		MemoryPair record = word_of(&all, i * RECORD_WORDS);
		walk_record(w, &record, i);
	}
	walk_bytes(w, POST_NUMBER, "(number of streams)", &count, WORD, false, 0, 0);
	walk_visits(w);
	w->library = false;
	if (w->left->items[OLD].len > before)
		walk_observe(w, "streams");
}
