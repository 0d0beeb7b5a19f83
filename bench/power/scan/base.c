/* A scanner with tables: classes of characters, a transition table with default rows, keywords by perfect hash. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum class { C_OTHER, C_BLANK, C_LINE, C_ALPHA, C_HEX, C_X, C_E, C_ZERO, C_OCT, C_DIGIT, C_DOT, C_QUOTE, C_TICK,
             C_BACK, C_SLASH, C_STAR, C_PLUS, C_MINUS, C_EQUAL, C_LESS, C_MORE, C_AND, C_BAR, C_PUNCT, CLASSES };

enum state { S_START, S_NAME, S_ZERO, S_OCTAL, S_INT, S_HEX0, S_HEX, S_POINT, S_FRACTION, S_EXP0, S_EXP1, S_EXP, S_STRING,
             S_STRESC, S_STREND, S_CHAR, S_CHARESC, S_CHAREND, S_SLASH, S_LINECOM, S_COMMENT, S_STARCOM, S_COMEND, S_OP1,
             S_LESS, S_SHL, S_MORE, S_SHR, S_ASSIGN, S_EQ, S_ARROW, S_MINUS, S_PLUS, S_AND, S_BAR, S_OPEQ, S_DOT2, S_DOTS,
             S_PUNCT, S_BLANK, S_BADOCT, STATES };

#define NO 255

/* Compressed transitions: next[base[state] + class] is valid if check[...] is the state; else the default state answers. */
static unsigned char next[STATES * 8], check[STATES * 8];
static short base[STATES];
static unsigned char deflt[STATES];
static unsigned char class_of[256];

static const struct edge {
    unsigned char from, on, to;
} edges[] = {
    {S_START, C_BLANK, S_BLANK}, {S_START, C_LINE, S_BLANK}, {S_START, C_ALPHA, S_NAME}, {S_START, C_HEX, S_NAME},
    {S_START, C_X, S_NAME}, {S_START, C_E, S_NAME}, {S_START, C_ZERO, S_ZERO}, {S_START, C_OCT, S_INT},
    {S_START, C_DIGIT, S_INT}, {S_START, C_DOT, S_POINT}, {S_START, C_QUOTE, S_STRING}, {S_START, C_TICK, S_CHAR},
    {S_START, C_SLASH, S_SLASH}, {S_START, C_STAR, S_OP1}, {S_START, C_PLUS, S_PLUS}, {S_START, C_MINUS, S_MINUS},
    {S_START, C_EQUAL, S_ASSIGN}, {S_START, C_LESS, S_LESS}, {S_START, C_MORE, S_MORE}, {S_START, C_AND, S_AND},
    {S_START, C_BAR, S_BAR}, {S_START, C_PUNCT, S_PUNCT},
    {S_NAME, C_ALPHA, S_NAME}, {S_NAME, C_HEX, S_NAME}, {S_NAME, C_X, S_NAME}, {S_NAME, C_E, S_NAME},
    {S_NAME, C_ZERO, S_NAME}, {S_NAME, C_OCT, S_NAME}, {S_NAME, C_DIGIT, S_NAME},
    {S_INT, C_ZERO, S_INT}, {S_INT, C_OCT, S_INT}, {S_INT, C_DIGIT, S_INT}, {S_INT, C_DOT, S_FRACTION}, {S_INT, C_E, S_EXP0},
    {S_ZERO, C_X, S_HEX0}, {S_ZERO, C_ZERO, S_OCTAL}, {S_ZERO, C_OCT, S_OCTAL}, {S_ZERO, C_DIGIT, S_BADOCT},
    {S_ZERO, C_DOT, S_FRACTION}, {S_ZERO, C_E, S_EXP0},
    {S_OCTAL, C_ZERO, S_OCTAL}, {S_OCTAL, C_OCT, S_OCTAL}, {S_OCTAL, C_DIGIT, S_BADOCT}, {S_OCTAL, C_DOT, S_FRACTION},
    {S_BADOCT, C_ZERO, S_BADOCT}, {S_BADOCT, C_OCT, S_BADOCT}, {S_BADOCT, C_DIGIT, S_BADOCT},
    {S_BADOCT, C_DOT, S_FRACTION}, {S_BADOCT, C_E, S_EXP0},
    {S_HEX0, C_HEX, S_HEX}, {S_HEX0, C_E, S_HEX}, {S_HEX0, C_ZERO, S_HEX}, {S_HEX0, C_OCT, S_HEX}, {S_HEX0, C_DIGIT, S_HEX},
    {S_HEX, C_HEX, S_HEX}, {S_HEX, C_E, S_HEX}, {S_HEX, C_ZERO, S_HEX}, {S_HEX, C_OCT, S_HEX}, {S_HEX, C_DIGIT, S_HEX},
    {S_POINT, C_ZERO, S_FRACTION}, {S_POINT, C_OCT, S_FRACTION}, {S_POINT, C_DIGIT, S_FRACTION}, {S_POINT, C_DOT, S_DOT2},
    {S_DOT2, C_DOT, S_DOTS},
    {S_FRACTION, C_ZERO, S_FRACTION}, {S_FRACTION, C_OCT, S_FRACTION}, {S_FRACTION, C_DIGIT, S_FRACTION},
    {S_FRACTION, C_E, S_EXP0}, {S_EXP0, C_PLUS, S_EXP1}, {S_EXP0, C_MINUS, S_EXP1},
    {S_EXP0, C_ZERO, S_EXP}, {S_EXP0, C_OCT, S_EXP}, {S_EXP0, C_DIGIT, S_EXP},
    {S_EXP1, C_ZERO, S_EXP}, {S_EXP1, C_OCT, S_EXP}, {S_EXP1, C_DIGIT, S_EXP},
    {S_EXP, C_ZERO, S_EXP}, {S_EXP, C_OCT, S_EXP}, {S_EXP, C_DIGIT, S_EXP},
    {S_STRING, C_QUOTE, S_STREND}, {S_STRING, C_BACK, S_STRESC}, {S_STRING, C_LINE, NO},
    {S_CHAR, C_TICK, NO}, {S_CHAR, C_BACK, S_CHARESC}, {S_CHAR, C_LINE, NO},
    {S_SLASH, C_SLASH, S_LINECOM}, {S_SLASH, C_STAR, S_COMMENT}, {S_SLASH, C_EQUAL, S_OPEQ}, {S_LINECOM, C_LINE, NO},
    {S_COMMENT, C_STAR, S_STARCOM}, {S_STARCOM, C_STAR, S_STARCOM}, {S_STARCOM, C_SLASH, S_COMEND},
    {S_LESS, C_LESS, S_SHL}, {S_LESS, C_EQUAL, S_OPEQ}, {S_SHL, C_EQUAL, S_OPEQ}, {S_MORE, C_MORE, S_SHR},
    {S_MORE, C_EQUAL, S_OPEQ}, {S_SHR, C_EQUAL, S_OPEQ}, {S_ASSIGN, C_EQUAL, S_EQ}, {S_ASSIGN, C_MORE, S_ARROW},
    {S_MINUS, C_MORE, S_ARROW}, {S_MINUS, C_EQUAL, S_OPEQ}, {S_MINUS, C_MINUS, S_EQ}, {S_PLUS, C_PLUS, S_EQ},
    {S_PLUS, C_EQUAL, S_OPEQ}, {S_AND, C_AND, S_EQ}, {S_BAR, C_BAR, S_EQ}, {S_OP1, C_EQUAL, S_OPEQ},
    {S_BLANK, C_BLANK, S_BLANK}, {S_BLANK, C_LINE, S_BLANK},
};

