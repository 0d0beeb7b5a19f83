/* fenv.c: the floating-point environment. Numbers are always rounded to nearest. A function that
 * would change that, or read the flags of a computation, ends the run. */
#include <fenv.h>
#include <string.h>
#include "core.h"

/* Flags of a process that has just started; nobody can notice that they were cleared. */
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

/* The result of glibc if nothing was changed. */
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
