/* interp: a small BASIC. Numbered lines are stored, `run` executes them; lines without a number execute at once. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 40
#define WIDTH 80
#define DEPTH 8
#define STEPS 400

struct line {
    int number;
    char text[WIDTH];
};

struct loop {
    int var;
    long last, step;
    int back; /* line behind the for */
};

static struct line lines[LINES];
static int nlines;
static long vars[26];
static long array[16];
static int array_used;
static struct loop loops[DEPTH];
static int nloops;
static int calls[DEPTH];
static int ncalls;
static int data_line, data_item; /* where read continues */
static int trap = -1;            /* line of the handler of errors */
static int error_at;
static int current, next_line, running;
static const char *p;
static const char *failed;

static long expression(void);
static void statement(void);

static void fail(const char *why)
{
    if (!failed)
        failed = why;
}

static void blanks(void)
{
    while (*p == ' ' || *p == '\t')
        p++;
}

static int word(const char *w)
{
    size_t n = strlen(w);
    blanks();
    if (strncmp(p, w, n) != 0 || isalnum((unsigned char)p[n]))
        return 0;
    p += n;
    return 1;
}

static int sign(char c)
{
    blanks();
    if (*p != c)
        return 0;
    p++;
    return 1;
}

static long function(int which)
{
    long a, b = 0;
    if (!sign('(')) {
        fail("( expected");
        return 0;
    }
    a = expression();
    if (which == 2 && sign(','))
        b = expression();
    if (!sign(')'))
        fail(") expected");
    switch (which) {
    case 0:
        return a < 0 ? -a : a;
    case 1:
        return a > 0 ? 1 : a < 0 ? -1 : 0;
    case 2:
        return b == 0 ? a : (a % b + b) % b;
    default:
        if (a < 0 || a >= 16) {
            fail("index");
            return 0;
        }
        return array[a];
    }
}

static long primary(void)
{
    long v = 0;
    blanks();
    if (isdigit((unsigned char)*p)) {
        while (isdigit((unsigned char)*p) && v < 1000000)
            v = v * 10 + *p++ - '0';
        return v;
    }
    if (sign('-'))
        return -primary();
    if (sign('(')) {
        v = expression();
        if (!sign(')'))
            fail(") expected");
        return v;
    }
    if (word("abs"))
        return function(0);
    if (word("sgn"))
        return function(1);
    if (word("mod"))
        return function(2);
    if (word("at"))
        return function(3);
    if (word("err"))
        return error_at;
    if (islower((unsigned char)*p) && !isalnum((unsigned char)p[1]))
        return vars[*p++ - 'a'];
    fail("syntax");
    return 0;
}

static long product(void)
{
    long v = primary();
    for (;;) {
        if (sign('*')) {
            v = (v * primary()) % 1000000007;
        } else if (sign('/')) {
            long d = primary();
            if (d == 0) {
                fail("division by zero");
                return 0;
            }
            v /= d;
        } else {
            return v;
        }
    }
}

static long sum(void)
{
    long v = product();
    for (;;) {
        if (sign('+'))
            v += product();
        else if (sign('-'))
            v -= product();
        else
            return v % 1000000007;
    }
}

static long expression(void)
{
    long a = sum();
    blanks();
    if (p[0] == '<' && p[1] == '>')
        return p += 2, a != sum();
    if (p[0] == '<' && p[1] == '=')
        return p += 2, a <= sum();
    if (p[0] == '>' && p[1] == '=')
        return p += 2, a >= sum();
    if (*p == '<')
        return p++, a < sum();
    if (*p == '>')
        return p++, a > sum();
    if (*p == '=')
        return p++, a == sum();
    return a;
}

static int find(int number)
{
    for (int i = 0; i < nlines; i++)
        if (lines[i].number == number)
            return i;
    return -1;
}

static void jump(long number)
{
    int i = find((int)number);
    if (i < 0)
        fail("no such line");
    else
        next_line = i;
}

static void do_print(void)
{
    int newline = 1;
    for (;;) {
        blanks();
        if (!*p || *p == ':')
            break;
        newline = 1;
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                putchar(*p);
            if (*p)
                p++;
        } else {
            long v = expression();
            if (failed)
                return;
            printf("%ld", v);
        }
        if (sign(';'))
            newline = 0;
        else if (sign(','))
            putchar('\t');
        else
            break;
    }
    if (newline)
        putchar('\n');
}

