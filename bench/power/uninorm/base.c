/* uninorm: normalises UTF-8 text line by line. A line may begin with a form: =c composed, =d decomposed, =k folded,
 * =w display width, =b breaks between clusters. The form stays for the lines that follow. The properties are tables
 * over all code points below 0x20000. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOP 0x20000
#define LINE 256
#define S_BASE 0xAC00
#define L_BASE 0x1100
#define V_BASE 0x1161
#define T_BASE 0x11A7

/* Combining classes. */
static const unsigned char ccc[TOP] = {
    [0x300 ... 0x314] = 230, [0x315] = 232, [0x316 ... 0x319] = 220, [0x31A] = 232, [0x31B] = 216,
    [0x31C ... 0x320] = 220, [0x321 ... 0x322] = 202, [0x323 ... 0x326] = 220, [0x327 ... 0x328] = 202,
    [0x329 ... 0x333] = 220, [0x334 ... 0x338] = 1, [0x339 ... 0x33C] = 220, [0x33D ... 0x344] = 230,
    [0x345] = 240, [0x346] = 230, [0x5B0] = 10, [0x5B1] = 11, [0x5B2] = 12, [0x5B4] = 14, [0x5BC] = 21,
    [0x64B] = 27, [0x64C] = 28, [0x64D] = 29, [0x651] = 33, [0x93C] = 7, [0x94D] = 9, [0x302A] = 218,
    [0x302B] = 228, [0x302C] = 232, [0x3099 ... 0x309A] = 8, [0x1D165 ... 0x1D166] = 216, [0x1D167 ... 0x1D169] = 1,
};

/* Kinds: 1 letter, 2 mark, 3 wide, 4 joiner, 5 regional, 6 control, 7 prepended, 8 pictograph. */
static const unsigned char kind[TOP] = {
    [0 ... 0x1F] = 6, [0x41 ... 0x5A] = 1, [0x61 ... 0x7A] = 1, [0x7F ... 0x9F] = 6, [0xA9] = 8, [0xAE] = 8,
    [0xC0 ... 0x2AF] = 1, [0x300 ... 0x346] = 2, [0x391 ... 0x3A1] = 1, [0x3A3 ... 0x3CE] = 1, [0x3F0] = 1, [0x5B0 ... 0x5BC] = 2,
    [0x600 ... 0x605] = 7, [0x620 ... 0x64A] = 1, [0x64B ... 0x651] = 2, [0x905 ... 0x939] = 1, [0x93C] = 2,
    [0x94D] = 2, [0x1100 ... 0x115F] = 3, [0x1160 ... 0x11FF] = 2, [0x200C] = 2, [0x200D] = 4, [0x231A ... 0x231B] = 8,
    [0x2600 ... 0x27BF] = 8, [0x3041 ... 0x3096] = 3, [0x3099 ... 0x309A] = 2, [0x30A1 ... 0x30FA] = 3, [0x4E00 ... 0x9FFF] = 3,
    [0xAC00 ... 0xD7A3] = 3, [0xFE0F] = 2, [0xFF01 ... 0xFF60] = 3, [0x1D165 ... 0x1D169] = 2,
    [0x1F1E6 ... 0x1F1FF] = 5, [0x1F300 ... 0x1FAFF] = 8, [0x1F3FB ... 0x1F3FF] = 2,
};

/* Index into pairs, or 0. */
static const unsigned short decomposition[TOP] = {
    [0xC0] = 1, [0xC1] = 2, [0xC2] = 3, [0xC4] = 4, [0xC7] = 5, [0xC8] = 6, [0xC9] = 7, [0xD1] = 8, [0xD6] = 9,
    [0xDC] = 10, [0xE0] = 11, [0xE1] = 12, [0xE2] = 13, [0xE4] = 14, [0xE7] = 15, [0xE8] = 16, [0xE9] = 17,
    [0xF1] = 18, [0xF6] = 19, [0xFC] = 20, [0x1D5] = 21, [0x1D6] = 22, [0x1EA4] = 23, [0x1EA5] = 24, [0x1E69] = 25,
    [0x1E63] = 26, [0x212B] = 27, [0xC5] = 28, [0x3A9] = 0, [0x2126] = 29, [0x304C] = 30, [0x304E] = 31,
    [0x3071] = 32, [0x1E0B] = 33, [0x1E0D] = 34, [0x958] = 35, [0x340] = 36, [0x1D15E] = 37,
};