static const char *const names[STATES] = {
    [S_NAME] = "name", [S_ZERO] = "int", [S_OCTAL] = "octal", [S_INT] = "int", [S_HEX] = "hex", [S_POINT] = "op",
    [S_FRACTION] = "float", [S_EXP] = "float", [S_STREND] = "string", [S_CHAREND] = "char", [S_SLASH] = "op",
    [S_LINECOM] = "comment", [S_COMEND] = "comment", [S_OP1] = "op", [S_LESS] = "op", [S_SHL] = "shift", [S_MORE] = "op",
    [S_SHR] = "shift", [S_ASSIGN] = "assign", [S_EQ] = "op2", [S_ARROW] = "arrow", [S_MINUS] = "op", [S_PLUS] = "op",
    [S_AND] = "op", [S_BAR] = "op", [S_OPEQ] = "opassign", [S_DOTS] = "dots", [S_PUNCT] = "punct", [S_BLANK] = "blank",
};

static const char *const keywords[] = {"if", "else", "while", "return", "struct", "case", "enum", "do", "for", "static"};
static signed char hashed[32];
static int failed;

static unsigned hash(const char *s, size_t n)
{
    return ((unsigned)s[0] * 3 + (unsigned)s[n - 1] * 7 + (unsigned)n) % 32;
}

static void set_classes(const char *chars, enum class class)
{
    for (; *chars; chars++)
        class_of[(unsigned char)*chars] = (unsigned char)class;
}

static int fits(int at, int from)
{
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        if (edges[i].from == from && check[at + edges[i].on] != NO)
            return 0;
    return 1;
}

