/* Splits a Markdown text into blocks: headings, rules, fences, quotes, lists, code, references, tables, paragraphs. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_LEN 100
#define TEXT_LEN 400

enum block { NONE, PARAGRAPH, FENCE, CODE, TABLE };

struct item {
    char marker; /* '-', '*', '+', '.' or ')' */
    int indent;  /* columns before the text of the item */
    int number;
    int loose; /* true if a blank line separates items */
};

static enum block open_block;
static char text[TEXT_LEN]; /* of the open block */
static int fence_len, fence_indent;
static char fence_char;
static struct item items[6];
static int depth;      /* open lists */
static int quote;      /* open quotes */
static int blanks;     /* blank lines just read */
static int columns;    /* of the open table */
static int code_blank; /* blank lines inside indented code, kept until more code follows */

static void indent(void)
{
    for (int i = 0; i < depth + quote; i++)
        printf("  ");
}

static void close_block(void)
{
    if (open_block == PARAGRAPH) {
        indent();
        printf("<p> %s\n", text);
    } else if (open_block == CODE) {
        indent();
        printf("<code> %s\n", text);
    } else if (open_block == FENCE) {
        indent();
        printf("</fence>\n");
    } else if (open_block == TABLE) {
        indent();
        printf("</table>\n");
    }
    open_block = NONE;
    text[0] = 0;
    code_blank = 0;
}

static void add_text(const char *line, const char *between)
{
    size_t n = strlen(text);
    snprintf(text + n, TEXT_LEN - n, "%s%s", n ? between : "", line);
}

static void close_lists(int to)
{
    if (depth > to)
        close_block();
    while (depth > to) {
        depth--;
        indent();
        printf("</list%s>\n", items[depth].loose ? " loose" : "");
    }
}

static void close_quotes(int to)
{
    if (quote > to) {
        close_lists(0);
        close_block();
    }
    while (quote > to) {
        quote--;
        indent();
        printf("</quote>\n");
    }
}

static int spaces(const char *p)
{
    int n = 0;
    for (;; p++) {
        if (*p == ' ')
            n++;
        else if (*p == '\t')
            n += 4 - n % 4;
        else
            return n;
    }
}

static char *skip_columns(char *p, int n)
{
    while (n > 0 && (*p == ' ' || *p == '\t')) {
        n -= *p == '\t' ? 4 : 1;
        p++;
    }
    return p;
}

static int is_blank(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return !*p;
}

/* A rule: three or more of one of - * _, with blanks between. */
static int is_rule(const char *p)
{
    char c = 0;
    int n = 0;
    for (; *p; p++) {
        if (*p == ' ' || *p == '\t')
            continue;
        if (*p != '-' && *p != '*' && *p != '_')
            return 0;
        if (c && *p != c)
            return 0;
        c = *p;
        n++;
    }
    return n >= 3;
}

static int heading(char *p)
{
    int level = 0;
    while (*p == '#')
        level++, p++;
    if (level < 1 || level > 6 || (*p && *p != ' ' && *p != '\t'))
        return 0;
    close_block();
    while (*p == ' ' || *p == '\t')
        p++;
    size_t n = strlen(p);
    while (n && (p[n - 1] == ' ' || p[n - 1] == '\t'))
        p[--n] = 0;
    size_t m = n;
    while (m && p[m - 1] == '#')
        m--;
    if (m == 0 || p[m - 1] == ' ')
        p[m ? m - 1 : 0] = 0;
    indent();
    printf("<h%d> %s\n", level, p);
    return 1;
}

static int setext(const char *p)
{
    char c = *p;
    if (c != '=' && c != '-')
        return 0;
    while (*p == c)
        p++;
    if (!is_blank(p))
        return 0;
    indent();
    printf("<h%d> %s\n", c == '=' ? 1 : 2, text);
    open_block = NONE;
    text[0] = 0;
    return 1;
}

static int open_fence(char *p, int in)
{
    int n = 0;
    char c = *p;
    if (c != '`' && c != '~')
        return 0;
    while (p[n] == c)
        n++;
    if (n < 3 || (c == '`' && strchr(p + n, '`')))
        return 0;
    close_block();
    p += n;
    while (*p == ' ')
        p++;
    indent();
    printf("<fence> %.*s\n", (int)strcspn(p, " "), p);
    open_block = FENCE;
    fence_char = c;
    fence_len = n;
    fence_indent = in;
    return 1;
}

static void in_fence(char *p)
{
    int in = spaces(p), n = 0;
    char *q = skip_columns(p, in);
    while (q[n] == fence_char)
        n++;
    if (in < 4 && n >= fence_len && is_blank(q + n)) {
        close_block();
        return;
    }
    indent();
    printf("| %s\n", skip_columns(p, in < fence_indent ? in : fence_indent));
}

/* The marker of a list item: its length, or 0. */
static int marker(const char *p, char *kind, int *number)
{
    int n = 0;
    *number = 0;
    if (*p == '-' || *p == '*' || *p == '+') {
        *kind = *p;
        n = 1;
    } else {
        while (isdigit((unsigned char)p[n]) && n < 9)
            *number = *number * 10 + (p[n++] - '0');
        if (!n || (p[n] != '.' && p[n] != ')'))
            return 0;
        *kind = p[n++];
    }
    if (p[n] && p[n] != ' ' && p[n] != '\t')
        return 0;
    return n;
}

