/* image_read.c: converts bytes to a Program.
 *
 * A digest protects the bytes. We check lengths nevertheless: an impossible length stops the
 * reading, and all later reads return nothing.
 */
#include "engine/load/cache/image_impl.h"

/* A place in the image that waits for a type. */
typedef struct TypeHole {
	const CType **at;
	u64 number;
} TypeHole;

typedef struct ImageReader {
	const u8 *at, *end;
	bool bad;
	Program *p;
	VEC(TypeHole) holes;
	VEC(CType *) types; /* by number - 1 */
} ImageReader;

/* n elements of so many bytes each, where they lie. */
static void *take(ImageReader *r, u64 n, size_t size)
{
	u64 left = (u64)(r->end - r->at);
	if (r->bad || n > left / size) {
		r->bad = true;
		return NULL;
	}
	u64 bytes = (n * size + IMAGE_ALIGN - 1) / IMAGE_ALIGN * IMAGE_ALIGN;
	if (bytes > left) {
		r->bad = true;
		return NULL;
	}
	const u8 *at = r->at;
	r->at += bytes;
	return (void *)(uintptr_t)at;
}

static void take_copy(ImageReader *r, void *to, size_t size)
{
	const void *at = take(r, 1, size);
	if (at)
		memcpy(to, at, size);
	else
		memset(to, 0, size);
}

static u64 take_number(ImageReader *r)
{
	u64 n;
	take_copy(r, &n, sizeof n);
	return n;
}

static const char *take_text(ImageReader *r)
{
	u64 n = take_number(r);
	const char *s = n ? take(r, n, 1) : NULL;
	if (s && s[n - 1])
		r->bad = true;
	return r->bad ? NULL : s;
}

/* What an array's pointer becomes: NULL stays NULL. */
#define take_array(r, at, n) ((at) = (at) || (n) ? take(r, n, sizeof *(at)) : NULL)

#define take_list(r, v)                                         \
	do {                                                        \
		u64 n_ = take_number(r);                                \
		const void *at_ = take(r, n_, sizeof *(v)->at);         \
		*(v) = (__typeof__(*(v))){0};                           \
		if (at_ && n_) {                                        \
			vec_reserve(v, n_);                                 \
			memcpy((v)->at, at_, (size_t)n_ * sizeof *(v)->at); \
			(v)->len = (size_t)n_;                              \
		}                                                       \
	} while (0)

#define take_texts(r, v)                             \
	do {                                             \
		u64 n_ = take_number(r);                     \
		*(v) = (__typeof__(*(v))){0};                \
		for (u64 i_ = 0; i_ < n_ && !(r)->bad; i_++) \
			vec_push(v, take_text(r));               \
	} while (0)

static void take_map(ImageReader *r, StrMap *m)
{
	u64 n = take_number(r);
	*m = (StrMap){0};
	for (u64 i = 0; i < n && !r->bad; i++) {
		u32 value = (u32)take_number(r);
		const char *name = take_text(r);
		if (name)
			strmap_put(m, name, value);
	}
}

/* ---- C types ---- */

static void take_type(ImageReader *r, const CType **to)
{
	*to = NULL;
	u64 number = take_number(r);
	if (number && !r->bad)
		vec_push(&r->holes, ((TypeHole){to, number}));
}

static CType *take_one_type(ImageReader *r)
{
	CType *t = take(r, 1, sizeof *t);
	if (!t)
		return NULL;
	t->names = take_text(r);
	take_type(r, &t->to);
	/* They lie between texts: to be put side by side. */
	u64 left = (u64)(r->end - r->at);
	if (t->n_fields > left / sizeof(CField) || t->n_params > left) {
		r->bad = true;
		return NULL;
	}
	t->fields = arena_array(&r->p->arena, CField, t->n_fields + 1);
	for (u32 k = 0; k < t->n_fields; k++) {
		take_copy(r, &t->fields[k], sizeof t->fields[k]);
		t->fields[k].name = take_text(r);
		take_type(r, &t->fields[k].type);
	}
	t->params = arena_array(&r->p->arena, const CType *, t->n_params + 1);
	for (u32 k = 0; k < t->n_params; k++)
		take_type(r, &t->params[k]);
	return t;
}

static void take_types(ImageReader *r)
{
	while (take_number(r)) {
		CType *t = take_one_type(r);
		vec_push(&r->types, t);
	}
	for (size_t i = 0; i < r->holes.len && !r->bad; i++)
		if (r->holes.at[i].number > r->types.len)
			r->bad = true;
		else
			*r->holes.at[i].at = r->types.at[r->holes.at[i].number - 1];
}

/* ---- functions and globals ---- */