static void do_for(void)
{
    struct loop l;
    blanks();
    if (!islower((unsigned char)*p)) {
        fail("variable expected");
        return;
    }
    l.var = *p++ - 'a';
    if (!sign('=')) {
        fail("= expected");
        return;
    }
    vars[l.var] = expression();
    if (!word("to")) {
        fail("to expected");
        return;
    }
    l.last = expression();
    l.step = word("step") ? expression() : 1;
    l.back = next_line;
    for (int i = 0; i < nloops; i++)
        if (loops[i].var == l.var)
            nloops = i;
    if (nloops == DEPTH)
        fail("too many loops");
    else
        loops[nloops++] = l;
}

static void do_next(void)
{
    blanks();
    if (islower((unsigned char)*p)) {
        int var = *p++ - 'a';
        while (nloops && loops[nloops - 1].var != var)
            nloops--;
    }
    if (!nloops) {
        fail("next without for");
        return;
    }
    struct loop *l = &loops[nloops - 1];
    vars[l->var] += l->step;
    if (l->step >= 0 ? vars[l->var] <= l->last : vars[l->var] >= l->last)
        next_line = l->back;
    else
        nloops--;
}

/* The next item of the data lines. */
static long datum(void)
{
    for (; data_line < nlines; data_line++, data_item = 0) {
        const char *t = lines[data_line].text;
        if (strncmp(t, "data ", 5) != 0)
            continue;
        t += 5;
        for (int i = 0; i < data_item && t; i++) {
            t = strchr(t, ',');
            if (t)
                t++;
        }
        if (t) {
            data_item++;
            return strtol(t, NULL, 10);
        }
    }
    fail("out of data");
    return 0;
}

static void do_read(void)
{
    do {
        blanks();
        if (!islower((unsigned char)*p)) {
            fail("variable expected");
            return;
        }
        int var = *p++ - 'a';
        long v = datum();
        if (!failed)
            vars[var] = v;
    } while (!failed && sign(','));
}

static void do_if(void)
{
    long v = expression();
    if (failed)
        return;
    if (!word("then")) {
        fail("then expected");
        return;
    }
    if (!v) {
        char *other = strstr(p, " else ");
        if (!other) {
            p += strlen(p);
            return;
        }
        p = other + 6;
    }
    blanks();
    if (isdigit((unsigned char)*p)) {
        jump(expression());
        p += strlen(p);
    } else {
        statement();
        if (strncmp(p, " else ", 6) == 0)
            p += strlen(p);
    }
}

static void do_on(void)
{
    long v;
    if (word("error")) {
        trap = (int)expression();
        return;
    }
    v = expression();
    int sub = word("gosub");
    if (!sub && !word("goto")) {
        fail("goto expected");
        return;
    }
    do {
        long n = expression();
        if (--v == 0) {
            if (sub && ncalls < DEPTH)
                calls[ncalls++] = next_line;
            jump(n);
        }
    } while (!failed && sign(','));
}

static void do_let(void)
{
    blanks();
    if (word("at")) {
        if (!sign('(')) {
            fail("( expected");
            return;
        }
        long i = expression();
        if (!sign(')') || !sign('=')) {
            fail("= expected");
            return;
        }
        if (i < 0 || i >= 16) {
            fail("index");
            return;
        }
        array[i] = expression();
        if (i >= array_used)
            array_used = (int)i + 1;
        return;
    }
    if (!islower((unsigned char)*p) || isalnum((unsigned char)p[1])) {
        fail("syntax");
        return;
    }
    int var = *p++ - 'a';
    if (!sign('=')) {
        fail("= expected");
        return;
    }
    long v = expression();
    if (!failed)
        vars[var] = v;
}

static void clear(void)
{
    memset(vars, 0, sizeof vars);
    memset(array, 0, sizeof array);
    array_used = nloops = ncalls = data_line = data_item = 0;
    trap = -1;
    error_at = 0;
}