static char *list_item(char *p, int in, int base)
{
    char kind;
    int number, n = marker(p, &kind, &number);
    if (!n || is_rule(p))
        return NULL;
    if (open_block == PARAGRAPH && (is_blank(p + n) || (number != 1 && isdigit((unsigned char)*p))))
        return NULL;
    int after = spaces(p + n);
    if (after > 4 || is_blank(p + n))
        after = 1;
    close_block();
    if (depth > base && items[base].marker == kind) {
        close_lists(base + 1);
        if (blanks)
            items[base].loose = 1;
    } else {
        close_lists(base);
        if (depth == 6)
            return NULL;
        indent();
        printf("<list %c", kind);
        if (kind == '.' || kind == ')')
            printf(" from %d", number);
        printf(">\n");
        items[depth].marker = kind;
        items[depth].number = number;
        items[depth].loose = 0;
        depth++;
    }
    items[depth - 1].indent = in + n + after;
    indent();
    printf("<item>\n");
    return skip_columns(p + n, after);
}

static int reference(const char *p)
{
    const char *close = strchr(p, ']');
    if (*p != '[' || !close || close[1] != ':' || close == p + 1)
        return 0;
    const char *url = close + 2;
    while (*url == ' ')
        url++;
    if (!*url)
        return 0;
    indent();
    printf("<ref %.*s> %s\n", (int)(close - p - 1), p + 1, url);
    return 1;
}

static int cells(const char *p)
{
    int n = 0;
    if (*p == '|')
        p++;
    for (; *p; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '|')
            n++;
    }
    return p[-1] == '|' ? n : n + 1;
}

static int delimiter_row(const char *p)
{
    int dashes = 0;
    for (const char *q = p; *q; q++) {
        if (!strchr("|-: ", *q))
            return 0;
        dashes += *q == '-';
    }
    if (!dashes || !strchr(p, '|') || !strchr(text, '|') || cells(text) != cells(p))
        return 0;
    columns = cells(p);
    indent();
    printf("<table %d> %s\n", columns, text);
    open_block = TABLE;
    text[0] = 0;
    return 1;
}

static void leaf(char *p)
{
    int in = spaces(p);
    char *q = skip_columns(p, in);
    if (in >= 4 && open_block != PARAGRAPH) {
        if (open_block != CODE)
            close_block();
        for (; code_blank && open_block == CODE; code_blank--)
            add_text("", "|");
        add_text(skip_columns(p, 4), "|");
        open_block = CODE;
        return;
    }
    if (open_block == CODE)
        close_block();
    if (open_block == PARAGRAPH && in < 4 && (setext(q) || delimiter_row(q)))
        return;
    if (in < 4) {
        if (is_rule(q)) {
            close_block();
            indent();
            printf("<hr>\n");
            return;
        }
        if (heading(q) || open_fence(q, in))
            return;
    }
    if (open_block == TABLE) {
        indent();
        printf("row of %d%s\n", cells(q), cells(q) > columns ? " (cut)" : "");
        return;
    }
    if (open_block == NONE && reference(q))
        return;
    add_text(q, " ");
    open_block = PARAGRAPH;
}

static void line(char *p)
{
    int level = 0, base = 0;
    while (spaces(p) < 4 && *skip_columns(p, 3) == '>') {
        p = skip_columns(p, 3) + 1;
        if (*p == ' ')
            p++;
        level++;
    }
    if (level > quote || (level < quote && (open_block != PARAGRAPH || is_blank(p)))) {
        if (level > quote) {
            close_lists(0);
            close_block();
        }
        close_quotes(level);
        for (; quote < level; quote++) {
            indent();
            printf("<quote>\n");
        }
    }
    if (open_block == FENCE && (depth == 0 || spaces(p) >= items[depth - 1].indent || is_blank(p))) {
        in_fence(skip_columns(p, depth ? items[depth - 1].indent : 0));
        return;
    }
    if (is_blank(p)) {
        if (open_block == CODE)
            code_blank++;
        else
            close_block();
        blanks++;
        return;
    }
    while (base < depth && spaces(p) >= items[base].indent)
        base++;
    char *rest = base ? skip_columns(p, items[base - 1].indent) : p;
    int offset = base ? items[base - 1].indent : 0;
    int lazy = open_block == PARAGRAPH && !blanks;
    for (;;) {
        int in = spaces(rest);
        char *next = in < 4 ? list_item(skip_columns(rest, in), offset + in, base) : NULL;
        if (!next)
            break;
        offset = items[depth - 1].indent;
        base = depth;
        rest = next;
        lazy = 0;
        blanks = 0;
    }
    if (base < depth && !lazy)
        close_lists(base);
    blanks = 0;
    if (!is_blank(rest))
        leaf(rest);
}

int main(void)
{
    char buf[LINE_LEN];
    while (fgets(buf, sizeof buf, stdin)) {
        buf[strcspn(buf, "\r\n")] = 0;
        line(buf);
    }
    close_quotes(0);
    close_lists(0);
    close_block();
    return 0;
}
