/* Reads the header of a mail: fields with continuation lines, addresses, parameters, encoded words, dates. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 16
#define VALUE_LEN 256

enum kind { TEXT, ADDRESSES, DATE, TYPE, IDS, NUMBER };

static const struct known {
    const char *name;
    enum kind kind;
    int once; /* true if a second one is an error */
} known[] = {
    {"from", ADDRESSES, 1},  {"to", ADDRESSES, 0},  {"cc", ADDRESSES, 0},
    {"subject", TEXT, 1},    {"date", DATE, 1},     {"content-type", TYPE, 1},
    {"message-id", IDS, 1},  {"references", IDS, 0}, {"lines", NUMBER, 0},
};

struct field {
    char name[24];
    char value[VALUE_LEN]; /* unfolded */
    int lines;
};

static struct field fields[MAX_FIELDS];
static int nfields;
static int warnings;

static void warn(const char *what)
{
    printf("warning: %s\n", what);
    warnings++;
}

static int same(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return 0;
    return *a == *b;
}

static const struct known *lookup(const char *name)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (same(known[i].name, name))
            return &known[i];
    return NULL;
}

static void trim(char *s)
{
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1]))
        s[--n] = 0;
}

static int start_field(char *line)
{
    char *colon = strchr(line, ':');
    if (!colon || colon == line) {
        warn("no field name");
        return 0;
    }
    if (nfields == MAX_FIELDS) {
        warn("too many fields");
        return 0;
    }
    struct field *f = &fields[nfields];
    *colon = 0;
    trim(line);
    snprintf(f->name, sizeof f->name, "%s", line);
    for (char *p = colon + 1;; p++)
        if (*p != ' ' && *p != '\t') {
            snprintf(f->value, sizeof f->value, "%s", p);
            break;
        }
    f->lines = 1;
    trim(f->value);
    nfields++;
    return 1;
}

static void continue_field(const char *line)
{
    if (!nfields) {
        warn("continuation without a field");
        return;
    }
    struct field *f = &fields[nfields - 1];
    size_t n = strlen(f->value);
    while (*line == ' ' || *line == '\t')
        line++;
    if (n && n + 1 < VALUE_LEN)
        f->value[n++] = ' ';
    snprintf(f->value + n, VALUE_LEN - n, "%s", line);
    trim(f->value);
    f->lines++;
}

static int read_header(void)
{
    char line[128];
    int open = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == '\n' || strcmp(line, "\r\n") == 0)
            return 1;
        if (line[0] == ' ' || line[0] == '\t') {
            if (open || !nfields)
                continue_field(line);
        } else {
            open = start_field(line);
        }
    }
    return 0;
}

/* Skips blanks and comments in parentheses, which nest. */
static const char *skip(const char *p)
{
    int depth = 0;
    for (; *p; p++) {
        if (*p == '\\' && depth && p[1])
            p++;
        else if (*p == '(')
            depth++;
        else if (*p == ')' && depth)
            depth--;
        else if (!depth && !isspace((unsigned char)*p))
            break;
    }
    if (depth)
        warn("comment not closed");
    return p;
}

