/* advisory: should an aircraft climb or descend to avoid another one?
 *
 * advisory takes twelve integers (see enum input) and prints one word: "none", "climb" or
 * "descend". Exit status: 0 for no advice, 1 to climb, 2 to descend, 3 for bad usage.
 */
#include <stdio.h>
#include <stdlib.h>

#define MIN_SEPARATION 600 /* feet; below it a conflict is over */
#define MAX_RATE 600       /* feet per minute; above it the track is not stable */
#define CLIMB_BONUS 100    /* feet that a prevented climb would have gained */
#define LAYERS 4

enum input {
	SEPARATION,     /* present vertical separation */
	RELIABLE,       /* the track of the other aircraft is reliable */
	SECOND_REPORT,  /* a second report confirms it */
	OWN_ALTITUDE,   /* feet */
	OWN_RATE,       /* feet per minute */
	OTHER_ALTITUDE, /* feet */
	LAYER,          /* altitude layer, chooses the protected distance */
	UP_GAP,         /* separation expected after a climb */
	DOWN_GAP,       /* separation expected after a descent */
	OTHER_INTENT,   /* what the other aircraft announced */
	OTHER_EQUIPPED, /* 1 if the other aircraft carries the system */
	CLIMB_INHIBIT,  /* this aircraft cannot climb well */
	N_INPUTS
};

enum intent { NO_INTENT, WILL_CLIMB, WILL_DESCEND };

enum advice { NONE, CLIMB, DESCEND };

static const int protected_distance[LAYERS] = {400, 500, 640, 740};
static const char *const names[] = {"none", "climb", "descend"};

static int in[N_INPUTS];

static int distance(void)
{
	return protected_distance[in[LAYER]];
}

/* The gap of a climb, with what an inhibited climb would have gained. */
static int climb_gap(void)
{
	return in[CLIMB_INHIBIT] ? in[UP_GAP] + CLIMB_BONUS : in[UP_GAP];
}

static int own_below(void)
{
	return in[OWN_ALTITUDE] < in[OTHER_ALTITUDE];
}

static int own_above(void)
{
	return in[OTHER_ALTITUDE] < in[OWN_ALTITUDE];
}

static int climb_is_better(void)
{
	return climb_gap() > in[DOWN_GAP];
}

/* Climbing helps: either it keeps us clear, or going down would not. */
static int may_climb(void)
{
	int result;
	if (climb_is_better())
		result = !own_below() || (own_below() && !(in[DOWN_GAP] >= distance()));
	else
		result = own_above() && in[UP_GAP] >= distance();
	return result;
}

static int may_descend(void)
{
	int result;
	if (climb_is_better())
		result = own_below() && in[DOWN_GAP] >= distance();
	else
		result = !own_above() || (own_above() && in[UP_GAP] >= distance());
	return result;
}

static int conflict(void)
{
	return in[RELIABLE] && in[OWN_RATE] <= MAX_RATE && in[SEPARATION] > MIN_SEPARATION;
}

static int intent_unknown(void)
{
	return in[SECOND_REPORT] && in[OTHER_INTENT] == NO_INTENT;
}

static enum advice advise(void)
{
	int equipped = in[OTHER_EQUIPPED] == 1;
	if (!conflict())
		return NONE;
	if (equipped && !intent_unknown())
		return NONE;
	int up = may_climb() && own_below();
	int down = may_descend() && own_above();
	if (up && down)
		return NONE; /* cannot be both below and above */
	if (up)
		return in[OTHER_INTENT] == WILL_DESCEND ? NONE : CLIMB;
	if (down)
		return in[OTHER_INTENT] == WILL_DESCEND ? NONE : DESCEND;
	return NONE;
}

int main(int argc, char **argv)
{
	if (argc != N_INPUTS + 1) {
		printf("usage: advisory and %d integers\n", N_INPUTS);
		return 3;
	}
	for (int i = 0; i < N_INPUTS; i++)
		in[i] = atoi(argv[i + 1]);
	if (in[LAYER] < 0 || in[LAYER] >= LAYERS) {
		printf("no such layer\n");
		return 3;
	}
	enum advice advice = advise();
	puts(names[advice]);
	return advice;
}
