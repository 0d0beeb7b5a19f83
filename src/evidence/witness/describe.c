/* describe.c: describes what both versions did on a witness. */
#include "evidence/witness/impl.h"

static char *taken(Buf *text)
{
	return text->at ? text->at : xstrdup("");
}

static int shell_status(const Behaviour *b)
{
	if (b->outcome == RAN_EXIT)
		return b->status;
	return b->outcome == RAN_SIGNAL ? 128 + b->status : -1;
}

static char *returned_text(const Behaviour *b)
{
	Buf text = {0};
	if (!b->type)
		return NULL;
	entry_value_text(b->type, b->value, &text);
	return taken(&text);
}

Witness witness_describe(const Evidence *ev, u32 shape, const Assignment *a)
{
	const EvidenceConfig *c = &ev->config;
	Witness x = {0};
	Buf text = {0};
	input_text(&(InputText){.inputs = c->inputs, .entry = c->entry}, shape, a, &text);
	x.input = taken(&text);
	const Behaviour *both[2] = {evidence_behaviour(ev, OLD), evidence_behaviour(ev, NEW)};
	bool wrote[2] = {!buf_same(&both[OLD]->text[0], &both[NEW]->text[0]),
					 !buf_same(&both[OLD]->text[1], &both[NEW]->text[1])};
	for (int side = OLD; side <= NEW; side++) {
		const Behaviour *b = both[side];
		Buf ending = {0};
		behaviour_ending(b, c->subject[side]->program, &ending);
		post_text(NULL, b->left, side, wrote, 0, &ending);
		x.ending[side] = taken(&ending);
		x.status[side] = shell_status(b);
		x.returned[side] = returned_text(b);
		for (int i = 0; i < 2; i++)
			buf_add(&x.text[side][i], buf_str(&b->text[i]), b->text[i].len);
	}
	return x;
}

void witness_free(Witness *x)
{
	free(x->input);
	free(x->unconfirmed);
	for (int side = OLD; side <= NEW; side++) {
		free(x->ending[side]);
		free(x->returned[side]);
		buf_free(&x->text[side][0]);
		buf_free(&x->text[side][1]);
	}
	*x = (Witness){0};
}
