/* stack.c: reads call stacks of stopped tasks, with libdwfl. */
#include "env/replay/replay.h"

#include <elfutils/libdwfl.h>

enum { MAX_FRAMES = 24 };

typedef struct StackWalk {
	Dwfl *dwfl;
	Buf *out;
	int frames;
} StackWalk;

static int add_frame(Dwfl_Frame *frame, void *user)
{
	StackWalk *w = user;
	Dwarf_Addr pc;
	bool activation = true;
	if (w->frames++ >= MAX_FRAMES || !dwfl_frame_pc(frame, &pc, &activation))
		return DWARF_CB_ABORT;
	/* A return address belongs to the instruction before it. */
	Dwarf_Addr at = activation ? pc : pc - 1;
	Dwfl_Module *module = dwfl_addrmodule(w->dwfl, at);
	const char *file =
		module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
	const char *symbol = module ? dwfl_module_addrname(module, at) : NULL;
	Dwfl_Line *line = module ? dwfl_module_getsrc(module, at) : NULL;
	int lineno = 0;
	const char *source = line ? dwfl_lineinfo(line, NULL, &lineno, NULL, NULL, NULL) : NULL;
	if (symbol)
		buf_adds(w->out, symbol);
	else
		buf_addf(w->out, "%#llx", (unsigned long long)pc);
	if (source)
		buf_addf(w->out, " at %s:%d", source, lineno);
	else if (file)
		buf_addf(w->out, " in %s", file);
	buf_addc(w->out, '\n');
	return DWARF_CB_OK;
}

void stack_of(pid_t tgid, pid_t tid, Buf *out)
{
	static char *no_path = NULL; /* do not search for separate debug files elsewhere */
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_linux_proc_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.debuginfo_path = &no_path,
	};
	StackWalk w = {.dwfl = dwfl_begin(&callbacks), .out = out};
	if (!w.dwfl)
		return;
	if (dwfl_linux_proc_report(w.dwfl, tgid) == 0 && dwfl_report_end(w.dwfl, NULL, NULL) == 0 &&
		dwfl_linux_proc_attach(w.dwfl, tgid, true) == 0)
		dwfl_getthread_frames(w.dwfl, tid, add_frame, &w);
	dwfl_end(w.dwfl);
}