static void build(void)
{
    memset(check, NO, sizeof check);
    memset(deflt, NO, sizeof deflt);
    memset(hashed, -1, sizeof hashed);
    set_classes(" \t\r", C_BLANK), set_classes("\n", C_LINE);
    set_classes("ghijklmnopqrstuvwyzGHIJKLMNOPQRSTUVWYZ_", C_ALPHA), set_classes("abcdfABCDF", C_HEX);
    set_classes("xX", C_X), set_classes("eE", C_E), set_classes("0", C_ZERO), set_classes("1234567", C_OCT);
    set_classes("89", C_DIGIT), set_classes(".", C_DOT), set_classes("\"", C_QUOTE), set_classes("'", C_TICK);
    set_classes("\\", C_BACK), set_classes("/", C_SLASH), set_classes("*%^", C_STAR), set_classes("+", C_PLUS);
    set_classes("-", C_MINUS), set_classes("=", C_EQUAL), set_classes("<", C_LESS), set_classes(">", C_MORE);
    set_classes("&", C_AND), set_classes("|", C_BAR), set_classes("()[]{},;:?!~", C_PUNCT);
    deflt[S_STRING] = deflt[S_STRESC] = S_STRING;
    deflt[S_CHAR] = deflt[S_CHARESC] = S_CHAREND;
    deflt[S_LINECOM] = S_LINECOM;
    deflt[S_COMMENT] = deflt[S_STARCOM] = S_COMMENT;
    for (int s = 0; s < STATES; s++) {
        int at = 0;
        while (!fits(at, s))
            at++;
        base[s] = (short)at;
        for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
            if (edges[i].from == s) {
                next[at + edges[i].on] = edges[i].to;
                check[at + edges[i].on] = (unsigned char)s;
            }
    }
    for (int i = 0; i < (int)(sizeof keywords / sizeof *keywords); i++) {
        unsigned h = hash(keywords[i], strlen(keywords[i]));
        while (hashed[h] >= 0)
            h = (h + 1) % 32;
        hashed[h] = (signed char)i;
    }
}

static int keyword(const char *s, size_t n)
{
    for (unsigned h = hash(s, n); hashed[h] >= 0; h = (h + 1) % 32) {
        const char *k = keywords[(int)hashed[h]];
        if (strlen(k) == n && memcmp(k, s, n) == 0)
            return hashed[h];
    }
    return -1;
}

static int step(int state, unsigned char c)
{
    int at = base[state] + class_of[c];
    return check[at] == state ? next[at] : deflt[state];
}

/* The longest token at p: its length, and its kind in *state. A char literal needs its tick, which the table has not. */
static size_t token(const unsigned char *p, size_t left, int *state)
{
    size_t n = 0, good = 0;
    int s = S_START;
    *state = NO;
    while (n < left) {
        s = step(s, p[n]);
        if (s == NO)
            break;
        n++;
        if (s == S_CHAREND) {
            if (n < left && p[n] == '\'') {
                *state = s;
                return n + 1;
            }
            break;
        }
        if (names[s]) {
            good = n;
            *state = s;
        }
    }
    return good;
}

static void value(int state, const unsigned char *p, size_t n)
{
    char buf[64];
    snprintf(buf, sizeof buf, "%.*s", (int)n, (const char *)p);
    switch (state) {
    case S_NAME: {
        int k = keyword(buf, strlen(buf));
        if (k >= 0)
            printf(" keyword %d", k);
        break;
    }
    case S_INT:
    case S_OCTAL:
    case S_HEX: {
        unsigned long v = strtoul(buf, NULL, 0);
        printf(" = %lu", v & 0xffffffff);
        if (v > 0xffffffff)
            printf(" (too large)"), failed = 1;
        break;
    }
    case S_STREND: {
        size_t len = 0;
        for (size_t i = 1; i + 1 < n; i++, len++)
            if (p[i] == '\\')
                i++;
        printf(" of %zu", len);
        break;
    }
    case S_CHAREND: printf(" = %d", p[1] == '\\' ? (p[2] == 'n' ? 10 : p[2] == '0' ? 0 : p[2]) : p[1]); break;
    default: break;
    }
}

int main(void)
{
    static unsigned char text[512];
    size_t n = fread(text, 1, sizeof text, stdin), at = 0;
    int line = 1, depth = 0;
    build();
    while (at < n) {
        int state;
        size_t len = token(text + at, n - at, &state);
        if (!len) {
            printf("%d: bad %d\n", line, text[at]);
            failed = 1;
            line += text[at++] == '\n';
            continue;
        }
        if (state != S_BLANK && state != S_LINECOM && state != S_COMEND) {
            printf("%d: %s %.*s", line, names[state], (int)len, (const char *)text + at);
            value(state, text + at, len);
            putchar('\n');
        }
        if (state == S_PUNCT) {
            if (strchr("([{", text[at]))
                depth++;
            else if (strchr(")]}", text[at]) && --depth < 0)
                printf("%d: not open\n", line), depth = 0, failed = 1;
        }
        for (size_t i = 0; i < len; i++)
            line += text[at + i] == '\n';
        at += len;
    }
    if (depth)
        printf("%d: %d not closed\n", line, depth);
    return failed;
}
