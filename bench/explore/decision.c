/* decision.c: a decision program on twelve integers: which of two pumps a tank needs.
 * explore: -- @int @int @int @int @int @int @int @int @int @int @int @int
 * klee:
 *
 * Sensors, limits and modes come in as arguments; the answer is one line. The logic is nested and
 * short-circuit conditions over comparisons, as in controllers that grew for years.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_PRESSURE = 600, MIN_GAP = 300, HIGH_FLOW = 740 };
enum { NONE, FILL, DRAIN };

static int level;         /* arg 1: own level */
static int confident;     /* arg 2: the level sensor is trusted */
static int valid_pair;    /* arg 3: both reports are from the same second */
static int own_rate;      /* arg 4: change of the own level */
static int other_level;   /* arg 5: level of the other tank */
static int limit_index;   /* arg 6: which of the limits counts */
static int fill_margin;   /* arg 7: what is left when filling */
static int drain_margin;  /* arg 8: what is left when draining */
static int other_advice;  /* arg 9: 0 none, 1 do not fill, 2 do not drain */
static int other_capable; /* arg 10: 1 if the other tank talks to us */
static int operator_stop; /* arg 11: the operator forbids to fill */
static int quick_fill;    /* arg 12: filling is assisted */
static const int limits[4] = {400, 500, 640, 740};

static int limit(void)
{
	return limit_index < 2 ? limits[limit_index & 1] : limits[2 + (limit_index & 1)];
}

static int fill_bias(void)
{
	return quick_fill ? fill_margin + 100 : fill_margin;
}

static int other_is_above(void)
{
	return other_level > level;
}

static int other_is_below(void)
{
	return level > other_level;
}

static int fill_is_safe(void)
{
	int prefer = fill_bias() > drain_margin;
	if (prefer)
		return !other_is_below() || (other_is_below() && !(drain_margin >= limit()));
	return other_is_above() && level - other_level >= MIN_GAP && fill_margin >= limit();
}

static int drain_is_safe(void)
{
	int prefer = fill_bias() > drain_margin;
	if (prefer)
		return other_is_below() && other_level - level >= MIN_GAP && drain_margin >= limit();
	return !other_is_above() || (other_is_above() && fill_margin >= limit());
}

static int decide(void)
{
	int enabled = confident && own_rate <= MAX_PRESSURE && level - other_level > HIGH_FLOW;
	int capable = other_capable == 1;
	int not_known = valid_pair && other_advice == 0;
	if (!enabled || ((!capable || !not_known) && capable))
		return NONE;
	int need_fill = fill_is_safe() && other_is_below();
	int need_drain = drain_is_safe() && other_is_above();
	if (need_fill && need_drain)
		return NONE;
	if (need_fill)
		return operator_stop ? NONE : FILL;
	return need_drain ? DRAIN : NONE;
}

#ifdef KLEE
void klee_make_symbolic(void *at, size_t n, const char *name);
#endif

int main(int argc, char **argv)
{
	static int *const inputs[12] = {&level,        &confident,     &valid_pair,    &own_rate,
									&other_level,  &limit_index,   &fill_margin,   &drain_margin,
									&other_advice, &other_capable, &operator_stop, &quick_fill};
	static const char *const names[] = {"none", "fill", "drain"};
#ifdef KLEE
	(void)argc;
	(void)argv;
	for (int i = 0; i < 12; i++)
		klee_make_symbolic(inputs[i], sizeof *inputs[i], "input");
#else
	if (argc < 13) {
		puts("twelve numbers are needed");
		return 2;
	}
	for (int i = 0; i < 12; i++)
		*inputs[i] = atoi(argv[i + 1]);
#endif
	puts(names[decide()]);
	return 0;
}
