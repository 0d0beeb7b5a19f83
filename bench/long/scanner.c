/* scanner.c: words, numbers, operators and keywords by compressed tables: next[base[state] + class], as lex makes them.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>

enum { OTHER, LETTER, DIGIT, DOT, OPERATOR, EQUALS, SPACE, QUOTE, CLASSES };
enum { START, WORD, NUMBER, POINT, REAL, SIGN, GAP, STRING, END, BAD, STATES };

static unsigned char class_of[256];
static const unsigned char base[STATES] = {0, 8, 12, 17, 20, 24, 28, 32, 40, 48};
static unsigned char next[64], check[64];

/* A row of the table: only what is not the default (BAD) takes room. */
static void row(int state, int class, int to)
{
	next[base[state] + class] = (unsigned char)to;
	check[base[state] + class] = (unsigned char)(state + 1);
}

static void make_tables(void)
{
	static const char operators[] = "+-*/<>!&|;,(){}";
	for (int c = 'a'; c <= 'z'; c++)
		class_of[c] = class_of[c - 32] = LETTER;
	class_of['_'] = LETTER;
	for (int c = '0'; c <= '9'; c++)
		class_of[c] = DIGIT;
	for (const char *o = operators; *o; o++)
		class_of[(unsigned char)*o] = OPERATOR;
	class_of['.'] = DOT;
	class_of['='] = EQUALS;
	class_of[' '] = class_of['\n'] = class_of['\t'] = SPACE;
	class_of['"'] = QUOTE;
	row(START, LETTER, WORD);
	row(START, DIGIT, NUMBER);
	row(START, OPERATOR, SIGN);
	row(START, EQUALS, SIGN);
	row(START, SPACE, GAP);
	row(START, QUOTE, STRING);
	row(WORD, LETTER, WORD);
	row(WORD, DIGIT, WORD);
	row(NUMBER, DIGIT, NUMBER);
	row(NUMBER, DOT, POINT);
	row(POINT, DIGIT, REAL);
	row(REAL, DIGIT, REAL);
	row(SIGN, EQUALS, END);
	row(GAP, SPACE, GAP);
	for (int k = 0; k < CLASSES; k++)
		row(STRING, k, k == QUOTE ? END : STRING);
}

static int step(int state, int c)
{
	unsigned at = base[state] + class_of[c];
	return check[at] == state + 1 ? next[at] : BAD;
}

int main(void)
{
	int state = START, c, counts[STATES] = {0};
	make_tables();
	while ((c = getchar()) != EOF) {
		int to = step(state, c);
		if (to == BAD) {
			counts[state]++;
			to = step(START, c);
		}
		state = to;
	}
	counts[state]++;
	printf("words %d numbers %d reals %d signs %d strings %d bad %d\n", counts[WORD],
		   counts[NUMBER], counts[REAL], counts[SIGN], counts[END],
		   counts[BAD] + counts[POINT] + counts[STRING]);
	return counts[BAD] ? 1 : 0;
}
