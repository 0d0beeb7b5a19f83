/* stack.c: reads call stacks of stopped tasks, with libdwfl. */
#include "env/replay/replay.h"

#include <elfutils/libdwfl.h>

enum { MAX_FRAMES = 24 };

typedef struct StackWalk {
	Dwfl *dwfl;
	Buf *out;
	int frames;
} StackWalk;

/* The line of an address, by the line tables of the module. clang writes no .debug_aranges, and without
 * these libdwfl finds no unit for an address; so the units are asked one by one. */
static const char *source_line(Dwfl_Module *module, Dwarf_Addr at, int *line)
{
	Dwfl_Line *known = dwfl_module_getsrc(module, at);
	Dwarf_Addr bias = 0;
	if (known)
		return dwfl_lineinfo(known, NULL, line, NULL, NULL, NULL);
	for (Dwarf_Die *unit = NULL; (unit = dwfl_module_nextcu(module, unit, &bias));) {
		if (dwarf_haspc(unit, at - bias) <= 0)
			continue;
		Dwarf_Line *found = dwarf_getsrc_die(unit, at - bias);
		if (found && dwarf_lineno(found, line) == 0)
			return dwarf_linesrc(found, NULL, NULL);
	}
	return NULL;
}

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
	int lineno = 0;
	const char *source = module ? source_line(module, at, &lineno) : NULL;
	if (symbol)
		buf_adds(w->out, symbol);
	else
		buf_addf(w->out, "%#llx", (unsigned long long)pc);
	if (source && lineno)
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
