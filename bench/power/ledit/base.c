/* A line editor in the manner of ed: addresses, marks, append, change, delete, move, join, substitute, undo. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 40
#define LINE_LEN 64

struct buffer {
    char text[MAX_LINES][LINE_LEN]; /* lines 1..count are text[0..count-1] */
    int count;
    int dot;       /* current line; 0 if the buffer is empty */
    int marks[26]; /* line of 'a to 'z, 0 if not set */
};

static struct buffer buf;
static struct buffer saved; /* before the latest command that changed the buffer */
static int can_undo;
static int dirty;
static char pattern[LINE_LEN]; /* the latest pattern */
static char input[LINE_LEN];

static int fail(const char *why)
{
    printf("? %s\n", why);
    return -1;
}

static int read_line(char *out)
{
    if (!fgets(out, LINE_LEN, stdin))
        return 0;
    size_t n = strlen(out);
    if (n && out[n - 1] == '\n')
        out[n - 1] = 0;
    return 1;
}

static void keep(void)
{
    saved = buf;
    can_undo = 1;
    dirty = 1;
}

static int insert_after(int at, const char *text)
{
    if (buf.count == MAX_LINES)
        return fail("full");
    for (int i = buf.count; i > at; i--)
        strcpy(buf.text[i], buf.text[i - 1]);
    strcpy(buf.text[at], text);
    buf.count++;
    for (int i = 0; i < 26; i++)
        if (buf.marks[i] > at)
            buf.marks[i]++;
    buf.dot = at + 1;
    return 0;
}

static void delete_range(int from, int to)
{
    int n = to - from + 1;
    for (int i = to; i < buf.count; i++)
        strcpy(buf.text[i - n], buf.text[i]);
    buf.count -= n;
    for (int i = 0; i < 26; i++) {
        if (buf.marks[i] >= from && buf.marks[i] <= to)
            buf.marks[i] = 0;
        else if (buf.marks[i] > to)
            buf.marks[i] -= n;
    }
    buf.dot = from <= buf.count ? from : buf.count;
}

/* A pattern: literal characters, '.' for any, '^' and '$' at the ends. */
static const char *match_here(const char *pat, const char *text)
{
    for (; *pat; pat++, text++) {
        if (*pat == '$' && !pat[1])
            return *text ? NULL : text;
        if (!*text || (*pat != '.' && *pat != *text))
            return NULL;
    }
    return text;
}

static const char *match(const char *pat, const char *text, const char **end)
{
    if (*pat == '^') {
        *end = match_here(pat + 1, text);
        return *end ? text : NULL;
    }
    for (const char *p = text;; p++) {
        if ((*end = match_here(pat, p)))
            return p;
        if (!*p)
            return NULL;
    }
}

static char *take_pattern(char *p, char delim)
{
    char got[LINE_LEN];
    int n = 0;
    while (*p && *p != delim)
        got[n++] = *p++;
    got[n] = 0;
    if (n)
        strcpy(pattern, got);
    return *p ? p + 1 : p;
}

static int search(int forward)
{
    const char *end;
    for (int k = 1; k <= buf.count; k++) {
        int step = forward ? k : buf.count - k;
        int line = (buf.dot - 1 + step + buf.count) % buf.count + 1;
        if (match(pattern, buf.text[line - 1], &end))
            return line;
    }
    return 0;
}

/* One address: false if there is none; *line is -1 if it is wrong. */
static int address(char **p, int *line)
{
    char c = **p;
    if (isdigit((unsigned char)c)) {
        *line = (int)strtol(*p, p, 10);
    } else if (c == '.') {
        *line = buf.dot, ++*p;
    } else if (c == '$') {
        *line = buf.count, ++*p;
    } else if (c == '\'' && islower((unsigned char)(*p)[1])) {
        *line = buf.marks[(*p)[1] - 'a'];
        if (!*line)
            *line = -1;
        *p += 2;
    } else if (c == '/' || c == '?') {
        *p = take_pattern(*p + 1, c);
        *line = pattern[0] ? search(c == '/') : 0;
        if (!*line)
            *line = -1;
    } else if (c == '+' || c == '-') {
        *line = buf.dot;
    } else {
        return 0;
    }
    while (**p == '+' || **p == '-') {
        int sign = *(*p)++ == '+' ? 1 : -1;
        int n = isdigit((unsigned char)**p) ? (int)strtol(*p, p, 10) : 1;
        if (*line >= 0)
            *line += sign * n;
    }
    return 1;
}

static int append(int at)
{
    keep();
    if (at < 0 || at > buf.count)
        return fail("address");
    while (read_line(input) && strcmp(input, ".") != 0)
        if (insert_after(at++, input) < 0)
            return -1;
    return 0;
}

