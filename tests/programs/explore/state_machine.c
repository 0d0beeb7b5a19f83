// inputs: str[2]
#include <stdio.h>
int main(int argc, char **argv)
{
	enum { START, SIGN, DIGIT, BAD } s = START;
	for (const char *p = argv[argc - 1]; *p; p++)
		switch (s) {
		case START: s = *p == '+' || *p == '-' ? SIGN : *p >= '0' && *p <= '9' ? DIGIT : BAD; break;
		case SIGN:
		case DIGIT: s = *p >= '0' && *p <= '9' ? DIGIT : BAD; break;
		case BAD: break;
		}
	puts(s == DIGIT ? "number" : "no number");
	return 0;
}
