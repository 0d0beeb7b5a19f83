/* walk_items.c: numbers, bytes and texts that a walk meets. */
#include "versions/behaviour/walk.h"

enum {
	MOST_ITEMS = 4096,
	MOST_BYTES = 65536, /* of an item */
	PIECE = 1024,       /* of a global that is looked at together */
	WORD = 8,
};

bool walk_room(Walk *w)
{
	if (w->left->items[OLD].len < MOST_ITEMS)
		return true;
	w->full = true;
	return false;
}

static const LookByte *look(Walk *w, int side, u64 at, u32 n)
{
	LookByte *bytes = arena_array(&w->left->arena, LookByte, n + 1);
	for (u32 k = 0; k < n; k++)
		bytes[k] = machine_look_byte(w->u->machine[side], at + k);
	return bytes;
}

bool walk_unchanged(const Walk *w, const MemoryPair *s, u64 old, u64 newer)
{
	return w->initial && machine_look_unchanged(w->u->machine[OLD], s->at[OLD], old) &&
		   machine_look_unchanged(w->u->machine[NEW], s->at[NEW], newer);
}

bool walk_same(const Walk *w, const MemoryPair *s, u64 n)
{
	for (u64 k = 0; k < n; k++) {
		LookByte a = machine_look_byte(w->u->machine[OLD], s->at[OLD] + k);
		LookByte b = machine_look_byte(w->u->machine[NEW], s->at[NEW] + k);
		if (a.state != b.state || a.e != b.e || a.byte != b.byte)
			return false;
	}
	return true;
}

static void push(Walk *w, const PostItem item[2])
{
	for (int side = OLD; side <= NEW; side++) {
		vec_push(&w->left->items[side], item[side]);
		if (w->instead)
			vec_last(&w->left->items[side]).at = w->instead;
	}
}

static bool is_never(const PostItem item[2], u32 k)
{
	return item[OLD].bytes[k].state == LOOK_NEVER && item[NEW].bytes[k].state == LOOK_NEVER;
}

/* The native programs look at what at least one version has set. */
static void plan_bytes(Walk *w, const PostItem item[2], const MemoryPair *s)
{
	u32 n = item[OLD].len;
	for (u32 k = 0; k < n;) {
		u32 from = k;
		while (k < n && !is_never(item, k))
			k++;
		for (int side = OLD; k > from && side <= NEW; side++)
			walk_plan(w, side, "B %u %lld %u %u %u", w->node,
					  (long long)(s->at[side] + from - w->base[side]), k - from, item[OLD].bit,
					  item[OLD].bits);
		k += k == from;
	}
}

/* Numbers that the versions store differently are printed as numbers. */
static void plan_number(Walk *w, const PostItem item[2], const MemoryPair *s)
{
	for (int side = OLD; side <= NEW; side++)
		walk_plan(w, side, "N %u %lld %u %d %u %u", w->node,
				  (long long)(s->at[side] - w->base[side]), item[side].len, item[side].is_signed,
				  item[side].bit, item[side].bits);
}

void walk_bytes(Walk *w, PostKind kind, const char *name, const MemoryPair *s, u32 n,
				bool is_signed, u8 bit, u8 bits)
{
	PostItem item[2];
	if (!n || walk_same(w, s, n) || walk_unchanged(w, s, n, n) || !walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++) {
		item[side] = (PostItem){.kind = kind,
								.name = name,
								.at = s->at[side],
								.is_signed = is_signed,
								.bit = bit,
								.bits = bits,
								.len = n,
								.bytes = look(w, side, s->at[side], n)};
	}
	push(w, item);
	plan_bytes(w, item, s);
}

void walk_integer(Walk *w, const char *name, const MemoryPair *s, const StoredInteger as[2])
{
	const StoredInteger *a = &as[OLD], *b = &as[NEW];
	MemoryPair here = *s;
	here.type[OLD] = here.type[NEW] = NULL; /* the sign is that of `as` */
	if (a->len == b->len && a->bit == b->bit && a->bits == b->bits &&
		(a->is_signed == b->is_signed || w->callers)) {
		walk_bytes(w, POST_NUMBER, name, &here, a->len, a->is_signed, a->bit, a->bits);
		return;
	}
	PostItem item[2];
	if (walk_unchanged(w, s, a->len, b->len) || !walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++)
		item[side] = (PostItem){.kind = POST_NUMBER,
								.name = name,
								.at = s->at[side],
								.is_signed = as[side].is_signed,
								.bit = as[side].bit,
								.bits = as[side].bits,
								.len = as[side].len,
								.bytes = look(w, side, s->at[side], as[side].len)};
	push(w, item);
	plan_number(w, item, s);
}

void walk_texts(Walk *w, const char *name, const char *old, const char *newer)
{
	PostItem item[2];
	if (!walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++) {
		const char *text = side == OLD ? old : newer;
		u32 n = (u32)strlen(text) + 1;
		LookByte *bytes = arena_array(&w->left->arena, LookByte, n);
		for (u32 k = 0; k < n; k++)
			bytes[k] = (LookByte){.byte = (u8)text[k]};
		item[side] = (PostItem){
			.kind = POST_TEXT, .name = name, .at = POST_NOWHERE, .len = n, .bytes = bytes};
	}
	push(w, item);
}

