/* regex_int.h: internals of the regular expressions of regex.h.
 *
 * A pattern is parsed into a tree (regex_parse.c, regex_bracket.c). The tree is numbered and linked
 * into a program (regex_prog.c): an automaton whose nodes either consume one character or continue
 * without consuming. If a node has two successors, the first is preferred.
 *
 * Matching has three parts. A forward pass over sets of nodes finds the leftmost longest match in
 * time linear in the text (regex_match.c). If groups are wanted, a backward pass marks the nodes
 * from which the end of that match can be reached, and a walk that always takes the first marked
 * successor sets the groups (regex_groups.c). This is how glibc chooses among several ways to
 * match. Patterns with back-references are searched by backtracking with memoization
 * (regex_backref.c).
 *
 * Characters are compared with ranges in order, never looked up in a table, so that a symbolic
 * character costs one condition per range.
 *
 * Ownership: a program owns its nodes and sets; a tree lives while its pattern is compiled.
 */
#ifndef DRIFT_LIBC_REGEX_INT_H
#define DRIFT_LIBC_REGEX_INT_H

/* No bound on the array of matches: regexec may get none at all. */
#define _REGEX_NELTS(n)
#include <regex.h>
#include <stdbool.h>
#include <wctype.h>
#include "sys.h"

/* A character: a byte in the C locale, a code point in C.UTF-8. There, a byte that is not part of a
 * valid character is RX_BAD plus the byte, and matches only itself. */
typedef uint32_t rx_char;
#define RX_BAD 0x80000000u

/* ---- sets of characters ---- */

typedef struct rx_range {
	rx_char lo, hi; /* both included */
} rx_range;

typedef struct rx_set {
	rx_range *range; /* bytes, or ASCII in C.UTF-8; sorted, negation already applied */
	int n_range;
	rx_char *wide; /* code points above ASCII named one by one */
	int n_wide;
	wctype_t *class; /* classes that decide about the other characters */
	int n_class;
	bool negate; /* of wide and class */
} rx_set;

/* A set under construction: one bit per byte, and the characters above ASCII. */
typedef struct rx_draft {
	unsigned char bit[32];
	rx_set *set; /* gets wide and class directly */
	bool failed; /* out of memory */
} rx_draft;

void rx_draft_add(rx_draft *d, unsigned byte);
void rx_draft_wide(rx_draft *d, rx_char c);
/* Returns false if there is no such class. */
bool rx_draft_class(rx_draft *d, const char *name, bool utf8, const unsigned char *translate);
/* Turns the bits into ranges; false when out of memory. */
bool rx_draft_finish(rx_draft *d, bool negate, bool utf8);
rx_set *rx_set_new(void);
void rx_set_free(rx_set *set);
bool rx_set_has(const rx_set *set, rx_char c);

/* ---- the tree ---- */

typedef enum rx_kind {
	RX_CHAR,    /* one character */
	RX_ANY,     /* the period */
	RX_SET,     /* bracket expression or \w and friends */
	RX_BACKREF, /* the text that a group matched */
	RX_ANCHOR,  /* consumes nothing, tests the neighbours */
	RX_GROUP,   /* tree only: parentheses */
	RX_CAT,     /* tree only: children in order */
	RX_ALT,     /* left or right; a missing side is empty */
	RX_STAR,    /* any number of left */
	RX_OPEN,    /* program only: a group begins */
	RX_CLOSE,   /* program only: a group ends */
	RX_END,     /* program only: match */
} rx_kind;

/* Neighbours of a position: bits that are true there. An anchor is the set of bits it needs. */
enum {
	AT_PREV_WORD = 1,
	AT_PREV_NOTWORD = 2,
	AT_NEXT_WORD = 4,
	AT_NEXT_NOTWORD = 8,
	AT_PREV_LINE = 16, /* a line begins here */
	AT_NEXT_LINE = 32, /* a line ends here */
	AT_PREV_BUF = 64,  /* start of the text */
	AT_NEXT_BUF = 128, /* end of the text */
	AT_NEWLINE = 256,  /* never needed: a newline comes before, whether or not it begins a line */
};

typedef struct rx_tree {
	rx_kind kind;
	bool optional;           /* RX_GROUP: directly under a repetition that may be left out */
	rx_char c;               /* RX_CHAR */
	int value;               /* RX_BACKREF, RX_GROUP: group from 0; RX_ANCHOR: AT_* bits */
	rx_set *set;             /* RX_SET; owned by the program, copies share it */
	struct rx_tree *left;    /* first child */
	struct rx_tree *right;   /* RX_ALT: second child; RX_CAT: last child */
	struct rx_tree *sibling; /* next child of the same RX_CAT */
	struct rx_tree *older;   /* all trees of one compilation, for freeing */
	int first;               /* node to enter at */
	int index;               /* own node; of RX_GROUP the closing one */
} rx_tree;

/* ---- the program ---- */

typedef struct rx_node {
	rx_kind kind;
	bool optional; /* RX_CLOSE: see rx_tree */
	rx_char c;     /* RX_CHAR */
	int value;     /* as in rx_tree */
	rx_set *set;   /* RX_SET */
	int n_out;     /* number of successors, 0 to 2 */
	int out[2];    /* preferred one first */
} rx_node;

