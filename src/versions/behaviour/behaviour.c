/* behaviour.c: takes and compares behaviours. */
#include "versions/behaviour/behaviour.h"

#include <signal.h>

#include "base/observe.h"

static void drop_files(Behaviour *b)
{
	for (size_t i = 0; i < b->files.len; i++) {
		free(b->files.at[i].path);
		vec_free(&b->files.at[i].items);
	}
	b->files.len = 0;
}

void behaviour_free(Behaviour *b)
{
	drop_files(b);
	vec_free(&b->files);
	post_drop(b->left);
	for (int i = 0; i < 2; i++) {
		vec_free(&b->items[i]);
		buf_free(&b->text[i]);
	}
	buf_free(&b->report);
	buf_free(&b->undefined_what);
}

/* ---- taking ---- */

typedef struct FileTaker {
	Behaviour *b;
	ExprPool *pool;
	const Assignment *a;
} FileTaker;

static void take_file(void *ctx, const OsChange *c)
{
	static const char *const marks[] = {[OS_MADE_DIR] = "directory",
										[OS_MADE_LINK] = "link to ",
										[OS_MADE_PIPE] = "named pipe",
										[OS_MADE_OTHER] = "special file",
										[OS_REMOVED] = NULL};
	FileTaker *t = ctx;
	if (c->kind != OS_MORE) {
		FileLeft f = {.path = xstrdup(c->path), .kind = c->kind, .mode = c->mode};
		vec_push(&t->b->files, f);
	}
	FileLeft *f = &vec_last(&t->b->files);
	if (c->kind != OS_MORE && c->kind != OS_MADE_FILE && marks[c->kind])
		for (const char *s = marks[c->kind]; *s; s++)
			vec_push(&f->items, ((OutItem){.kind = OUT_BYTE, .byte = (u8)*s}));
	OsOutput o = {.bytes = c->bytes, .tags = c->tags, .len = c->len};
	output_items(t->pool, &o, t->a, &f->items);
}

/* Takes the first note of a kind, unless there is something undefined already. */
static bool take_note(Behaviour *b, const RunResult *r, const char *kind)
{
	for (size_t i = 0; i < r->n_notes && !b->undefined_what.len; i++)
		if (!strcmp(r->notes[i].kind, kind)) {
			buf_adds(&b->undefined_what, r->notes[i].what);
			b->undefined_loc = r->notes[i].loc;
			return true;
		}
	return false;
}

static void take_undefined(Behaviour *b, const RunResult *r)
{
	buf_reset(&b->undefined_what);
	b->undefined_loc = 0;
	b->uninitialised = take_note(b, r, NOTE_UNINITIALISED);
	take_note(b, r, "overflow");
	b->undefined = r->outcome == RAN_ERROR || b->undefined_what.len;
}

void behaviour_take(Behaviour *b, ExprPool *pool, Machine *m, const RunResult *r,
					const Assignment *a, u32 observe)
{
	const OsOutput *list;
	size_t n = os_outputs(machine_os(m), &list);
	b->outcome = r->outcome;
	b->error = r->error;
	b->loc = r->loc;
	b->function = r->function;
	b->instructions = r->instructions;
	b->missing = r->missing;
	b->status = r->status;
	b->status_expr = b->value_expr = 0;
	b->value = 0;
	b->type = NULL;
	post_drop(b->left);
	b->left = NULL;
	if (r->outcome == RAN_EXIT && (Expr)r->status_tag)
		b->status_expr = expr_extract(pool, (Expr)r->status_tag, 0, 8);
	for (int i = 0; i < 2; i++) {
		b->items[i].len = 0;
		buf_reset(&b->text[i]);
	}
	for (size_t i = 0; i < n; i++) {
		int stream = list[i].stream == 1 ? 0 : 1;
		buf_add(&b->text[stream], list[i].bytes, list[i].len);
		output_items(pool, &list[i], a, &b->items[stream]);
	}
	drop_files(b);
	FileTaker taker = {b, pool, a};
	if (observe & OBSERVE_FILES)
		os_changes(machine_os(m), take_file, &taker);
	buf_reset(&b->report);
	buf_adds(&b->report, r->report ? r->report : "");
	take_undefined(b, r);
}