/* As far as a text can go: to a zero that is there on the whole path, or to the end of its object.
 */
static u32 text_room(Walk *w, int side, const MemoryPair *s)
{
	u64 room = s->end[side] - s->at[side];
	for (u32 k = 0; k < room && k < MOST_BYTES; k++) {
		LookByte b = machine_look_byte(w->u->machine[side], s->at[side] + k);
		if (!b.byte && !b.e && b.state == LOOK_SET)
			return k + 1;
	}
	if (room > MOST_BYTES)
		walk_limit(w, "texts of more than %u bytes", MOST_BYTES);
	return room > MOST_BYTES ? MOST_BYTES : (u32)room;
}

/* Code that knows how long an object is may read behind the end of a text. Most code does not, so bytes
 * that differ there are not reported as a difference; but the versions are not proved equal then. */
static void look_behind(Walk *w, const char *name, const MemoryPair *s, const u32 room[2])
{
	static const LookByte none = {.state = LOOK_NEVER};
	for (u64 k = room[OLD] > room[NEW] ? room[OLD] : room[NEW];
		 (s->at[OLD] + k < s->end[OLD] || s->at[NEW] + k < s->end[NEW]) && k < MOST_BYTES; k++) {
		bool has[2] = {s->at[OLD] + k < s->end[OLD], s->at[NEW] + k < s->end[NEW]};
		LookByte a = has[OLD] ? machine_look_byte(w->u->machine[OLD], s->at[OLD] + k) : none;
		LookByte b = has[NEW] ? machine_look_byte(w->u->machine[NEW], s->at[NEW] + k) : none;
		bool set = a.state == LOOK_SET && b.state == LOOK_SET;
		bool lone = has[OLD] != has[NEW] && (a.byte || a.e || b.byte || b.e);
		if (lone || (set && (a.e != b.e || a.byte != b.byte))) {
			walk_limit(w, "bytes after the end of the text %s, which differ", name);
			return;
		}
	}
}

void walk_text(Walk *w, const char *name, const MemoryPair *s)
{
	PostItem item[2];
	u32 room[2] = {text_room(w, OLD, s), text_room(w, NEW, s)};
	look_behind(w, name, s, room);
	if ((room[OLD] == room[NEW] && walk_same(w, s, room[OLD])) || !walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++) {
		u32 n = room[side];
		item[side] = (PostItem){.kind = POST_TEXT,
								.name = name,
								.at = s->at[side],
								.len = n,
								.bytes = look(w, side, s->at[side], n)};
		walk_plan(w, side, "T %u %lld %u", w->node, (long long)(s->at[side] - w->base[side]), n);
	}
	push(w, item);
}

/* ---- bytes that may hold pointers ---- */

static MemoryPair moved(const MemoryPair *s, u64 by)
{
	return (MemoryPair){.at = {s->at[OLD] + by, s->at[NEW] + by},
						.end = {s->end[OLD], s->end[NEW]}};
}

static bool is_word(const Walk *w, const MemoryPair *s, u64 i, u64 n)
{
	return i + WORD <= n && (s->at[OLD] + i) % WORD == 0 && (s->at[NEW] + i) % WORD == 0 &&
		   (walk_is_address(w, OLD, s->at[OLD] + i) || walk_is_address(w, NEW, s->at[NEW] + i));
}

/* n bytes from i on, up to the first word that leads somewhere. */
static u64 plain_end(const Walk *w, const MemoryPair *s, u64 i, u64 n)
{
	while (i < n && !is_word(w, s, i, n))
		i++;
	return i;
}

/* Returns the name of bytes, or of a pointer if end is 0. All parts of a variable of the library have
 * the name of the variable, because users do not know its layout. */
static const char *piece_name(Walk *w, const char *name, u64 i, u64 end)
{
	if (w->library)
		return name;
	return end ? walk_name(w, "%s[%u..%u]", name, (u32)i, (u32)end - 1)
			   : walk_name(w, "*(void **)(%s + %u)", name, (u32)i);
}

static void walk_piece(Walk *w, const char *name, const MemoryPair *s, u64 from, u64 to, bool all)
{
	static const CType *const unknown[2] = {NULL, NULL};
	for (u64 i = from; i < to;) {
		MemoryPair here = moved(s, i);
		if (is_word(w, s, i, to)) {
			walk_pointer(w, piece_name(w, name, i, 0), &here, unknown);
			i += WORD;
			continue;
		}
		u64 end = plain_end(w, s, i, to);
		const char *part = all && i == from && end == to ? name : piece_name(w, name, i, end);
		walk_bytes(w, POST_BYTES, part, &here, (u32)(end - i), false, 0, 0);
		i = end;
	}
}

/* In pieces, of which many may be as they were in a large global. */
void walk_raw(Walk *w, const char *name, const MemoryPair *s, u64 n)
{
	u64 piece = w->initial ? PIECE : MOST_BYTES, walked = 0;
	for (u64 i = 0; i < n; i += piece) {
		u64 end = i + piece < n ? i + piece : n;
		MemoryPair here = moved(s, i);
		if (walk_unchanged(w, &here, end - i, end - i))
			continue;
		if ((walked += end - i) > MOST_BYTES) {
			walk_limit(w, "%s from byte %llu on", name, (unsigned long long)i);
			return;
		}
		walk_piece(w, name, s, i, end, n <= piece);
	}
}
