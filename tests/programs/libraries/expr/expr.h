/* expr.h: arithmetic in a text: + - * / and parentheses. */
#ifndef EXPR_H
#define EXPR_H

/* The value; *error is the column, from 1, of what is wrong, or 0. */
int expr_eval(const char *text, int *error);

#endif