bool behaviour_undefined_counts(const Behaviour *b, bool overflow)
{
	return b->uninitialised || (overflow && b->undefined_what.len);
}

/* ---- comparing ---- */

static Expr status_differs(ExprPool *p, const Behaviour *old, const Behaviour *newer)
{
	if (old->outcome != newer->outcome || old->error != newer->error)
		return EXPR_TRUE;
	if (old->outcome == RAN_SIGNAL)
		return expr_bool(old->status != newer->status);
	if (old->outcome != RAN_EXIT)
		return EXPR_FALSE;
	Expr a = old->status_expr ? old->status_expr : expr_const(p, 8, (u8)old->status);
	Expr b = newer->status_expr ? newer->status_expr : expr_const(p, 8, (u8)newer->status);
	if (!old->type != !newer->type)
		return EXPR_TRUE;
	Expr values = expr_or(p, expr_ne(p, a, b), behaviour_value_differs(p, old, newer));
	return values == EXPR_TRUE ? values : expr_or(p, values, post_differ(p, old->left));
}

bool file_left_alike(const FileLeft *x, const FileLeft *y)
{
	return !strcmp(x->path, y->path) && x->kind == y->kind && x->mode == y->mode;
}

Expr behaviour_files_differ(ExprPool *p, const Behaviour *old, const Behaviour *newer)
{
	Expr differs = EXPR_FALSE;
	if (old->files.len != newer->files.len)
		return EXPR_TRUE;
	for (size_t i = 0; i < old->files.len; i++) {
		const FileLeft *a = &old->files.at[i], *b = &newer->files.at[i];
		if (!file_left_alike(a, b))
			return EXPR_TRUE;
		Expr same = items_same_text(p, &a->items, &b->items);
		if (!same)
			return 0;
		differs = expr_or(p, differs, expr_not(p, same));
	}
	return differs;
}

Expr behaviour_stream_differs(ExprPool *p, const Behaviour *old, const Behaviour *newer, int stream)
{
	Expr same = items_same_text(p, &old->items[stream], &newer->items[stream]);
	return same ? expr_not(p, same) : 0;
}

Expr behaviour_differs(ExprPool *p, const Behaviour *old, const Behaviour *newer, u32 observe)
{
	bool cut = old->outcome == RAN_LIMIT || newer->outcome == RAN_LIMIT;
	if (old->outcome == RAN_UNSUPPORTED || newer->outcome == RAN_UNSUPPORTED)
		return EXPR_FALSE; /* remarked on elsewhere: nobody will call it a proof */
	Expr differs = observe & OBSERVE_STATUS ? status_differs(p, old, newer) : EXPR_FALSE;
	if (differs == EXPR_TRUE || cut)
		return differs; /* how far a run came that was cut off means nothing */
	for (int i = 0; i < 2 && differs != EXPR_TRUE; i++) {
		if (!(observe & (i ? OBSERVE_STDERR : OBSERVE_STDOUT)))
			continue;
		Expr stream = behaviour_stream_differs(p, old, newer, i);
		if (!stream)
			return 0;
		differs = expr_or(p, differs, stream);
	}
	if (!(observe & OBSERVE_FILES) || differs == EXPR_TRUE)
		return differs;
	Expr files = behaviour_files_differ(p, old, newer);
	return files ? expr_or(p, differs, files) : 0;
}

/* ---- for people ---- */

void behaviour_ending(const Behaviour *b, const Program *p, Buf *to)
{
	switch (b->outcome) {
	case RAN_EXIT:
		if (!b->type) {
			buf_addf(to, "exit %d", b->status);
			return;
		}
		buf_adds(to, "returns");
		if (!b->type->is_void || b->type->pointers)
			buf_addc(to, ' ');
		entry_value_text(b->type, b->value, to);
		return;
	case RAN_SIGNAL: {
		const char *name = sigabbrev_np(b->status);
		buf_addf(to, "SIG%s", name ? name : "?");
		return;
	}
	case RAN_ERROR: buf_addf(to, "%s at ", error_kind_name(b->error)); break;
	case RAN_LIMIT:
		buf_addf(to, "not ended after %llu instructions: at ", (unsigned long long)b->instructions);
		break;
	case RAN_UNSUPPORTED: buf_adds(to, "unsupported at "); break;
	}
	program_location(p, b->loc, to);
}
