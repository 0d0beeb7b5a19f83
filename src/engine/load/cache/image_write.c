/* image_write.c: converts a Program to bytes. */
#include "engine/load/cache/image_impl.h"

typedef struct ImageWriter {
	Buf *to;
	IntMap types;               /* CType * -> its number, from 1 */
	VEC(const CType *) pending; /* by number */
} ImageWriter;

static void put(ImageWriter *w, const void *bytes, size_t n)
{
	static const char zeros[IMAGE_ALIGN];
	if (n)
		buf_add(w->to, bytes, n);
	buf_add(w->to, zeros, -n % IMAGE_ALIGN);
}

static void put_number(ImageWriter *w, u64 n)
{
	put(w, &n, sizeof n);
}

static void put_text(ImageWriter *w, const char *s)
{
	size_t n = s ? strlen(s) + 1 : 0;
	put_number(w, n);
	put(w, s, n);
}

static void put_texts(ImageWriter *w, const char *const *at, size_t n)
{
	put_number(w, n);
	for (size_t i = 0; i < n; i++)
		put_text(w, at[i]);
}

#define put_array(w, at, n) put(w, at, sizeof *(at) * (size_t)(n))
#define put_list(w, v) (put_number(w, (v)->len), put_array(w, (v)->at, (v)->len))

static void put_map(ImageWriter *w, const StrMap *m)
{
	size_t at = 0;
	u32 value;
	put_number(w, m->len);
	for (const char *name; strmap_next(m, &at, &name, &value);) {
		put_number(w, value);
		put_text(w, name);
	}
}

/* ---- C types: by numbers, in the order in which they are first mentioned ---- */

static void put_type(ImageWriter *w, const CType *t)
{
	u64 number = 0;
	if (t && !intmap_get(&w->types, (u64)(uintptr_t)t, &number)) {
		vec_push(&w->pending, t);
		number = w->pending.len;
		intmap_put(&w->types, (u64)(uintptr_t)t, number);
	}
	put_number(w, number);
}

static void put_types(ImageWriter *w)
{
	for (size_t i = 0; i < w->pending.len; i++) {
		const CType *t = w->pending.at[i];
		put_number(w, 1);
		put(w, t, sizeof *t);
		put_text(w, t->names);
		put_type(w, t->to);
		for (u32 k = 0; k < t->n_fields; k++) {
			put(w, &t->fields[k], sizeof t->fields[k]);
			put_text(w, t->fields[k].name);
			put_type(w, t->fields[k].type);
		}
		for (u32 k = 0; k < t->n_params; k++)
			put_type(w, t->params[k]);
	}
	put_number(w, 0);
}

/* ---- functions and globals ---- */

static void put_function(ImageWriter *w, const Function *f)
{
	put(w, f, sizeof *f);
	put_text(w, f->name);
	put_text(w, f->source_name == f->name ? NULL : f->source_name);
	put_array(w, f->params, f->n_params);
	put_array(w, f->results, f->n_results);
	put_array(w, f->ins, f->n_ins);
	put_array(w, f->blocks, f->n_blocks);
	put_array(w, f->extra, f->n_extra);
	put_array(w, f->cases, f->n_cases);
	put_array(w, f->calls, f->n_calls);
	for (u32 i = 0; i < f->n_calls; i++) {
		put_array(w, f->calls[i].args, f->calls[i].n_args);
		put_array(w, f->calls[i].results, f->calls[i].n_results);
	}
	put_array(w, f->slots, f->n_slots);
	for (u32 i = 0; i < f->n_slots; i++)
		put_text(w, f->slots[i].name);
}

static void put_global(ImageWriter *w, const Global *g)
{
	put(w, g, sizeof *g);
	put_text(w, g->name);
	if (g->init)
		put(w, g->init, g->size);
	put_type(w, g->type);
}

static void put_rest(ImageWriter *w, const Program *p)
{
	put_list(w, &p->consts);
	put_list(w, &p->locs);
	put_list(w, &p->mixed_from);
	put_list(w, &p->mixed);
	put_list(w, &p->block_addrs);
	put_texts(w, p->files.at, p->files.len);
	put_texts(w, p->dirs.at, p->dirs.len);
	put_texts(w, p->options.at, p->options.len);
	put_texts(w, p->texts.at, p->texts.len);
	put_map(w, &p->by_name);
	put_map(w, &p->global_by_name);
	put_number(w, p->twins != NULL);
	if (p->twins)
		put_array(w, p->twins, (size_t)p->n_twins * N_STREAMS);
	put_number(w, p->native.bitcode.len);
	put(w, p->native.bitcode.at, p->native.bitcode.len);
	put_text(w, p->assembly);
	put_number(w, p->entry_names != NULL);
	for (u32 i = 0; i < p->n_entry_types; i++) {
		put_type(w, p->entry_types[i]);
		if (p->entry_names)
			put_text(w, p->entry_names[i]);
	}
	put_number(w, p->function_types.len);
	for (size_t i = 0; i < p->function_types.len; i++)
		put_type(w, p->function_types.at[i]);
}

void image_write(const Program *p, Buf *to)
{
	ImageWriter w = {.to = to};
	put(&w, p, sizeof *p);
	put_number(&w, p->functions.len);
	for (size_t i = 0; i < p->functions.len; i++)
		put_function(&w, &p->functions.at[i]);
	put_number(&w, p->globals.len);
	for (size_t i = 0; i < p->globals.len; i++)
		put_global(&w, &p->globals.at[i]);
	put_rest(&w, p);
	put_types(&w);
	intmap_free(&w.types);
	vec_free(&w.pending);
}
