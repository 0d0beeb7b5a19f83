/* interp_words.h: private to interp.c: executes bytecode instructions at full speed.
 *
 * A macro is a handler, or one for each width: a label op_NAME within interpret and its code. It
 * uses interpret's own names (m, now, pc, frame, regs, mem, bytes, budget, and the labels slow
 * and done). SAVE_STATE and LOAD_STATE move the state between these and the Interp, for handlers
 * that are functions. */
#ifndef DRIFT_MACHINE_INTERP_WORDS_H
#define DRIFT_MACHINE_INTERP_WORDS_H

#include "engine/machine/track.h"

#define R(offset) (*(Reg *)((char *)regs + (offset)))
#define GO(k)                 \
	do {                      \
		pc += (k);            \
		goto *labels[pc->op]; \
	} while (0)
#define SET(value) SET_TAGGED(value, 0)
#define SET_TAGGED(value, t) \
	do {                     \
		u64 v_ = (value);    \
		Reg *d_ = &R(pc->d); \
		d_->bits = v_;       \
		d_->tag = (t);       \
	} while (0)
/* What is computed from values that are concrete but depend on decisions: Tag tag. One test says
 * that all is plain. */
#define TAG_OF(t)                                                        \
	Tag tag = (t);                                                       \
	if (unlikely(tag != 0) && unlikely((u32)tag || tag & TAG_UNDEFINED)) \
	goto slow
#define TAGS_OF(x, y)                        \
	Tag tag = (x) | (y);                     \
	if (unlikely(tag != 0)) {                \
		if ((u32)tag || tag & TAG_UNDEFINED) \
			goto slow;                       \
		tag = join_deps(m, (x), (y));        \
	}
#define COUNT()                                \
	do {                                       \
		if (unlikely((budget -= pc->n) < 0)) { \
			m->thread.pc = pc;                 \
			if (!machine_poll(m, &budget))     \
				goto polled;                   \
		}                                      \
	} while (0)
#define SAVE_STATE()         \
	do {                     \
		now.pc = pc;         \
		now.frame = frame;   \
		now.regs = regs;     \
		now.budget = budget; \
		m->thread.pc = pc;   \
	} while (0)
/* One by one: compilers would load two at once and keep them in a vector register. */
#define LOAD_STATE()                                     \
	do {                                                 \
		pc = now.pc;                                     \
		frame = now.frame;                               \
		regs = now.regs;                                 \
		budget = now.budget;                             \
		__asm__("" : "+r"(pc), "+r"(frame), "+r"(regs)); \
	} while (0)
/* The word is done by a function of the Interp, which says where to go on; false: the run ended. */
#define BY(function)            \
	do {                        \
		SAVE_STATE();           \
		if (!function(m, &now)) \
			goto done;          \
		LOAD_STATE();           \
		GO(0);                  \
	} while (0)

#define U8(x) ((u8)(x))
#define U16(x) ((u16)(x))
#define U32(x) ((u32)(x))
#define U64(x) ((u64)(x))
#define S8(x) ((i64)(i8)(x))
#define S16(x) ((i64)(i16)(x))
#define S32(x) ((i64)(i32)(x))
#define S64(x) ((i64)(x))
#define U32S8(x) U32(S8(x))
#define U64S8(x) U64(S8(x))
#define U32S16(x) U32(S16(x))
#define U64S32(x) U64(S32(x))

