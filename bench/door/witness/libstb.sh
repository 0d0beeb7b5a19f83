# A string of C with a vertical tab.
cat >use.c <<'C'
#define STB_C_LEXER_IMPLEMENTATION
#include "stb_c_lexer.h"
#include <string.h>
int main(void)
{
	char store[64], in[] = "\"a\\vb\"";
	stb_lexer lex;
	stb_c_lexer_init(&lex, in, in + strlen(in), store, sizeof store);
	if (stb_c_lexer_get_token(&lex) && lex.token == CLEX_dqstring)
		printf("%d\n", lex.string_len);
}
C
cc -w -I. -o use use.c >&2 && ./use
