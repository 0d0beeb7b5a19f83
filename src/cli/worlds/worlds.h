/* worlds.h: the search in other worlds, of drift test, diff and check.
 *
 * The first search runs both versions in one world: today's clock, the host's name, only the variables
 * and files that the user gave. If it finds no difference, the versions may still differ in another
 * world. So drift searches again, with what the program asked for as inputs. One search varies the
 * clock, ids, random numbers, the host's name and the kind of standard input; another one follows if that
 * leads to more of these. Then each variable that is not set, and each file below the working directory that
 * does not exist, is set or made alone; then all of these together. A function (--entry) gets no variables
 * and no files.
 * Each search begins with boundary values. All of them together get a fifth of the budget at most.
 *
 * A difference that they find is reported like any other. If they find none, the first result is
 * reported, with what was tried. They never change the first verdict. */
#ifndef DRIFT_WORLDS_H
#define DRIFT_WORLDS_H

#include "cli/pair.h"

typedef struct Worlds Worlds;

/* Part of the time that the first search leaves to the second, if the program asks for something. */
#define WORLDS_SHARE 0.2

/* Returns true if --world says so or is not given. */
bool worlds_parse(const PairCommand *o, bool *wanted, Err *err);
/* Collects what the first search asked for. Returns NULL if nothing can vary, or no budget is left. */
Worlds *worlds_new(const PairJob *job, const Result *first);
/* One search of a command in another world. */
typedef struct WorldsClient {
	void *ctx;
	/* Makes a search of the job and runs it; NULL: err says why not. */
	const Comparison *(*search)(void *ctx, PairJob *job, Err *err);
	void (*fill)(void *ctx, Result *own); /* the result of that search */
	void (*end)(void *ctx);               /* frees that search */
} WorldsClient;

/* Searches all of them. Returns true if one found a confirmed difference; then the client has not ended that
 * search. Otherwise adds to the first result what was tried, or why it was not. */
bool worlds_search(Worlds *w, const WorldsClient *client, Result *first);
PairJob *worlds_job(Worlds *w); /* of the latest search */
void worlds_free(Worlds *w);

#endif
