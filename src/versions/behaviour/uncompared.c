/* uncompared.c: derives the lines from options, inputs and programs. */
#include "versions/behaviour/uncompared.h"

#include "base/observe.h"
#include "engine/load/bitcode/bitcode.h"

/* Pointers that a function is given lead to something in every run. */
static void add_nulls(const Uncompared *of, const UncomparedLines *to)
{
	const Shape *s = &of->inputs->shapes.at[0];
	Buf text = {0};
	for (size_t i = 0; of->entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		bool leads = part->kind == PART_TEXT || part->kind == PART_OBJECT ||
					 part->kind == PART_FILE || (part->kind == PART_STRUCT && !part->by_value);
		if (part->role == ROLE_PARAM && !part->owner && leads)
			buf_addf(&text, "%s%s", text.len ? " or " : "calls with a null ", part->name);
	}
	if (text.len)
		to->add(to->ctx, buf_str(&text));
	buf_free(&text);
}

/* True if only a bound limits the size of a text or object in a call. */
static bool is_bounded(const Shape *s, const Part *part)
{
	bool behind = !part->owner || s->parts.at[part->owner - 1].is_pointer;
	return part->role == ROLE_PARAM && (part->kind == PART_TEXT || part->kind == PART_FILE ||
										(part->kind == PART_OBJECT && behind));
}

/* Texts and objects that a function is given have so many bytes at most, and behind a pointer to a
 * struct there are no further ones. */
static void add_longer(const Uncompared *of, const UncomparedLines *to)
{
	const Shape *s = &of->inputs->shapes.at[0];
	Buf text = {0}, structs = {0};
	for (size_t i = 0; of->entry && i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (is_bounded(s, part))
			buf_addf(&text, text.len ? " or %u in %s" : "calls with more than %u bytes in %s",
					 part->bound, part->name);
		const Part *owner = part->owner ? &s->parts.at[part->owner - 1] : NULL;
		if (part->kind == PART_STRUCT && !part->by_value && part->role == ROLE_PARAM &&
			(!owner || (owner->is_pointer && !owner->owner)))
			buf_addf(&structs, structs.len ? " or %s" : "calls with more than one element at %s",
					 part->name);
	}
	if (text.len) {
		buf_adds(&text, " (--bound)");
		to->add(to->ctx, buf_str(&text));
	}
	if (structs.len)
		to->add(to->ctx, buf_str(&structs));
	buf_free(&text);
	buf_free(&structs);
}

void uncompared_inputs(const Uncompared *of, const UncomparedLines *to)
{
	static const char *const names[] = {"standard output", "standard error", "exit status",
										"files"};
	for (u32 i = 0; i < countof(names); i++)
		if (!(of->observe >> i & 1))
			to->add(to->ctx, of->entry && 1u << i == OBSERVE_STATUS
								 ? "the result of the function and the memory after the call"
								 : names[i]);
	for (size_t i = 0; of->ignore && i < of->ignore->len; i++) {
		char *text = xasprintf("lines that match '%s'", of->ignore->at[i]);
		to->add(to->ctx, text);
		free(text);
	}
	add_nulls(of, to);
	add_longer(of, to);
	for (size_t i = 0; i < of->inputs->limits.len; i++)
		to->add(to->ctx, of->inputs->limits.at[i]);
	if (of->accepts)
		to->add(to->ctx, "differences like the accepted ones");
}

/* Options that are for native code only, each once, in their order. */
static void unseen_options(const Program *p, Buf *to)
{
	const InputSet *in = p->native.input;
	StrMap output = {0};
	u32 known;
	for (size_t i = 0; in && i < in->sources.len; i++) {
		const StrList *words = &in->sources.at[i].unseen;
		for (size_t k = 0; k < words->len; k++) {
			if (strmap_get(&output, words->at[k], &known))
				continue;
			strmap_put(&output, words->at[k], 1);
			buf_addf(to, "%s%s", to->len ? " " : "", words->at[k]);
		}
	}
	strmap_free(&output);
}

/* What they add or define in one version only is not in the code that is compared. */
bool uncompared_options(const Program *old, const Program *newer, Buf *to)
{
	Buf text[2] = {{0}};
	unseen_options(old, &text[OLD]);
	unseen_options(newer, &text[NEW]);
	bool differ = strcmp(buf_str(&text[OLD]), buf_str(&text[NEW]));
	if (differ)
		buf_addf(
			to,
			"the effect of compiler options that apply to native code only: %s in OLD, %s in NEW",
			text[OLD].len ? buf_str(&text[OLD]) : "none",
			text[NEW].len ? buf_str(&text[NEW]) : "none");
	buf_free(&text[OLD]);
	buf_free(&text[NEW]);
	return differ;
}