/* d = a op b, expression over the names x and y (both u64), result cut to w bits. */
#define BINARY(name, w, expr)                     \
	op_##name##_##w:                              \
	{                                             \
		const Reg *a = &R(pc->a), *b = &R(pc->b); \
		TAGS_OF(a->tag, b->tag);                  \
		u64 x = a->bits, y = b->bits;             \
		(void)x;                                  \
		SET_TAGGED(U##w(expr), tag);              \
		GO(1);                                    \
	}                                             \
	op_##name##I_##w:                             \
	{                                             \
		const Reg *a = &R(pc->a);                 \
		TAG_OF(a->tag);                           \
		u64 x = a->bits, y = (u64)(i64)pc->imm;   \
		(void)x;                                  \
		SET_TAGGED(U##w(expr), tag);              \
		GO(1);                                    \
	}

#define ALL_WIDTHS(name, expr8, expr16, expr32, expr64) \
	BINARY(name, 8, expr8)                              \
	BINARY(name, 16, expr16) BINARY(name, 32, expr32) BINARY(name, 64, expr64)

/* Divisions look at the divisor first; the generic path reports. */
#define DIVIDE(name, w, bad, expr)                      \
	op_##name##_##w:                                    \
	{                                                   \
		const Reg *a = &R(pc->a), *b = &R(pc->b);       \
		u64 x = a->bits, y = b->bits;                   \
		if (unlikely(a->tag | b->tag) || unlikely(bad)) \
			goto slow;                                  \
		(void)x;                                        \
		SET(U##w(expr));                                \
		GO(1);                                          \
	}                                                   \
	op_##name##I_##w:                                   \
	{                                                   \
		const Reg *a = &R(pc->a);                       \
		u64 x = a->bits, y = U##w((i64)pc->imm);        \
		if (unlikely(a->tag) || unlikely(bad))          \
			goto slow;                                  \
		(void)x;                                        \
		SET(U##w(expr));                                \
		GO(1);                                          \
	}

#define COMPARE(name, w, op, cast)                                     \
	op_##name##_##w:                                                   \
	{                                                                  \
		const Reg *a = &R(pc->a), *b = &R(pc->b);                      \
		TAGS_OF(a->tag, b->tag);                                       \
		SET_TAGGED(cast(a->bits) op cast(b->bits), tag);               \
		GO(1);                                                         \
	}                                                                  \
	op_##name##I_##w:                                                  \
	{                                                                  \
		const Reg *a = &R(pc->a);                                      \
		TAG_OF(a->tag);                                                \
		SET_TAGGED(cast(a->bits) op cast((i64)pc->imm), tag);          \
		GO(1);                                                         \
	}                                                                  \
	op_BR_##name##_##w:                                                \
	{                                                                  \
		const Reg *a = &R(pc->a), *b = &R(pc->b);                      \
		COUNT();                                                       \
		if (unlikely(a->tag | b->tag)) {                               \
			m->thread.pc = pc;                                         \
			keep_state(m, pc, budget + pc->n, (u32)(a->tag | b->tag)); \
			if (!decide(m, a->tag, b->tag))                            \
				goto done;                                             \
		}                                                              \
		if (cast(a->bits) op cast(b->bits))                            \
			GO((i32)pc->d);                                            \
		GO(1);                                                         \
	}                                                                  \
	op_BR_##name##I_##w:                                               \
	{                                                                  \
		const Reg *a = &R(pc->a);                                      \
		COUNT();                                                       \
		if (unlikely(a->tag)) {                                        \
			m->thread.pc = pc;                                         \
			keep_state(m, pc, budget + pc->n, (u32)a->tag);            \
			if (!decide(m, a->tag, 0))                                 \
				goto done;                                             \
		}                                                              \
		if (cast(a->bits) op cast((i64)pc->imm))                       \
			GO((i32)pc->d);                                            \
		GO(1);                                                         \
	}

#define UNSIGNED_COMPARE(name, op) COMPARE(name, 32, op, U32) COMPARE(name, 64, op, U64)
#define SIGNED_COMPARE(name, op) \
	COMPARE(name, 8, op, S8)     \
	COMPARE(name, 16, op, S16) COMPARE(name, 32, op, S32) COMPARE(name, 64, op, S64)

/* Addresses of indexed forms. */
#define INDEX_X(reg) ((reg)->bits)
#define INDEX_XS(reg) ((u64)(i64)(i32)(reg)->bits)

#define READ_BYTES(w, addr)                 \
	({                                      \
		u##w r_;                            \
		memcpy(&r_, bytes + (addr), w / 8); \
		r_;                                 \
	})

#define LOAD(name, w, convert)                                                 \
	op_##name:                                                                 \
	{                                                                          \
		const Reg *a = &R(pc->a);                                              \
		u64 addr = a->bits + (u64)(i64)pc->imm;                                \
		Tag tag = a->tag;                                                      \
		if (unlikely(tag) || unlikely(!memory_plain_read(mem, addr, w / 8))) { \
			m->thread.pc = pc;                                                 \
			if ((u32)tag || !track_load(m, addr, w / 8, &tag))                 \
				goto slow;                                                     \
		}                                                                      \
		SET_TAGGED(convert(READ_BYTES(w, addr)), tag);                         \
		GO(1);                                                                 \
	}
#define LOADX(name, w, index)                                                  \
	op_##name##_##w:                                                           \
	{                                                                          \
		const Reg *a = &R(pc->a), *b = &R(pc->b);                              \
		u64 addr = a->bits + index(b) * pc[1].a + (u64)(i64)pc[1].imm;         \
		Tag tag = a->tag | b->tag;                                             \
		if (unlikely(tag) || unlikely(!memory_plain_read(mem, addr, w / 8))) { \
			m->thread.pc = pc;                                                 \
			if ((u32)tag)                                                      \
				goto slow;                                                     \
			tag = join_deps(m, a->tag, b->tag);                                \
			if (!track_load(m, addr, w / 8, &tag))                             \
				goto slow;                                                     \
		}                                                                      \
		SET_TAGGED(READ_BYTES(w, addr), tag);                                  \
		GO(2);                                                                 \
	}
#define STORES(w)                                            \
	op_STORE_##w:                                            \
	{                                                        \
		const Reg *a = &R(pc->a), *b = &R(pc->b);            \
		u64 addr = a->bits + (u64)(i64)(i32)pc->d;           \
		if (unlikely(a->tag | b->tag | m->thread.stores) ||  \
			unlikely(!memory_plain_write(mem, addr, w / 8))) \
			goto slow;                                       \
		u##w v = (u##w)b->bits;                              \
		memcpy(bytes + addr, &v, w / 8);                     \
		GO(1);                                               \
	}                                                        \
	op_STOREI_##w:                                           \
	{                                                        \
		const Reg *a = &R(pc->a);                            \
		u64 addr = a->bits + (u64)(i64)(i32)pc->d;           \
		if (unlikely(a->tag | m->thread.stores) ||           \
			unlikely(!memory_plain_write(mem, addr, w / 8))) \
			goto slow;                                       \
		u##w v = (u##w)(i64)pc->imm;                         \
		memcpy(bytes + addr, &v, w / 8);                     \
		GO(1);                                               \
	}
#define STOREX(name, w, index)                                         \
	op_##name##_##w:                                                   \
	{                                                                  \
		const Reg *a = &R(pc->a), *b = &R(pc->b), *c = &R(pc->d);      \
		u64 addr = a->bits + index(c) * pc[1].a + (u64)(i64)pc[1].imm; \
		if (unlikely(a->tag | b->tag | c->tag | m->thread.stores) ||   \
			unlikely(!memory_plain_write(mem, addr, w / 8)))           \
			goto slow;                                                 \
		u##w v = (u##w)b->bits;                                        \
		memcpy(bytes + addr, &v, w / 8);                               \
		GO(2);                                                         \
	}
#define LOADX_ALL(w) LOADX(LOADX, w, INDEX_X) LOADX(LOADXS, w, INDEX_XS)
#define STOREX_ALL(w) STOREX(STOREX, w, INDEX_X) STOREX(STOREXS, w, INDEX_XS)

static inline double as_f64(u64 bits)
{
	double d;
	memcpy(&d, &bits, 8);
	return d;
}
static inline u64 f64_bits(double d)
{
	u64 bits;
	memcpy(&bits, &d, 8);
	return bits;
}
static inline float as_f32(u64 bits)
{
	u32 low = (u32)bits;
	float f;
	memcpy(&f, &low, 4);
	return f;
}
static inline u64 f32_bits(float f)
{
	u32 bits;
	memcpy(&bits, &f, 4);
	return bits;
}

#define FLOATS(name, op)                                           \
	op_##name##_F64:                                               \
	{                                                              \
		const Reg *a = &R(pc->a), *b = &R(pc->b);                  \
		TAGS_OF(a->tag, b->tag);                                   \
		double value = as_f64(a->bits) op as_f64(b->bits);         \
		if (unlikely(value != value)) /* which NaN: float_value */ \
			goto slow;                                             \
		SET_TAGGED(f64_bits(value), tag);                          \
		GO(1);                                                     \
	}                                                              \
	op_##name##_F32:                                               \
	{                                                              \
		const Reg *a = &R(pc->a), *b = &R(pc->b);                  \
		TAGS_OF(a->tag, b->tag);                                   \
		float value = as_f32(a->bits) op as_f32(b->bits);          \
		if (unlikely(value != value))                              \
			goto slow;                                             \
		SET_TAGGED(f32_bits(value), tag);                          \
		GO(1);                                                     \
	}
#define UNARY(name, expr)         \
	op_##name:                    \
	{                             \
		const Reg *a = &R(pc->a); \
		TAG_OF(a->tag);           \
		u64 x = a->bits;          \
		SET_TAGGED(expr, tag);    \
		GO(1);                    \
	}

static inline bool float_compare(Pred p, double x, double y)
{
	bool unordered = x != x || y != y;
	switch (p) {
	case P_OEQ: return x == y;
	case P_OGT: return x > y;
	case P_OGE: return x >= y;
	case P_OLT: return x < y;
	case P_OLE: return x <= y;
	case P_ONE: return !unordered && x != y;
	case P_ORD: return !unordered;
	case P_UNO: return unordered;
	case P_UEQ: return unordered || x == y;
	case P_FUGT: return !(x <= y);
	case P_FUGE: return !(x < y);
	case P_FULT: return !(x >= y);
	case P_FULE: return !(x > y);
	case P_UNE: return x != y;
	case P_FTRUE: return true;
	default: return false;
	}
}

#endif