struct pair {
    int first, second; /* second 0: the character stands for first alone */
};

static const struct pair pairs[] = {
    {0, 0}, {'A', 0x300}, {'A', 0x301}, {'A', 0x302}, {'A', 0x308}, {'C', 0x327}, {'E', 0x300}, {'E', 0x301},
    {'N', 0x303}, {'O', 0x308}, {'U', 0x308}, {'a', 0x300}, {'a', 0x301}, {'a', 0x302}, {'a', 0x308}, {'c', 0x327},
    {'e', 0x300}, {'e', 0x301}, {'n', 0x303}, {'o', 0x308}, {'u', 0x308}, {0xDC, 0x304}, {0xFC, 0x304}, {0xC2, 0x301},
    {0xE2, 0x301}, {0x1E63, 0x307}, {'s', 0x323}, {0xC5, 0}, {'A', 0x30A}, {0x3A9, 0}, {0x304B, 0x3099},
    {0x304D, 0x3099}, {0x306F, 0x309A}, {'d', 0x307}, {'d', 0x323}, {0x915, 0x93C}, {0x300, 0}, {0x1D157, 0x1D165},
};

#define PAIRS (int)(sizeof pairs / sizeof pairs[0])

/* Characters that never come from composition. */
static const unsigned short excluded[] = {0x958, 0x212B, 0x2126, 0x340};

/* Distance to the lower case letter. */
static const signed char lower[TOP] = {
    ['A' ... 'Z'] = 32, [0xC0 ... 0xD6] = 32, [0xD8 ... 0xDE] = 32, [0x391 ... 0x3A1] = 32, [0x3A3 ... 0x3AB] = 32,
    [0x1D5] = 1, [0x1EA4] = 1, [0x1E68] = 1,
};

static int text[LINE * 4];
static int length;
static int form = 'c';
static int bad;

static int property(const unsigned char *table, int c)
{
    return c < TOP ? table[c] : 0;
}

/* Decodes one character; a wrong byte counts as U+FFFD and is skipped alone. */
static int decode(const unsigned char **at)
{
    const unsigned char *s = *at;
    int n = s[0] < 0x80 ? 0 : s[0] < 0xC2 ? -1 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : s[0] < 0xF5 ? 3 : -1;
    if (n == 0) {
        *at = s + 1;
        return s[0];
    }
    if (n > 0) {
        int c = s[0] & (0x3F >> n);
        int i;
        for (i = 1; i <= n && (s[i] & 0xC0) == 0x80; i++)
            c = c << 6 | (s[i] & 0x3F);
        int least = n == 1 ? 0x80 : n == 2 ? 0x800 : 0x10000;
        if (i > n && c >= least && c < 0x110000 && (c < 0xD800 || c > 0xDFFF)) {
            *at = s + n + 1;
            return c;
        }
    }
    bad++;
    *at = s + 1;
    return 0xFFFD;
}

