/* strsignal.c: names and descriptions of signals. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "core.h"

static const struct signal_text {
	int number;
	const char *name; /* without SIG */
	const char *text;
} signals[] = {
	{SIGHUP, "HUP", "Hangup"},
	{SIGINT, "INT", "Interrupt"},
	{SIGQUIT, "QUIT", "Quit"},
	{SIGILL, "ILL", "Illegal instruction"},
	{SIGTRAP, "TRAP", "Trace/breakpoint trap"},
	{SIGABRT, "ABRT", "Aborted"},
	{SIGBUS, "BUS", "Bus error"},
	{SIGFPE, "FPE", "Floating point exception"},
	{SIGKILL, "KILL", "Killed"},
	{SIGUSR1, "USR1", "User defined signal 1"},
	{SIGSEGV, "SEGV", "Segmentation fault"},
	{SIGUSR2, "USR2", "User defined signal 2"},
	{SIGPIPE, "PIPE", "Broken pipe"},
	{SIGALRM, "ALRM", "Alarm clock"},
	{SIGTERM, "TERM", "Terminated"},
	{SIGSTKFLT, "STKFLT", "Stack fault"},
	{SIGCHLD, "CHLD", "Child exited"},
	{SIGCONT, "CONT", "Continued"},
	{SIGSTOP, "STOP", "Stopped (signal)"},
	{SIGTSTP, "TSTP", "Stopped"},
	{SIGTTIN, "TTIN", "Stopped (tty input)"},
	{SIGTTOU, "TTOU", "Stopped (tty output)"},
	{SIGURG, "URG", "Urgent I/O condition"},
	{SIGXCPU, "XCPU", "CPU time limit exceeded"},
	{SIGXFSZ, "XFSZ", "File size limit exceeded"},
	{SIGVTALRM, "VTALRM", "Virtual timer expired"},
	{SIGPROF, "PROF", "Profiling timer expired"},
	{SIGWINCH, "WINCH", "Window changed"},
	{SIGPOLL, "POLL", "I/O possible"},
	{SIGPWR, "PWR", "Power failure"},
	{SIGSYS, "SYS", "Bad system call"},
};

static const struct signal_text *find(int number)
{
	for (size_t i = 0; i < LENGTH(signals); i++)
		if (signals[i].number == number)
			return &signals[i];
	return NULL;
}

const char *sigabbrev_np(int number)
{
	const struct signal_text *s = find(number);
	return s ? s->name : NULL;
}

const char *sigdescr_np(int number)
{
	const struct signal_text *s = find(number);
	return s ? s->text : NULL;
}

char *strsignal(int number)
{
	static char made[32];
	const struct signal_text *s = find(number);
	if (s)
		return (char *)s->text;
	if (number >= 34 && number <= 64)
		snprintf(made, sizeof made, "Real-time signal %d", number - 34);
	else
		snprintf(made, sizeof made, "Unknown signal %d", number);
	return made;
}
