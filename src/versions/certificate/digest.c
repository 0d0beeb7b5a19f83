/* digest.c: names the code of a program by a digest.
 *
 * Everything that decides what the program does is in it: instructions with their operands, constants,
 * calls, locals, initial contents of globals, addresses. Names of files and lines are not, nor is what is
 * only for native builds. The C library is a part of the program. */
#include "versions/certificate/certificate.h"

static void add_call(Buf *b, const Call *c)
{
	key_number(b, c->callee);
	key_number(b, c->target);
	key_number(b, c->n_fixed);
	key_number(b, c->variadic);
	key_number(b, c->n_args);
	for (u32 i = 0; i < c->n_args; i++) {
		key_number(b, c->args[i].value);
		key_number(b, c->args[i].type);
		key_number(b, c->args[i].byval_size);
		key_number(b, c->args[i].byval_align);
	}
	key_number(b, c->n_results);
	for (u32 i = 0; i < c->n_results; i++)
		key_number(b, c->results[i]);
}

static void add_ins(Buf *b, const Program *p, const Ins *in)
{
	const u64 fields[] = {in->op,  in->type, in->type2, in->sub, in->flags, in->number,
						  in->dst, in->a,    in->b,     in->c,   in->extra, in->n_extra};
	for (size_t i = 0; i < countof(fields); i++)
		key_number(b, fields[i]);
	if (in->op == I_UNSUPPORTED) {
		key_text(b, p->texts.at[in->imm]);
		key_text(b, p->texts.at[in->scale]);
	} else {
		key_number(b, (u64)in->imm);
		key_number(b, (u64)in->scale);
	}
}

static void add_function(Buf *b, const Program *p, const Function *f)
{
	key_text(b, f->name);
	const u64 fields[] = {f->kind,    f->address,       f->n_params, f->n_results, f->variadic,
						  f->weak,    f->returns_twice, f->n_regs,   f->n_ins,     f->n_blocks,
						  f->n_extra, f->n_cases,       f->n_calls,  f->n_slots,   f->large_locals};
	for (size_t i = 0; i < countof(fields); i++)
		key_number(b, fields[i]);
	for (u32 i = 0; i < f->n_params; i++)
		key_number(b, f->params[i]);
	for (u32 i = 0; i < f->n_results; i++)
		key_number(b, f->results[i]);
	for (u32 i = 0; i < f->n_ins; i++)
		add_ins(b, p, &f->ins[i]);
	for (u32 i = 0; i < f->n_blocks; i++) {
		key_number(b, f->blocks[i].end);
		key_number(b, f->blocks[i].address);
	}
	for (u32 i = 0; i < f->n_extra; i++)
		key_number(b, f->extra[i]);
	for (u32 i = 0; i < f->n_cases; i++) {
		key_number(b, f->cases[i].lo);
		key_number(b, f->cases[i].hi);
		key_number(b, f->cases[i].block);
	}
	for (u32 i = 0; i < f->n_calls; i++)
		add_call(b, &f->calls[i]);
	for (u32 i = 0; i < f->n_slots; i++) {
		key_number(b, f->slots[i].size);
		key_number(b, f->slots[i].align);
	}
}

static void add_global(Buf *b, const Global *g)
{
	key_text(b, g->name);
	const u64 fields[] = {g->address, g->size, g->align, g->constant, g->zero, g->absent};
	for (size_t i = 0; i < countof(fields); i++)
		key_number(b, fields[i]);
	if (g->init)
		buf_add(b, g->init, g->size);
}

Digest certificate_digest(const Program *p)
{
	Digest d = {0};
	Buf b = {0};
	for (size_t i = 0; i < p->functions.len; i++) {
		buf_reset(&b);
		add_function(&b, p, &p->functions.at[i]);
		digest_add(&d, buf_str(&b), b.len);
	}
	for (size_t i = 0; i < p->globals.len; i++) {
		buf_reset(&b);
		add_global(&b, &p->globals.at[i]);
		digest_add(&d, buf_str(&b), b.len);
	}
	buf_reset(&b);
	for (size_t i = 0; i < p->consts.len; i++) {
		const Const *c = &p->consts.at[i];
		const u64 fields[] = {c->type, c->lo, c->hi, c->undef};
		for (size_t k = 0; k < countof(fields); k++)
			key_number(&b, fields[k]);
	}
	for (size_t i = 0; i < p->block_addrs.len; i++)
		key_number(&b, p->block_addrs.at[i]);
	key_number(&b, p->start);
	key_number(&b, p->main);
	key_text(&b, p->assembly);
	digest_add(&d, buf_str(&b), b.len);
	buf_free(&b);
	return d;
}
