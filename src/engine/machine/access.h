/* access.h: private to src/engine/machine: the subject's memory on the generic path.
 *
 * Every function checks the bytes that it touches. One that returns bool returns false when the
 * access is an error; the run has ended then, with a report.
 */
#ifndef DRIFT_MACHINE_ACCESS_H
#define DRIFT_MACHINE_ACCESS_H

#include "engine/load/program.h"
#include "engine/machine/machine.h"
#include "engine/machine/value.h"
#include "engine/code/code.h"

/* Finds the object, or the local in it, that contains the address. */
bool access_home(const Machine *m, u64 addr, u64 *lo, u64 *size);
bool access_check(Machine *m, u64 addr, u64 n, bool write);
bool access_load(Machine *m, u64 addr, Type t, Tag addr_tag, Value *out);
/* Likewise for bytes that were checked, without their expression. */
void access_take_bits(Machine *m, u64 addr, Type t, Tag addr_tag, Value *out);
bool access_store(Machine *m, u64 addr, Type t, Tag addr_tag, Value v);
/* Reports an error if a copy of n bytes overlaps itself, unless source and destination are
 * equal. */
bool access_apart(Machine *m, u64 to, u64 from, u64 n);
bool access_copy(Machine *m, u64 to, u64 from, u64 n);
bool access_fill(Machine *m, u64 to, Value byte, u64 n);
bool access_read(void *machine, u64 addr, void *to, Tag *tags, size_t n);
bool access_write(void *machine, u64 addr, const void *from, const Tag *tags, size_t n);
bool access_tagged(void *machine, u64 addr, size_t n);
bool access_text(void *machine, u64 addr, Buf *to);
/* Returns how many bytes from addr on can be read and have all their bits set, up to most. *deps: what that
 * depends on. */
u64 access_defined(Machine *m, u64 addr, u64 most, Tag *deps);
/* fresh.c: like access_check for a write, but nothing is reported */
bool fresh_may_write(const Machine *m, u64 addr, u64 n);
/* Executes the store at pc if it stores a plain value to writable bytes. */
bool fresh_store(Machine *m, const Reg *regs, const Code *pc, u16 op);
/* Likewise for a plain value of 1, 2, 4 or 8 bytes. */
bool fresh_write(Machine *m, u64 addr, u64 value, u32 size);

#endif
