/* shape.c: what the inputs look like. */
#include "output/result/json/json.h"

static void add_input(cJSON *to, const ResultInput *in)
{
	cJSON_AddStringToObject(to, "name", in->name);
	cJSON_AddStringToObject(to, "kind", in->kind);
	if (in->bits)
		cJSON_AddNumberToObject(to, "bits", in->bits);
	cJSON_AddNumberToObject(to, "bytes", in->bytes);
	if (!in->fixed.n)
		return;
	Buf text = {0};
	json_bytes(in->fixed, &text);
	cJSON_AddStringToObject(to, "fixed", buf_str(&text));
	buf_free(&text);
}

void json_shapes(cJSON *to, const ResultShapes *shapes)
{
	cJSON *list = cJSON_AddArrayToObject(to, "shape");
	for (size_t i = 0; i < shapes->len; i++) {
		const ResultShape *s = &shapes->at[i];
		cJSON *inputs = cJSON_AddArrayToObject(json_one(list), "inputs");
		for (size_t k = 0; k < s->inputs.len; k++)
			add_input(json_one(inputs), &s->inputs.at[k]);
	}
}
