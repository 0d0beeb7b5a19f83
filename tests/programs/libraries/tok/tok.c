/* tok.c: one pass, no memory of its own. */
#include "tok.h"

typedef struct reader {
	unsigned pos, next;
	int super; /* the object or array around, or -1 */
} reader;

static tok *new_tok(reader *r, tok *tokens, unsigned n, char kind)
{
	if (r->next >= n)
		return NULL;
	tok *t = &tokens[r->next++];
	*t = (tok){kind, (int)r->pos, -1, 0};
	return t;
}

static int primitive(reader *r, const char *js, size_t len, tok *tokens, unsigned n)
{
	tok *t = new_tok(r, tokens, n, 'p');
	for (; r->pos < len && js[r->pos]; r->pos++) {
		char c = js[r->pos];
		if (c == ',' || c == ']' || c == '}' || c == ':' || c == ' ')
			break;
	}
	t->end = (int)r->pos;
	r->pos--;
	return 0;
}

static int string(reader *r, const char *js, size_t len, tok *tokens, unsigned n)
{
	unsigned begin = r->pos++;
	for (; r->pos < len && js[r->pos]; r->pos++) {
		if (js[r->pos] == '"') {
			tok *t = new_tok(r, tokens, n, 's');
			if (!t)
				return TOK_FULL;
			t->begin = (int)begin + 1;
			t->end = (int)r->pos;
			return 0;
		}
		if (js[r->pos] == '\\' && r->pos + 1 < len)
			r->pos++;
	}
	return TOK_PART;
}

static int close(reader *r, tok *tokens, char kind)
{
	for (int i = (int)r->next - 1; i >= 0; i--)
		if (tokens[i].end == -1) {
			if (tokens[i].kind != kind)
				return TOK_BAD;
			tokens[i].end = (int)r->pos + 1;
			return 0;
		}
	return TOK_BAD;
}

int tok_parse(const char *js, size_t len, tok *tokens, unsigned n)
{
	reader r = {0, 0, -1};
	int bad = 0;
	for (; r.pos < len && js[r.pos] && !bad; r.pos++) {
		char c = js[r.pos];
		if (c == '{' || c == '[')
			bad = new_tok(&r, tokens, n, c == '{' ? 'o' : 'a') ? 0 : TOK_FULL;
		else if (c == '}' || c == ']')
			bad = close(&r, tokens, c == '}' ? 'o' : 'a');
		else if (c == '"')
			bad = string(&r, js, len, tokens, n);
		else if (c != ',' && c != ':' && c != ' ')
			bad = primitive(&r, js, len, tokens, n);
	}
	for (unsigned i = 0; i < r.next && !bad; i++)
		if (tokens[i].end == -1)
			return TOK_PART;
	return bad ? bad : (int)r.next;
}
