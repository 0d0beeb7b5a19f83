/* ops.h: the table of operations on expressions.
 *
 * An operation is one row here and the functions that the row names. No other place lists operations,
 * except rules that match a few of them and leave the rest alone. A row with a missing column does not
 * compile; a function that a column names and nobody wrote does not compile or link. Whoever needs
 * another property of operations adds a column instead of a switch.
 *
 * What the operation is:
 *   name      EXPR_<name>
 *   call      expr_<call> makes one, fold_<call>_64 and fold_<call>_128 compute one (fold.h)
 *   n         operands that are nodes
 *   shape     how operands stand in the node, and so how it is made and evaluated:
 *             LEAF no operand; ONE, TWO of one width; JOIN side by side; CUT bits of a from b on; WIDEN
 *             a to the node's width; PICK a ? b : c; STORE, READ arrays; CHAR, LENGTH texts; FONE,
 *             FTWO, FTHREE floating point (float/float.h)
 *   width     of the result: A, B as that operand; SUM of both; BIT 1; BYTE 8; WORD 32; GIVEN by whoever
 *             makes it; NONE arrays
 *   kind      _, or what rules ask for: SHIFT, QUOTIENT, REMAINDER, EQUAL, LESS, AT_MOST
 *   reads     how it reads its operands: SIGNED, UNSIGNED, _ either way
 *   order     COMMUTES: of the operands, the one of lower number stands first
 *   has       the flag EXPR_HAS_<has> of all nodes above it
 *
 * What follows from it:
 *   info      info_<info> in info.c: bounds and known bits of the result, from those of the operands
 *             (where the operation is monotonic, from their ends)
 *   gates     gates_<gates> in solve/circuit.c: what it costs the solver
 *   back      how a demand on the result becomes one on the operands: move_<back> in solve/move.c,
 *             demand_<back> in solve/narrow.c, undo_<back> in solve/domain.c
 *   truth     the same of results of width 1, and their text: require_<truth> in solve/narrow.c,
 *             set_<truth> in solve/domain.c, truth_<truth> in print/truth.c
 *   z3        z3_<z3> in solve/z3.c: as a term of Z3
 *
 * How it is written:
 *   text      in SMT-LIB
 *   smt       smt_<smt> in smtlib.c writes it there
 *   print     print_<print> in print/print.c writes it as C, with
 *   sign      the operator and
 *   strength  how strongly that binds, P_<strength>
 *   type      type_<type> in print/ctype.c: its type in C
 *   narrows   narrows_<narrows> in print/ctype.c: whether C, which computes in int, has another result
 */
#ifndef DRIFT_EXPR_OPS_H
#define DRIFT_EXPR_OPS_H

