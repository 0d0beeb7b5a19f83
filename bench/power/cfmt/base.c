/* cfmt: lays out C text. Reads tokens and prints them with indentation and spaces of its own. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEP 24
#define LONG 60

enum kind { END, WORD, NUMBER, TEXT, OPERATOR, OPEN, CLOSE, COMMA, SEMI, BLOCK, UNBLOCK, COLON, COMMENT, LINE_COMMENT, HASH };
enum holder { PLAIN, SWITCH, ENUM, DO };

struct token {
    enum kind kind;
    char s[LONG];
    int blank_before; /* an empty line stood in front of it */
};

static int c; /* the next character */
static struct token now, next;
static struct token last;
static int depth;
static enum holder holders[DEEP]; /* what opened each block */
static int parens;
static int extra;           /* levels for statements without braces */
static int pending[DEEP];   /* parentheses of an if, for or while without a body yet, by level of extra */
static int line_start = 1;
static int column;
static int questions; /* open ?: */
static enum holder coming; /* of the next block */
static int casing;    /* inside case ... : */
static int off;       /* between "fmt off" and "fmt on" comments */
static int empty_lines;

static int get(void)
{
    int old = c;
    c = getchar();
    if (off && old != EOF)
        putchar(old);
    return old;
}

static void add(struct token *t, int ch)
{
    size_t n = strlen(t->s);
    if (n + 1 < sizeof t->s) {
        t->s[n] = (char)ch;
        t->s[n + 1] = 0;
    }
}

static void quoted(struct token *t, int end)
{
    add(t, get());
    while (c != EOF && c != end && c != '\n') {
        if (c == '\\') {
            add(t, get());
            if (c == EOF)
                break;
        }
        add(t, get());
    }
    if (c == end)
        add(t, get());
}

static void comment(struct token *t)
{
    if (c == '/') {
        t->kind = LINE_COMMENT;
        while (c != EOF && c != '\n')
            add(t, get());
        return;
    }
    t->kind = COMMENT;
    int star = 0;
    add(t, get());
    while (c != EOF) {
        int ch = c;
        if (ch == '\n') {
            get();
            add(t, ' ');
            while (c == ' ' || c == '\t')
                get();
            if (c == '*')
                continue;
        } else {
            add(t, get());
        }
        if (star && ch == '/')
            return;
        star = ch == '*';
    }
}

static void operator(struct token *t)
{
    static const char *const two[] = {"->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
                                      "/=", "%=", "&=", "|=", "^="};
    t->kind = OPERATOR;
    add(t, get());
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        if (two[i][0] == t->s[0] && two[i][1] == c) {
            add(t, get());
            if (c == '=' && (t->s[0] == '<' || t->s[0] == '>') && t->s[1] == t->s[0])
                add(t, get());
            return;
        }
}

static void scan(struct token *t)
{
    int lines = 0;
    memset(t, 0, sizeof *t);
    while (c == ' ' || c == '\t' || c == '\n' || (c == '\\' && lines >= 0)) {
        if (c == '\\') {
            get();
            if (c != '\n')
                break;
        }
        lines += c == '\n';
        get();
    }
    t->blank_before = lines > 1;
    if (c == EOF) {
        t->kind = END;
    } else if (isalpha(c) || c == '_') {
        t->kind = WORD;
        while (isalnum(c) || c == '_')
            add(t, get());
        if (t->s[1] == 0 && (t->s[0] == 'L' || t->s[0] == 'u') && (c == '"' || c == '\'')) {
            t->kind = TEXT;
            quoted(t, c);
        }
    } else if (isdigit(c)) {
        t->kind = NUMBER;
        while (isalnum(c) || c == '.' || ((c == '+' || c == '-') && strchr("eEpP", t->s[strlen(t->s) - 1])))
            add(t, get());
    } else if (c == '"' || c == '\'') {
        t->kind = TEXT;
        quoted(t, c);
    } else if (c == '/') {
        add(t, get());
        if (c == '/' || c == '*') {
            comment(t);
        } else {
            t->kind = OPERATOR;
            if (c == '=')
                add(t, get());
        }
    } else if (c == '#') {
        t->kind = HASH;
        while (c != EOF && c != '\n') {
            int ch = get();
            add(t, ch);
            if (ch == '\\' && c == '\n')
                add(t, get());
        }
    } else {
        static const char signs[] = "()[]{};,:";
        static const enum kind kinds[] = {OPEN, CLOSE, OPEN, CLOSE, BLOCK, UNBLOCK, SEMI, COMMA, COLON};
        const char *at = strchr(signs, c);
        if (at && c) {
            t->kind = kinds[at - signs];
            add(t, get());
        } else {
            operator(t);
        }
    }
}

static void out(const char *s)
{
    if (off)
        return;
    fputs(s, stdout);
    column += (int)strlen(s);
}

static void newline(void)
{
    if (!line_start) {
        out("\n");
        column = 0;
    }
    line_start = 1;
}

static void indent(int levels)
{
    for (int i = 0; i < levels; i++)
        out("    ");
    line_start = 0;
}

static int is(const struct token *t, const char *s)
{
    return strcmp(t->s, s) == 0;
}

static int keyword(const struct token *t)
{
    return t->kind == WORD && (is(t, "if") || is(t, "for") || is(t, "while") || is(t, "switch") || is(t, "return") ||
                               is(t, "sizeof") || is(t, "case") || is(t, "else") || is(t, "do"));
}