static void encode(int c)
{
    if (c < 0x80) {
        putchar(c);
    } else if (c < 0x800) {
        putchar(0xC0 | c >> 6);
        putchar(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        putchar(0xE0 | c >> 12);
        putchar(0x80 | (c >> 6 & 0x3F));
        putchar(0x80 | (c & 0x3F));
    } else {
        putchar(0xF0 | c >> 18);
        putchar(0x80 | (c >> 12 & 0x3F));
        putchar(0x80 | (c >> 6 & 0x3F));
        putchar(0x80 | (c & 0x3F));
    }
}

static void push(int c)
{
    if (length < LINE * 4)
        text[length++] = c;
}

static void expand(int c)
{
    if (c >= S_BASE && c <= 0xD7A3) {
        int i = c - S_BASE;
        push(L_BASE + i / 588);
        push(V_BASE + i % 588 / 28);
        if (i % 28)
            push(T_BASE + i % 28);
        return;
    }
    int d = c < TOP ? decomposition[c] : 0;
    if (!d) {
        push(c);
        return;
    }
    expand(pairs[d].first);
    if (pairs[d].second)
        expand(pairs[d].second);
}

/* Marks between starters are ordered by class; the order of equal ones stays. */
static void order(void)
{
    for (int i = 1; i < length; i++) {
        int c = property(ccc, text[i]);
        int k = i;
        if (c == 0)
            continue;
        while (k > 0 && property(ccc, text[k - 1]) > c) {
            int t = text[k];
            text[k] = text[k - 1];
            text[k - 1] = t;
            k--;
        }
    }
}

static int is_excluded(int c)
{
    for (unsigned i = 0; i < sizeof excluded / sizeof excluded[0]; i++)
        if (excluded[i] == c)
            return 1;
    return 0;
}

static int join(int a, int b)
{
    if (a >= L_BASE && a < L_BASE + 19 && b >= V_BASE && b < V_BASE + 21)
        return S_BASE + ((a - L_BASE) * 21 + b - V_BASE) * 28;
    if (a >= S_BASE && a <= 0xD7A3 && (a - S_BASE) % 28 == 0 && b > T_BASE && b < T_BASE + 28)
        return a + b - T_BASE;
    for (int i = 1; i < PAIRS; i++)
        if (pairs[i].first == a && pairs[i].second == b)
            for (int c = 0xC0; c < 0x3100; c++)
                if (decomposition[c] == i && !is_excluded(c))
                    return c;
    return 0;
}

static void compose(void)
{
    int starter = -1, last = 0, out = 0;
    for (int i = 0; i < length; i++) {
        int c = text[i], class = property(ccc, c);
        if (starter >= 0 && (last < class || (last == 0 && out == starter + 1))) {
            int both = join(text[starter], c);
            if (both) {
                text[starter] = both;
                continue;
            }
        }
        if (class == 0)
            starter = out;
        last = class;
        text[out++] = c;
    }
    length = out;
}

static void fold(void)
{
    int out = 0;
    for (int i = 0; i < length; i++) {
        int c = text[i];
        if (c < TOP)
            c += lower[c];
        if (c == 0x3C2)
            c = 0x3C3;
        if (c == 0x200C || c == 0xFE0F)
            continue;
        text[out++] = c;
    }
    length = out;
}

static int columns(void)
{
    int n = 0;
    for (int i = 0; i < length; i++) {
        int k = property(kind, text[i]);
        if (k == 2 || k == 4 || k == 6)
            continue;
        if (k == 5 && i + 1 < length && property(kind, text[i + 1]) == 5)
            i++;
        n += k == 3 || k == 8 || k == 5 ? 2 : 1;
    }
    return n;
}

/* Prints the line with a bar at each border between clusters. */
static void clusters(void)
{
    int regional = 0, picture = 0;
    for (int i = 0; i < length; i++) {
        int k = property(kind, text[i]);
        int before = i ? property(kind, text[i - 1]) : 0;
        int border = i > 0;
        if (k == 2 || k == 4)
            border = before == 6;
        else if (before == 7 && k != 6)
            border = 0;
        else if (before == 4 && k == 8 && picture)
            border = 0;
        else if (k == 5 && before == 5 && regional % 2)
            border = 0;
        if (i && border)
            putchar('|');
        regional = k == 5 ? regional + 1 : 0;
        if (k == 8)
            picture = 1;
        else if (k != 2 && k != 4)
            picture = 0;
        encode(text[i]);
    }
}

static int same_as_input(const unsigned char *s)
{
    for (int i = 0; i < length; i++)
        if (decode(&s) != text[i])
            return 0;
    return *s == 0;
}

static void line(const unsigned char *s)
{
    if (s[0] == '=' && s[1] && strchr("cdkwb", s[1])) {
        form = s[1];
        s += 2;
    }
    length = 0;
    bad = 0;
    const unsigned char *at = s;
    while (*at) {
        int c = decode(&at);
        if (form == 'w' || form == 'b')
            push(c);
        else
            expand(c);
    }
    if (form == 'w') {
        printf("%d\n", columns());
        return;
    }
    if (form == 'b') {
        clusters();
        putchar('\n');
        return;
    }
    order();
    if (form == 'k')
        fold();
    if (form != 'd')
        compose();
    for (int i = 0; i < length; i++)
        encode(text[i]);
    int before = bad;
    if (!same_as_input(s))
        printf("\t*");
    if (before)
        printf("\t%d bad", before);
    putchar('\n');
}

int main(void)
{
    char buf[LINE];
    while (fgets(buf, sizeof buf, stdin)) {
        buf[strcspn(buf, "\n")] = 0;
        line((unsigned char *)buf);
    }
    return 0;
}
