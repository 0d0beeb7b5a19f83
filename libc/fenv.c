/* fenv.c: the floating-point environment. Numbers are always rounded to nearest. A function that
 * would change that, or read the flags of a computation, ends the run. */
#include <fenv.h>
#include <string.h>
#include "core.h"

/* Flags that the program has set itself. Those of computations are not known, so that nobody may ask
 * for flags; but drift compares these after a function returned. */
static int raised;

int feclearexcept(int which)
{
	raised &= ~which;
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
	raised |= which & FE_ALL_EXCEPT;
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
	raised = (raised & ~which) | (*flag & which & FE_ALL_EXCEPT);
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
	env->__mxcsr = 0x1f80u | (unsigned)raised;
	return 0;
}

int feholdexcept(fenv_t *env)
{
	fegetenv(env);
	raised = 0;
	return 0;
}

int fesetenv(const fenv_t *env)
{
	if (env == FE_NOMASK_ENV)
		__drift_unsupported("fesetenv of FE_NOMASK_ENV");
	raised = env == FE_DFL_ENV ? 0 : (int)env->__mxcsr & FE_ALL_EXCEPT;
	return 0;
}

int feupdateenv(const fenv_t *env)
{
	int before = raised;
	fesetenv(env);
	raised |= before;
	return 0;
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
