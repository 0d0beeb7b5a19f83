/* fenv.c: the environment of floating point. Numbers are rounded to nearest, always. What would
 * change that, or look at the flags of what was computed, ends the run.
 */
#include <fenv.h>
#include <string.h>
#include "core.h"

/* Flags of a process that has just begun; nobody can tell that they were cleared. */
int feclearexcept(int which)
{
	(void)which;
	return 0;
}

int fetestexcept(int which)
{
	if (which & FE_ALL_EXCEPT)
		__drift_unsupported("fetestexcept");
	return 0;
}

int feraiseexcept(int which)
{
	(void)which;
	return 0;
}

int fegetexceptflag(fexcept_t *flag, int which)
{
	if (which & FE_ALL_EXCEPT)
		__drift_unsupported("fegetexceptflag");
	*flag = 0;
	return 0;
}

int fesetexceptflag(const fexcept_t *flag, int which)
{
	(void)flag;
	(void)which;
	return 0;
}

int fegetround(void)
{
	return FE_TONEAREST;
}

int fesetround(int direction)
{
	if (direction & ~0xc00)
		return 1;
	if (direction != FE_TONEAREST)
		__drift_unsupported("fesetround to another direction than the nearest");
	return 0;
}

/* What glibc finds when nothing was changed. */
int fegetenv(fenv_t *env)
{
	memset(env, 0, sizeof *env);
	env->__control_word = 0x37f;
	env->__tags = 0xffff;
	env->__mxcsr = 0x1f80;
	return 0;
}

int feholdexcept(fenv_t *env)
{
	return fegetenv(env);
}

int fesetenv(const fenv_t *env)
{
	if (env == FE_NOMASK_ENV)
		__drift_unsupported("fesetenv of FE_NOMASK_ENV");
	return 0;
}

int feupdateenv(const fenv_t *env)
{
	return fesetenv(env);
}

int feenableexcept(int which)
{
	if (which & FE_ALL_EXCEPT)
		__drift_unsupported("feenableexcept");
	return 0;
}

int fedisableexcept(int which)
{
	(void)which;
	return 0;
}

int fegetexcept(void)
{
	return 0;
}
