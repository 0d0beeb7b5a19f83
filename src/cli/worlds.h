/* worlds.h: drift test's search in other worlds.
 *
 * The first search runs both versions in one world: today's clock, the host's name, only the variables
 * and files that the user gave. If it finds no difference, the versions may still differ in another
 * world. So drift searches again, with what the program asked for as inputs. One search varies the
 * clock, ids, random numbers and the host's name; another one follows if that leads to more of these. Then each variable that is not set, and each file
 * below the working directory that does not exist, is set or made alone; then all of these together.
 * Each search begins with boundary values. All of them together get a fifth of the budget at most.
 *
 * A difference that they find is reported like any other. If they find none, the first result is
 * reported, and worlds_mark adds what was tried. They never change the first verdict. */
#ifndef DRIFT_WORLDS_H
#define DRIFT_WORLDS_H

#include "cli/pair.h"
#include "clients/test/test.h"

typedef struct Worlds Worlds;

/* Part of the time that the first search leaves to the second, if the program asks for something. */
#define WORLDS_SHARE 0.2

/* Returns true if --world says so or is not given. */
bool worlds_parse(const PairCommand *o, bool *wanted, Err *err);
/* Collects what the first search asked for. Returns NULL if nothing can vary, or no budget is left. */
Worlds *worlds_new(const PairJob *job, const Result *first);
/* Prepares the next search. Returns false if there is none, the time is up, or err says why not. The
 * caller runs a tester with the configuration of worlds_job, and calls worlds_mark if it found nothing. */
bool worlds_next(Worlds *w, Err *err);
PairJob *worlds_job(Worlds *w);
/* Adds to the first result what the latest search, which found nothing, has tried, and on what that depends.
 * `result` is its result. */
void worlds_mark(Worlds *w, const Comparison *latest, const Result *result, Result *first);
/* Takes what the latest search asked for beyond that: a variable that is set may lead to more. */
void worlds_learn(Worlds *w, const Result *latest);
void worlds_free(Worlds *w);

#endif