static void run(void)
{
    int steps = 0;
    running = 1;
    next_line = 0;
    clear();
    while (running && next_line < nlines) {
        if (++steps > STEPS) {
            printf("too long at %d\n", lines[next_line].number);
            break;
        }
        current = next_line++;
        p = lines[current].text;
        do {
            statement();
        } while (!failed && sign(':'));
        if (failed && trap >= 0 && find(trap) >= 0) {
            error_at = lines[current].number;
            failed = NULL;
            next_line = find(trap);
            trap = -1;
        } else if (failed) {
            printf("%s in %d\n", failed, lines[current].number);
            failed = NULL;
            break;
        }
    }
    running = 0;
}

static void do_swap(void)
{
    int a, b;
    blanks();
    a = *p;
    if (!islower((unsigned char)*p++) || !sign(',')) {
        fail("variable expected");
        return;
    }
    blanks();
    b = *p;
    if (!islower((unsigned char)b)) {
        fail("variable expected");
        return;
    }
    p++;
    long v = vars[a - 'a'];
    vars[a - 'a'] = vars[b - 'a'];
    vars[b - 'a'] = v;
}

static void statement(void)
{
    blanks();
    if (!*p)
        return;
    if (word("print")) {
        do_print();
    } else if (word("let")) {
        do_let();
    } else if (word("if")) {
        do_if();
    } else if (word("for")) {
        do_for();
    } else if (word("next")) {
        do_next();
    } else if (word("goto")) {
        jump(expression());
    } else if (word("gosub")) {
        long n = expression();
        if (ncalls == DEPTH)
            fail("too many calls");
        else
            calls[ncalls++] = next_line;
        jump(n);
    } else if (word("return")) {
        if (!ncalls)
            fail("return without gosub");
        else
            next_line = calls[--ncalls];
    } else if (word("read")) {
        do_read();
    } else if (word("restore")) {
        data_line = data_item = 0;
    } else if (word("data") || word("rem")) {
        p += strlen(p);
    } else if (word("on")) {
        do_on();
    } else if (word("swap")) {
        do_swap();
    } else if (word("end")) {
        running = 0;
    } else {
        do_let();
    }
}

static void store(int number, const char *text)
{
    int i = 0;
    while (i < nlines && lines[i].number < number)
        i++;
    if (i < nlines && lines[i].number == number) {
        if (!*text) {
            memmove(&lines[i], &lines[i + 1], (size_t)(nlines - i - 1) * sizeof lines[0]);
            nlines--;
            return;
        }
    } else {
        if (!*text || nlines == LINES)
            return;
        memmove(&lines[i + 1], &lines[i], (size_t)(nlines - i) * sizeof lines[0]);
        nlines++;
    }
    lines[i].number = number;
    strcpy(lines[i].text, text);
}

static void renumber(void)
{
    for (int i = 0; i < nlines; i++) {
        for (int k = 0; k < nlines; k++) {
            const char *t = strstr(lines[k].text, "goto ");
            if (t && atoi(t + 5) == lines[i].number && k != i) {
                char copy[WIDTH + 24];
                snprintf(copy, sizeof copy, "%.*s%d", (int)(t + 5 - lines[k].text), lines[k].text, (i + 1) * 10);
                copy[WIDTH - 1] = 0;
                strcpy(lines[k].text, copy);
            }
        }
        lines[i].number = (i + 1) * 10;
    }
}

int main(void)
{
    char buf[WIDTH];
    while (fgets(buf, sizeof buf, stdin)) {
        buf[strcspn(buf, "\n")] = 0;
        p = buf;
        blanks();
        if (isdigit((unsigned char)*p)) {
            int number = 0;
            while (isdigit((unsigned char)*p) && number < 10000)
                number = number * 10 + *p++ - '0';
            blanks();
            store(number, p);
        } else if (word("run")) {
            run();
        } else if (word("new")) {
            nlines = 0;
            clear();
        } else if (word("renum")) {
            renumber();
        } else if (word("list")) {
            for (int i = 0; i < nlines; i++)
                printf("%d %s\n", lines[i].number, lines[i].text);
        } else {
            statement();
            if (failed)
                printf("%s\n", failed);
            failed = NULL;
        }
    }
    return 0;
}