static int substitute(int from, int to, char *p)
{
    char with[LINE_LEN], out[2 * LINE_LEN];
    int changed = 0, n = 0;
    char delim = *p++;
    if (!delim)
        return fail("delimiter");
    p = take_pattern(p, delim);
    while (*p && *p != delim)
        with[n++] = *p++;
    with[n] = 0;
    int global = *p == delim && p[1] == 'g';
    keep();
    for (int line = from; line <= to; line++) {
        const char *text = buf.text[line - 1], *end, *at;
        size_t len = 0;
        while ((at = match(pattern, text, &end)) && len < LINE_LEN) {
            len += (size_t)sprintf(out + len, "%.*s", (int)(at - text), text);
            for (char *w = with; *w && len < LINE_LEN; w++) {
                if (*w == '&')
                    len += (size_t)sprintf(out + len, "%.*s", (int)(end - at), at);
                else
                    out[len++] = *w;
            }
            text = end;
            changed = line;
            if (!global || end == at)
                break;
        }
        snprintf(out + len, sizeof out - len, "%s", text);
        out[LINE_LEN - 1] = 0;
        strcpy(buf.text[line - 1], out);
    }
    if (!changed)
        return fail("no match");
    buf.dot = changed;
    return 0;
}

static int move(int from, int to, int target)
{
    char held[MAX_LINES][LINE_LEN];
    int n = to - from + 1;
    if (target >= from && target <= to)
        return fail("destination");
    keep();
    memcpy(held, buf.text[from - 1], (size_t)n * LINE_LEN);
    delete_range(from, to);
    if (target > to)
        target -= n;
    for (int i = 0; i < n; i++)
        insert_after(target + i, held[i]);
    return 0;
}

static int join(int from, int to)
{
    char all[LINE_LEN] = "";
    keep();
    for (int i = from; i <= to; i++)
        strncat(all, buf.text[i - 1], LINE_LEN - 1 - strlen(all));
    delete_range(from, to);
    return insert_after(from - 1, all);
}

static int undo(void)
{
    static struct buffer other;
    if (!can_undo)
        return fail("nothing to undo");
    other = buf;
    buf = saved;
    saved = other;
    return 0;
}

static int execute(char *p)
{
    int from = buf.dot, to = buf.dot, given = 0, target;
    if (*p == ',' || *p == '%') {
        from = 1, to = buf.count, given = 2, p++;
    } else if (address(&p, &to)) {
        from = to, given = 1;
        if (*p == ',' || *p == ';') {
            if (*p++ == ';')
                buf.dot = from;
            given = 2;
            if (!address(&p, &to))
                to = buf.count;
        }
    }
    char c = *p ? *p++ : 'p';
    if (c == 'a')
        return append(to);
    if (c == 'i')
        return append(to > 0 ? to - 1 : 0);
    if (c == 'u')
        return undo();
    if (c == 'q')
        return dirty ? (dirty = 0, fail("modified")) : 1;
    if (c == 'w')
        return dirty = 0, printf("%d\n", buf.count), 0;
    if (c == '=')
        return printf("%d\n", given ? to : buf.count), 0;
    if (from < 1 || to > buf.count || from > to)
        return fail("address");
    switch (c) {
    case 'p':
    case 'n':
        for (int i = from; i <= to; i++)
            c == 'n' ? printf("%d\t%s\n", i, buf.text[i - 1]) : printf("%s\n", buf.text[i - 1]);
        buf.dot = to;
        return 0;
    case 'd': return keep(), delete_range(from, to), 0;
    case 'c':
        keep();
        delete_range(from, to);
        for (int at = from - 1; read_line(input) && strcmp(input, ".") != 0; at++)
            if (insert_after(at, input) < 0)
                return -1;
        return 0;
    case 'k': return islower((unsigned char)*p) ? buf.marks[*p - 'a'] = to, 0 : fail("mark");
    case 'j': return join(from, given == 2 ? to : to < buf.count ? to + 1 : to);
    case 'm':
        if (!address(&p, &target) || target < 0 || target > buf.count)
            return fail("destination");
        return move(from, to, target);
    case 's': return substitute(from, to, p);
    default: return fail("command");
    }
}

int main(void)
{
    char line[LINE_LEN];
    while (read_line(line))
        if (execute(line) > 0)
            break;
    printf("-- %d lines, dot %d\n", buf.count, buf.dot);
    for (int i = 0; i < buf.count; i++)
        printf("%s\n", buf.text[i]);
    return 0;
}