/* clang-format off */
#define EXPR_OPS(X)                                                                         \
	/* name      call      n  shape   width  kind       reads     order     has                \
	 * info     gates     back        truth    z3                                              \
	 * text           smt      print       sign  strength  type     narrows */                 \
	X(NONE,     _,        0, LEAF,   NONE,  _,         _,        _,        _,                  \
	   unknown, none,     none,       value,   none,                                           \
	   "none",        plain,   none,       "",   CHOICE,   width,   always)                    \
	X(CONST,    _,        0, LEAF,   GIVEN, _,         _,        _,        _,                  \
	   const,   none,     constant,   literal, none,                                           \
	   "const",       const,   none,       "",   CHOICE,   const,   always)                    \
	X(VAR,      _,        0, LEAF,   GIVEN, _,         _,        _,        _,                  \
	   unknown, none,     variable,   value,   none,                                           \
	   "var",         var,     none,       "",   CHOICE,   var,     always)                    \
	X(UNDEF,    _,        0, LEAF,   GIVEN, _,         _,        _,        UNDEF,              \
	   unknown, none,     none,       value,   none,                                           \
	   "undef",       undef,   none,       "",   CHOICE,   width,   always)                    \
	X(NOT,      not,      1, ONE,    A,     _,         _,        _,        _,                  \
	   not,     none,     not,        not,     bvnot,                                          \
	   "bvnot",       plain,   complement, "~",  UNARY,    unary,   always)                    \
	X(NEG,      neg,      1, ONE,    A,     _,         _,        _,        _,                  \
	   neg,     adder,    neg,        value,   bvneg,                                          \
	   "bvneg",       plain,   complement, "-",  UNARY,    unary,   always)                    \
	X(ADD,      add,      2, TWO,    A,     _,         _,        COMMUTES, _,                  \
	   add,     adder,    sum,        value,   bvadd,                                          \
	   "bvadd",       plain,   sum,        "+",  SUM,      binary,  sum)                       \
	X(SUB,      sub,      2, TWO,    A,     _,         _,        _,        _,                  \
	   sub,     adder,    difference, value,   bvsub,                                          \
	   "bvsub",       plain,   binary,     "-",  SUM,      binary,  always)                    \
	X(MUL,      mul,      2, TWO,    A,     _,         _,        COMMUTES, _,                  \
	   mul,     product,  product,    value,   bvmul,                                          \
	   "bvmul",       plain,   binary,     "*",  PRODUCT,  binary,  product)                   \
	X(UDIV,     udiv,     2, TWO,    A,     QUOTIENT,  UNSIGNED, _,        DIVISION,           \
	   divide,  quotient, quotient,   value,   bvudiv,                                         \
	   "bvudiv",      plain,   binary,     "/",  PRODUCT,  binary,  short)                     \
	X(SDIV,     sdiv,     2, TWO,    A,     QUOTIENT,  SIGNED,   _,        DIVISION,           \
	   divide,  quotient, division,   value,   bvsdiv,                                         \
	   "bvsdiv",      plain,   binary,     "/",  PRODUCT,  binary,  always)                    \
	X(UREM,     urem,     2, TWO,    A,     REMAINDER, UNSIGNED, _,        DIVISION,           \
	   divide,  quotient, division,   value,   bvurem,                                         \
	   "bvurem",      plain,   binary,     "%",  PRODUCT,  binary,  short)                     \
	X(SREM,     srem,     2, TWO,    A,     REMAINDER, SIGNED,   _,        DIVISION,           \
	   divide,  quotient, division,   value,   bvsrem,                                         \
	   "bvsrem",      plain,   binary,     "%",  PRODUCT,  binary,  always)                    \
	X(SHL,      shl,      2, TWO,    A,     SHIFT,     _,        _,        _,                  \
	   shift,   shifter,  left,       value,   bvshl,                                          \
	   "bvshl",       plain,   binary,     "<<", SHIFT,    binary,  always)                    \
	X(LSHR,     lshr,     2, TWO,    A,     SHIFT,     UNSIGNED, _,        _,                  \
	   shift,   shifter,  none,       value,   bvlshr,                                         \
	   "bvlshr",      plain,   binary,     ">>", SHIFT,    binary,  short)                     \
	X(ASHR,     ashr,     2, TWO,    A,     SHIFT,     SIGNED,   _,        _,                  \
	   shift,   shifter,  none,       value,   bvashr,                                         \
	   "bvashr",      plain,   binary,     ">>", SHIFT,    binary,  always)                    \
	X(AND,      and,      2, TWO,    A,     _,         _,        COMMUTES, _,                  \
	   bits,    bit,      mask,       and,     bvand,                                          \
	   "bvand",       plain,   binary,     "&",  BITAND,   binary,  bits)                      \
	X(OR,       or,       2, TWO,    A,     _,         _,        COMMUTES, _,                  \
	   bits,    bit,      bits,       or,      bvor,                                           \
	   "bvor",        plain,   binary,     "|",  BITOR,    binary,  bits)                      \
	X(XOR,      xor,      2, TWO,    A,     _,         _,        COMMUTES, _,                  \
	   bits,    choice,   bits,       xor,     bvxor,                                          \
	   "bvxor",       plain,   binary,     "^",  XOR,      binary,  bits)                      \
	X(EQ,       eq,       2, TWO,    BIT,   EQUAL,     _,        COMMUTES, _,                  \
	   compare, compare,  equal,      equal,   eq,                                             \
	   "=",           compare, none,       "==", EQUAL,    width,   always)                    \
	X(ULT,      ult,      2, TWO,    BIT,   LESS,      UNSIGNED, _,        _,                  \
	   compare, compare,  order,      order,   bvult,                                          \
	   "bvult",       compare, none,       "<",  ORDER,    width,   always)                    \
	X(ULE,      ule,      2, TWO,    BIT,   AT_MOST,   UNSIGNED, _,        _,                  \
	   compare, compare,  order,      order,   bvule,                                          \
	   "bvule",       compare, none,       "<=", ORDER,    width,   always)                    \
	X(SLT,      slt,      2, TWO,    BIT,   LESS,      SIGNED,   _,        _,                  \
	   compare, compare,  order,      order,   bvslt,                                          \
	   "bvslt",       compare, none,       "<",  ORDER,    width,   always)                    \
	X(SLE,      sle,      2, TWO,    BIT,   AT_MOST,   SIGNED,   _,        _,                  \
	   compare, compare,  order,      order,   bvsle,                                          \
	   "bvsle",       compare, none,       "<=", ORDER,    width,   always)                    \
	X(CONCAT,   concat,   2, JOIN,   SUM,   _,         _,        _,        _,                  \
	   concat,  none,     concat,     value,   concat,                                         \
	   "concat",      plain,   concat,     "|",  BITOR,    concat,  always)                    \
	X(EXTRACT,  extract,  1, CUT,    GIVEN, _,         _,        _,        _,                  \
	   extract, none,     extract,    bit,     extract,                                        \
	   "extract",     extract, cut,        ">>", SHIFT,    extract, always)                    \
	X(ZEXT,     zext,     1, WIDEN,  GIVEN, _,         _,        _,        _,                  \
	   extend,  none,     zext,       value,   zext,                                           \
	   "zero_extend", extend,  zext,       "",   UNARY,    zext,    always)                    \
	X(SEXT,     sext,     1, WIDEN,  GIVEN, _,         _,        _,        _,                  \
	   extend,  none,     sext,       value,   sext,                                           \
	   "sign_extend", extend,  sext,       "",   UNARY,    sext,    always)                    \
	X(ITE,      ite,      3, PICK,   B,     _,         _,        _,        _,                  \
	   ite,     choice,   choice,     choice,  ite,                                            \
	   "ite",         choice,  none,       "?",  CHOICE,   choice,  always)                    \
	X(TABLE,    _,        0, LEAF,   NONE,  _,         _,        _,        _,                  \
	   unknown, none,     none,       value,   none,                                           \
	   "table",       table,   none,       "",   CHOICE,   width,   always)                    \
	X(STORE,    store,    3, STORE,  NONE,  _,         _,        _,        ARRAY,              \
	   unknown, none,     none,       value,   none,                                           \
	   "store",       plain,   none,       "",   CHOICE,   width,   always)                    \
	X(READ,     read,     2, READ,   BYTE,  _,         _,        _,        ARRAY,              \
	   read,    none,     read,       value,   none,                                           \
	   "select",      plain,   read,       "",   UNARY,    int,     always)                    \
	X(TEXTCHAR, textchar, 1, CHAR,   BYTE,  _,         _,        _,        TEXT,               \
	   text,    none,     char,       value,   float,                                          \
	   "char",        plain,   text,       "",   UNARY,    int,     always)                    \
	X(TEXTLEN,  textlen,  1, LENGTH, WORD,  _,         _,        _,        TEXT,               \
	   text,    none,     length,     value,   float,                                          \
	   "length",      plain,   text,       "",   UNARY,    int,     always)                    \
	X(FLOAT1,   float1,   1, FONE,   GIVEN, _,         _,        _,        FLOAT,              \
	   unknown, float,    float,      value,   float,                                          \
	   "float1",      float,   float,      "",   UNARY,    width,   always)                    \
	X(FLOAT2,   float2,   2, FTWO,   GIVEN, _,         _,        _,        FLOAT,              \
	   unknown, float,    float,      value,   float,                                          \
	   "float2",      float,   float,      "",   UNARY,    width,   always)                    \
	X(FLOAT3,   float3,   3, FTHREE, GIVEN, _,         _,        _,        FLOAT,              \
	   unknown, float,    float,      value,   float,                                          \
	   "float3",      float,   float,      "",   UNARY,    width,   always)
/* clang-format on */

typedef enum ExprOp {
#define X(NAME, ...) EXPR_##NAME,
	EXPR_OPS(X)
#undef X
		EXPR_N_OPS
} ExprOp;

#endif