/* The type behind regex_t.buffer, which the header leaves open. */
struct re_dfa_t {
	rx_node *node; /* numbered in order of the pattern, operators after their operands */
	int n_node;
	int start;      /* node to begin at; the last node is RX_END */
	rx_set **set;   /* all sets, owned */
	int n_set;      /* of them */
	int *back;      /* nodes that lead to node i: back[back_at[i]] to back[back_at[i + 1] - 1] */
	int *back_at;   /* n_node + 1 entries */
	int *same_as;   /* group -> the group whose registers it shares (usually itself) */
	int n_group;    /* groups in the pattern */
	rx_range *head; /* characters a match can begin with; NULL if the test is not worthwhile */
	int n_head;
	unsigned used_refs; /* bit g: group g is referred to */
	bool has_choice;    /* some node has two successors */
	bool has_anchor;
	bool has_backref;
	bool anchored;    /* a match can begin only where AT_PREV_LINE or AT_PREV_BUF is true */
	bool utf8;        /* C.UTF-8 when compiled */
	bool icase;       /* text is compared in upper case */
	bool dot_newline; /* the period matches a newline */
	bool dot_null;    /* the period matches NUL */
};

typedef struct re_dfa_t rx_prog;

/* State of a compilation. */
typedef struct rx_parse {
	const unsigned char *pat; /* the pattern's bytes */
	size_t len;
	size_t at; /* next byte to read */
	reg_syntax_t syntax;
	const unsigned char *translate; /* or NULL */
	rx_prog *prog;                  /* gets sets and flags */
	rx_tree *all;                   /* newest tree made */
	int n_tree;                     /* trees made */
	unsigned completed;             /* bit g: group g is closed and may be referred to */
	reg_errcode_t error;            /* first error */
	bool no_sub;                    /* the caller does not want groups */
} rx_parse;

rx_tree *rx_tree_new(rx_parse *p, rx_kind kind);
/* Parses the whole pattern; NULL is the empty tree unless p->error is set. */
rx_tree *rx_parse_pattern(rx_parse *p);
/* Parses the rest of a bracket expression, after '['. */
rx_tree *rx_parse_bracket(rx_parse *p);
rx_set *rx_own_set(rx_parse *p);
/* Byte i from the current one, translated (and in upper case if case is ignored); 0 beyond the
 * end. */
unsigned rx_peek_byte(const rx_parse *p, size_t i);
/* The character at byte at, and its length. */
rx_char rx_pattern_char(const rx_parse *p, size_t at, size_t *len);

/* Builds p->prog from the tree; returns false if out of memory. */
bool rx_build(rx_parse *p, rx_tree *tree);
void rx_prog_clear(rx_prog *prog);
/* Fills prog->head, and fastmap (256 bytes) if it is not NULL; returns true if a match may be
 * empty. */
bool rx_heads(rx_prog *prog, char *fastmap);

/* ---- text and matching ---- */

typedef struct rx_text {
	const rx_prog *prog;
	const unsigned char *at;
	size_t len;                     /* whole text: its end is the end of the buffer */
	size_t stop;                    /* nothing from here on is consumed */
	const unsigned char *translate; /* or NULL */
	bool newline_anchor;
	bool not_bol, not_eol;
} rx_text;

/* Decodes n > 0 bytes in C.UTF-8, with translate (or NULL) applied to each; sets *len to the number
 * of bytes used. */
rx_char rx_decode(const unsigned char *at, size_t n, const unsigned char *translate, size_t *len);
rx_char rx_upper(rx_char c, bool utf8);
/* The character at pos < stop as it is compared; sets *len. */
rx_char rx_char_at(const rx_text *t, size_t pos, size_t *len);
/* The AT_* bits that are true at pos. */
int rx_neighbours(const rx_text *t, size_t pos);
/* True if an anchor that needs these bits matches; inside: the match began before this position. */
bool rx_anchored(int neighbours, int needs, bool inside);
bool rx_accepts(const rx_prog *prog, const rx_node *node, rx_char c);

typedef struct rx_span {
	long from, to; /* -1, -1 when unset */
} rx_span;

/* Finds the leftmost longest match that begins in start..last (or last..start, from the right, if
 * last < start). Without longest, any end is accepted. Returns 1 for a match, 0 for none, -1 if out
 * of memory. */
int rx_search(const rx_text *t, size_t start, size_t last, bool longest, rx_span *found);
/* Sets group[1..n) for the match group[0] found by rx_search. Returns false if out of memory. */
bool rx_groups(const rx_text *t, rx_span *group, size_t n);
/* Both at once for programs with back-references; group may have one entry only. */
int rx_search_backref(const rx_text *t, size_t start, size_t last, rx_span *group, size_t n);

/* Updates the registers when a walk passes a node. kept is the state at the last group that closed
 * after consuming something. */
void rx_pass_node(const rx_node *node, size_t pos, rx_span *group, rx_span *kept, size_t n);

/* The whole search for regexec and re_search: group[0..n) is set on a match. */
int rx_run(const regex_t *re, const rx_text *t, size_t start, size_t last, rx_span *group,
		   size_t n);

/* Compiles into re->buffer; returns an error code of regex.h. */
reg_errcode_t rx_compile(regex_t *re, const char *pattern, size_t len, reg_syntax_t syntax);

#endif