static int hex(int c)
{
    if (isdigit(c))
        return c - '0';
    c = tolower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Prints text, with encoded words (=?charset?q?text?=) decoded. */
static void print_text(const char *p)
{
    int after_word = 0;
    while (*p) {
        if (p[0] == '=' && p[1] == '?') {
            const char *charset = strchr(p + 2, '?');
            const char *end = charset ? strstr(charset + 3, "?=") : NULL;
            if (end && tolower((unsigned char)charset[1]) == 'q' && charset[2] == '?') {
                for (const char *q = charset + 3; q < end; q++) {
                    if (*q == '_')
                        putchar(' ');
                    else if (*q == '=' && hex(q[1]) >= 0 && hex(q[2]) >= 0)
                        putchar(hex(q[1]) * 16 + hex(q[2])), q += 2;
                    else
                        putchar(*q);
                }
                p = end + 2;
                after_word = 1;
                continue;
            }
        }
        const char *next = p;
        while (*next == ' ')
            next++;
        if (after_word && next > p && next[0] == '=' && next[1] == '?') {
            p = next;
            continue;
        }
        after_word = 0;
        putchar(*p++);
    }
}

static const char *quoted(const char *p, char *out, size_t size)
{
    size_t n = 0;
    for (p++; *p && *p != '"'; p++) {
        if (*p == '\\' && p[1])
            p++;
        if (n + 1 < size)
            out[n++] = *p;
    }
    out[n] = 0;
    if (*p != '"') {
        warn("quote not closed");
        return p;
    }
    return p + 1;
}

static const char *atom(const char *p, const char *stop, char *out, size_t size)
{
    size_t n = 0;
    while (*p && !isspace((unsigned char)*p) && !strchr(stop, *p)) {
        if (n + 1 < size)
            out[n++] = *p;
        p++;
    }
    out[n] = 0;
    return p;
}

static void addresses(const char *p)
{
    char part[64], name[64] = "", group[64] = "";
    int n = 0;
    for (p = skip(p); *p; p = skip(p)) {
        if (*p == '"') {
            p = quoted(p, name, sizeof name);
        } else if (*p == '<') {
            p = atom(p + 1, ">", part, sizeof part);
            printf("  %s <%s>%s%s\n", name, part, *group ? " in " : "", group);
            if (!strchr(part, '@'))
                warn("no domain");
            p = skip(p);
            if (*p == '>')
                p++;
            name[0] = 0;
            n++;
        } else if (*p == ',') {
            p++;
        } else if (*p == ':') {
            strcpy(group, name);
            name[0] = 0;
            p++;
        } else if (*p == ';') {
            if (!*group)
                warn("no group");
            group[0] = 0;
            p++;
        } else {
            p = atom(p, ",<:;(\"", part, sizeof part);
            if (strchr(part, '@'))
                printf("  <%s>%s%s\n", part, *group ? " in " : "", group), n++;
            else
                strcpy(name, part);
        }
    }
    printf("  %d address%s\n", n, n == 1 ? "" : "es");
}

static void content_type(const char *p)
{
    char major[32], minor[32], name[32], value[64];
    p = atom(skip(p), "/;", major, sizeof major);
    if (*p != '/') {
        warn("type without /");
        return;
    }
    p = atom(p + 1, ";(", minor, sizeof minor);
    printf("  %s of %s\n", minor, major);
    for (p = skip(p); *p == ';'; p = skip(p)) {
        p = atom(skip(p + 1), "=;", name, sizeof name);
        p = skip(p);
        if (*p != '=')
            continue;
        p = skip(p + 1);
        p = *p == '"' ? quoted(p, value, sizeof value) : atom(p, ";(", value, sizeof value);
        printf("  %s=%s\n", name, value);
        if (same(name, "boundary") && !same(major, "multipart"))
            warn("boundary without multipart");
    }
    if (*p)
        warn("text after type");
}

static void date(const char *p)
{
    static const char *const months = "janfebmaraprmayjunjulaugsepoctnovdec";
    char word[16], month[4] = "";
    const char *comma = strchr(p, ',');
    if (comma)
        p = comma + 1;
    p = atom(skip(p), "", word, sizeof word);
    int day = atoi(word), m = 0;
    p = atom(skip(p), "", word, sizeof word);
    for (int i = 0; i < 3 && word[i]; i++)
        month[i] = (char)tolower((unsigned char)word[i]);
    for (int i = 0; i < 12 && strlen(month) == 3; i++)
        if (strncmp(months + 3 * i, month, 3) == 0)
            m = i + 1;
    p = atom(skip(p), "", word, sizeof word);
    int year = atoi(word);
    if (year < 50)
        year += 2000;
    else if (year < 1000)
        year += 1900;
    if (!m || day < 1 || day > 31)
        warn("no date");
    else
        printf("  %04d-%02d-%02d\n", year, m, day);
}

static void ids(const char *p)
{
    char id[64];
    int n = 0;
    for (p = skip(p); *p == '<'; p = skip(p)) {
        p = atom(p + 1, ">", id, sizeof id);
        if (*p != '>')
            break;
        p++;
        printf("  id %d: %s\n", ++n, id);
    }
    if (*p)
        warn("text after id");
}

static void report(const struct field *f, int index)
{
    const struct known *k = lookup(f->name);
    printf("%s (%d line%s)\n", f->name, f->lines, f->lines == 1 ? "" : "s");
    if (!k) {
        printf("  unknown\n");
        return;
    }
    for (int i = 0; i < index; i++)
        if (same(fields[i].name, f->name) && k->once) {
            warn("given twice");
            return;
        }
    switch (k->kind) {
    case TEXT: printf("  "), print_text(f->value), putchar('\n'); break;
    case ADDRESSES: addresses(f->value); break;
    case DATE: date(f->value); break;
    case TYPE: content_type(f->value); break;
    case IDS: ids(f->value); break;
    case NUMBER: printf("  %ld\n", strtol(f->value, NULL, 10)); break;
    }
}

int main(void)
{
    int body = read_header();
    for (int i = 0; i < nfields; i++)
        report(&fields[i], i);
    printf("%d fields, %s, %d warnings\n", nfields, body ? "body" : "no body", warnings);
    return warnings > 0;
}