static void take_function(ImageReader *r, Function *f)
{
	take_copy(r, f, sizeof *f);
	f->name = take_text(r);
	f->source_name = take_text(r);
	if (!f->source_name)
		f->source_name = f->name;
	take_array(r, f->params, f->n_params);
	take_array(r, f->results, f->n_results);
	take_array(r, f->ins, f->n_ins);
	take_array(r, f->blocks, f->n_blocks);
	take_array(r, f->extra, f->n_extra);
	take_array(r, f->cases, f->n_cases);
	take_array(r, f->calls, f->n_calls);
	for (u32 i = 0; i < f->n_calls && !r->bad; i++) {
		take_array(r, f->calls[i].args, f->calls[i].n_args);
		take_array(r, f->calls[i].results, f->calls[i].n_results);
	}
	take_array(r, f->slots, f->n_slots);
	for (u32 i = 0; i < f->n_slots && !r->bad; i++)
		f->slots[i].name = take_text(r);
	r->bad = r->bad || !f->name;
}

static void take_global(ImageReader *r, Global *g)
{
	take_copy(r, g, sizeof *g);
	g->name = take_text(r);
	if (g->init)
		g->init = take(r, g->size, 1);
	take_type(r, &g->type);
	r->bad = r->bad || !g->name;
}

static void take_bodies(ImageReader *r, Program *p)
{
	u64 n = take_number(r), left = (u64)(r->end - r->at);
	r->bad = r->bad || n > left / sizeof(Function);
	vec_reserve(&p->functions, r->bad ? 1 : n + 1);
	for (u64 i = 0; i < n && !r->bad; i++)
		take_function(r, &p->functions.at[p->functions.len++]);
	n = take_number(r);
	left = (u64)(r->end - r->at);
	r->bad = r->bad || n > left / sizeof(Global);
	vec_reserve(&p->globals, r->bad ? 1 : n + 1);
	for (u64 i = 0; i < n && !r->bad; i++)
		take_global(r, &p->globals.at[p->globals.len++]);
}

static void take_entry(ImageReader *r, Program *p)
{
	bool named = take_number(r);
	if (p->n_entry_types > (u64)(r->end - r->at))
		r->bad = true;
	u32 n = r->bad ? 0 : p->n_entry_types;
	p->entry_types = n ? arena_array(&p->arena, const CType *, n + 1) : NULL;
	p->entry_names = named && n ? arena_array(&p->arena, const char *, n + 1) : NULL;
	for (u32 i = 0; i < n; i++) {
		take_type(r, &p->entry_types[i]);
		if (named)
			p->entry_names[i] = take_text(r);
	}
	u64 many = take_number(r);
	r->bad = r->bad || many > (u64)(r->end - r->at);
	/* The places must not move until types are known. */
	vec_reserve(&p->function_types, r->bad ? 1 : many + 1);
	for (u64 i = 0; i < many && !r->bad; i++)
		take_type(r, &p->function_types.at[p->function_types.len++]);
}

static void take_rest(ImageReader *r, Program *p)
{
	take_list(r, &p->consts);
	take_list(r, &p->locs);
	take_list(r, &p->mixed_from);
	take_list(r, &p->mixed);
	take_list(r, &p->block_addrs);
	take_texts(r, &p->files);
	take_texts(r, &p->dirs);
	take_texts(r, &p->options);
	take_texts(r, &p->texts);
	take_map(r, &p->by_name);
	take_map(r, &p->global_by_name);
	p->twins = take_number(r) ? take(r, (u64)p->n_twins * N_STREAMS, sizeof(u32)) : NULL;
	u64 n = take_number(r);
	const void *bitcode = take(r, n, 1);
	if (bitcode && n)
		buf_add(&p->native.bitcode, bitcode, n);
	p->assembly = take_text(r);
	take_entry(r, p);
}

bool image_read(const u8 *bytes, size_t n, Program *p)
{
	ImageReader r = {.at = bytes, .end = bytes + n, .p = p};
	Program was;
	take_copy(&r, &was, sizeof was);
	/* What is no pointer and no list. */
	p->n_twins = was.n_twins;
	p->globals_end = was.globals_end;
	p->code_end = was.code_end;
	p->start = was.start;
	p->main = was.main;
	p->native.entry_source = was.native.entry_source;
	p->n_entry_types = was.n_entry_types;
	p->assembly_runs = was.assembly_runs;
	take_bodies(&r, p);
	take_rest(&r, p);
	take_types(&r);
	bool good =
		!r.bad && r.at == r.end && p->files.len == p->dirs.len && p->files.len == p->options.len;
	vec_free(&r.holes);
	vec_free(&r.types);
	return good;
}