static int unary(void)
{
    if (now.kind != OPERATOR || (now.s[1] && !is(&now, "++") && !is(&now, "--")) || !strchr("-+*&!~", now.s[0]))
        return 0;
    return last.kind == OPERATOR || last.kind == OPEN || last.kind == COMMA || last.kind == SEMI || last.kind == BLOCK ||
           last.kind == UNBLOCK || last.kind == COLON || (keyword(&last) && !is(&last, "sizeof")) || last.kind == END;
}

static int was_unary;

static int space(void)
{
    if (now.kind == SEMI || now.kind == COMMA || now.kind == CLOSE)
        return 0;
    if (last.kind == OPEN)
        return 0;
    if (now.kind == OPEN)
        return now.s[0] == '(' && (last.kind == OPERATOR ? !was_unary : keyword(&last) && !is(&last, "sizeof"));
    if (now.kind == COLON)
        return questions > 0;
    if (is(&now, "->") || is(&now, ".") || is(&last, "->") || is(&last, "."))
        return 0;
    if (last.kind == OPERATOR && was_unary)
        return 0;
    if ((is(&now, "++") || is(&now, "--")) && (last.kind == WORD || last.kind == CLOSE))
        return 0;
    return 1;
}

static void close_extras(void)
{
    while (extra > 0 && !pending[extra]) {
        if (is(&next, "else"))
            break;
        extra--;
    }
    if (extra > 0 && is(&next, "else"))
        extra--;
}

static void begin_line(void)
{
    if (!line_start)
        return;
    int levels = depth + extra, held = depth > 0 && depth <= DEEP && holders[depth - 1] == ENUM;
    if (now.blank_before && last.kind != BLOCK && last.kind != END && now.kind != UNBLOCK)
        out("\n"), empty_lines++;
    if (is(&now, "case") || is(&now, "default"))
        levels--;
    if (now.kind == HASH)
        levels = 0;
    if (now.kind == WORD && next.kind == COLON && !is(&now, "default") && depth > 0 && !held && !casing)
        levels = 0;
    indent(levels < 0 ? 0 : levels);
}

static void open_block(void)
{
    if (!line_start)
        out(last.kind == OPEN ? "" : " ");
    else
        begin_line();
    out("{");
    if (depth < DEEP)
        holders[depth] = coming;
    depth++;
    if (extra > 0 && coming != ENUM)
        extra--;
    coming = PLAIN;
    line_start = 0;
    newline();
}

static void close_block(void)
{
    newline();
    if (depth > 0)
        depth--;
    begin_line();
    out("}");
    enum holder h = depth < DEEP ? holders[depth] : PLAIN;
    if (next.kind == SEMI || next.kind == COMMA || (h == DO && is(&next, "while")) || h == ENUM)
        return;
    if (is(&next, "else")) {
        return;
    }
    close_extras();
    newline();
}

static void directive(void)
{
    if (strstr(now.s, "fmt off"))
        off = 1;
    else if (strstr(now.s, "fmt on"))
        off = 0;
}

static void plain(void)
{
    int u = unary();
    int start = line_start;
    begin_line();
    if (!start && space())
        out(" ");
    out(now.s);
    if (is(&now, "?"))
        questions++;
    if (is(&now, "case") || is(&now, "default"))
        casing = 1;
    if (is(&now, "switch"))
        coming = SWITCH;
    else if (is(&now, "enum") || (is(&now, "=") && next.kind == BLOCK))
        coming = ENUM;
    else if (is(&now, "do"))
        coming = DO;
    was_unary = u;
}

static void step(void)
{
    switch (now.kind) {
    case BLOCK:
        open_block();
        break;
    case UNBLOCK:
        close_block();
        break;
    case SEMI:
        plain();
        if (parens == 0) {
            close_extras();
            newline();
        }
        break;
    case OPEN:
        plain();
        parens++;
        break;
    case CLOSE:
        if (parens > 0)
            parens--;
        plain();
        if (parens == 0 && extra > 0 && pending[extra]) {
            pending[extra] = 0;
            if (next.kind != BLOCK && next.kind != SEMI)
                newline();
        }
        break;
    case COLON:
        plain();
        if (questions > 0) {
            questions--;
        } else if (parens == 0) {
            casing = 0;
            newline();
        }
        break;
    case COMMA:
        plain();
        if (depth > 0 && holders[depth < DEEP ? depth - 1 : DEEP - 1] == ENUM && parens == 0 && column > 40)
            newline();
        break;
    case LINE_COMMENT:
    case HASH:
        if (now.kind == HASH)
            newline();
        directive();
        plain();
        newline();
        break;
    case COMMENT:
        directive();
        plain();
        if (now.blank_before || last.kind == SEMI || last.kind == END)
            newline();
        break;
    default:
        plain();
        if ((is(&now, "if") || is(&now, "for") || is(&now, "while") || is(&now, "switch")) && extra + 1 < DEEP && parens == 0) {
            if (!(is(&now, "while") && last.kind == UNBLOCK && depth < DEEP && holders[depth] == DO))
                pending[++extra] = 1;
        } else if (is(&now, "else") && !is(&next, "if") && extra + 1 < DEEP) {
            pending[++extra] = 0;
            if (next.kind != BLOCK)
                newline();
        }
    }
}

int main(void)
{
    c = getchar();
    scan(&next);
    do {
        now = next;
        if (now.kind == END)
            break;
        scan(&next);
        step();
        last = now;
    } while (1);
    newline();
    if (depth || parens)
        printf("/* %d open */\n", depth + parens);
    return depth != 0;
}
