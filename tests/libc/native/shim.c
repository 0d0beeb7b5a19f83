/* shim.c: the machine's side of libc/drift.h, done natively.
 *
 * Lets the subjects' C library be linked into a static program without glibc, so that
 * tests/libc/native/compare.sh can hold it against glibc byte for byte. Only what the machine
 * has built in is here; a function missing from libc/ must stay missing.
 */
#include <elf.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <asm/prctl.h>
#include "drift.h"

#undef errno

long __drift_raw_syscall(long nr, long a, long b, long c, long d, long e, long f);
void shim_sigreturn(void);
_Noreturn void shim_jump(struct __jmp_buf_tag *env, int value);
void __drift_start(int (*main_fn)(int, char **, char **), int argc, char **argv, char **envp);
int main(int argc, char **argv, char **envp);

/* What glibc's static libm refers to and nothing else of ours provides. */
__thread int errno;
extern __thread int __libc_errno __attribute__((alias("errno")));
char _dl_x86_cpu_features[4096];

/* ---- system calls ---- */

/* The kernel's struct sigaction; the machine needs no restorer, the kernel does. */
struct kernel_action {
	void *handler;       /* or SIG_DFL, SIG_IGN */
	unsigned long flags; /* SA_* */
	void (*restorer)(void);
	unsigned long mask; /* signal n is bit n-1 */
};

#define SA_RESTORER_BIT 0x04000000ul

long __drift_syscall(long nr, long a, long b, long c, long d, long e, long f)
{
	if (nr == SYS_rt_sigaction && b) {
		struct kernel_action act = *(struct kernel_action *)b;
		act.flags |= SA_RESTORER_BIT;
		act.restorer = shim_sigreturn;
		return __drift_raw_syscall(nr, a, (long)&act, c, d, e, f);
	}
	return __drift_raw_syscall(nr, a, b, c, d, e, f);
}

static void say(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	__drift_raw_syscall(SYS_write, 2, (long)s, (long)n, 0, 0, 0);
}

static _Noreturn void die(const char *what, const char *detail)
{
	say("shim: ");
	say(what);
	say(detail);
	say("\n");
	for (;;)
		__drift_raw_syscall(SYS_exit_group, 99, 0, 0, 0, 0, 0);
}

/* Natively every value is known. */
int __drift_number_text(char *buf, size_t cap, uintmax_t value, const struct drift_number *how,
						int pin, size_t *counted)
{
	(void)buf, (void)cap, (void)value, (void)how, (void)pin, (void)counted;
	return -1;
}

int __drift_text_number(const char *s, int base, uint64_t *value, char **end)
{
	(void)s, (void)base, (void)value, (void)end;
	return 0;
}

int __drift_text_float(const char *s, int bits, void *value, char **end)
{
	(void)s, (void)bits, (void)value, (void)end;
	return 0;
}

long __drift_settle(long value)
{
	return value;
}

_Noreturn void __drift_unsupported(const char *what)
{
	die("unsupported: ", what);
}

/* ---- memory operations ---- */

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	void *d = dst;
	__asm__ volatile("rep movsb" : "+D"(d), "+S"(src), "+c"(n) : : "memory");
	return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
	if ((uintptr_t)dst - (uintptr_t)src >= n)
		return memcpy(dst, src, n);
	char *d = (char *)dst + n - 1;
	const char *s = (const char *)src + n - 1;
	__asm__ volatile("std; rep movsb; cld" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	void *d = dst;
	__asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(c) : "memory");
	return dst;
}

/* ---- the heap: bump allocation, nothing reused, everything poisoned ---- */

#define HEAP_SIZE (1ul << 36)
#define LIVE 0x6c69766521626c6bul
#define DEAD 0x6465616421626c6bul

struct block {
	size_t size;         /* as asked for */
	unsigned long state; /* LIVE or DEAD */
};

static char *heap_at, *heap_end;

void *__drift_alloc(size_t size, size_t align, int zero)
{
	if (!heap_at) {
		long p = __drift_raw_syscall(SYS_mmap, 0, HEAP_SIZE, PROT_READ | PROT_WRITE,
									 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p < 0)
			die("no heap", "");
		heap_at = (char *)p;
		heap_end = heap_at + HEAP_SIZE;
	}
	if (align < 16)
		align = 16;
	if (size > HEAP_SIZE || align > HEAP_SIZE)
		return NULL;
	uintptr_t p = ((uintptr_t)heap_at + sizeof(struct block) + align - 1) & -align;
	if (p + size > (uintptr_t)heap_end)
		return NULL;
	struct block *b = (struct block *)p - 1;
	b->size = size;
	b->state = LIVE;
	heap_at = (char *)p + size + 16;
	/* Fresh pages are zero: large zeroed blocks cost nothing, others show missing initialisation.
	 */
	if (!zero)
		memset((void *)p, 0xa5, size < 65536 ? size : 65536);
	return (void *)p;
}

static struct block *find(const void *p, const char *who)
{
	struct block *b = (struct block *)(uintptr_t)p - 1;
	if ((char *)p > heap_at || heap_at - (char *)p > (long)HEAP_SIZE || b->state != LIVE)
		die(who, ": not a live heap block");
	return b;
}

void __drift_free(void *p)
{
	if (!p)
		return;
	struct block *b = find(p, "free");
	b->state = DEAD;
	memset(p, 0x5a, b->size < 65536 ? b->size : 65536);
}

size_t __drift_alloc_size(const void *p)
{
	return find(p, "alloc_size")->size;
}

/* Blocks here have no room to grow into. */
size_t __drift_alloc_grow(void *p, size_t size)
{
	(void)size;
	return find(p, "alloc_grow")->size;
}

/* ---- setjmp, longjmp ---- */

int shim_save_mask(struct __jmp_buf_tag *env, int save)
{
	env->__mask_was_saved = save;
	if (save)
		__drift_raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&env->__saved_mask, 8, 0, 0);
	return 0;
}

_Noreturn void longjmp(struct __jmp_buf_tag env[1], int value)
{
	if (env->__mask_was_saved)
		__drift_raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&env->__saved_mask, 0, 8, 0, 0);
	shim_jump(env, value ? value : 1);
}

_Noreturn void _longjmp(struct __jmp_buf_tag env[1], int value)
{
	longjmp(env, value);
}

_Noreturn void siglongjmp(sigjmp_buf env, int value)
{
	longjmp(env, value);
}

_Noreturn void __longjmp_chk(struct __jmp_buf_tag env[1], int value)
{
	longjmp(env, value);
}

/* ---- start ---- */

typedef void ctor_fn(int, char **, char **);
typedef void dtor_fn(void);
extern ctor_fn *__init_array_start[], *__init_array_end[];
extern dtor_fn *__fini_array_start[], *__fini_array_end[];
extern const Elf64_Rela __rela_iplt_start[], __rela_iplt_end[];

void __drift_run_ctors(int argc, char **argv, char **envp)
{
	for (ctor_fn **f = __init_array_start; f < __init_array_end; f++)
		(*f)(argc, argv, envp);
}

void __drift_run_dtors(void)
{
	for (dtor_fn **f = __fini_array_end; f > __fini_array_start;)
		(*--f)();
}

/* Thread pointer block: the static TLS image ends where the pointer points. */
static char tls_block[8192] __attribute__((aligned(64)));

static void set_up_tls(const Elf64_auxv_t *aux)
{
	const Elf64_Phdr *ph = NULL;
	size_t count = 0;
	for (; aux->a_type != AT_NULL; aux++) {
		if (aux->a_type == AT_PHDR)
			ph = (const Elf64_Phdr *)aux->a_un.a_val;
		if (aux->a_type == AT_PHNUM)
			count = aux->a_un.a_val;
	}
	char *tp = tls_block + 4096;
	for (size_t i = 0; i < count; i++)
		if (ph[i].p_type == PT_TLS) {
			size_t size = (ph[i].p_memsz + ph[i].p_align - 1) & -ph[i].p_align;
			if (size > 4096)
				die("TLS image too large", "");
			memcpy(tp - size, (const void *)ph[i].p_vaddr, ph[i].p_filesz);
		}
	*(void **)tp = tp;
	__drift_raw_syscall(SYS_arch_prctl, ARCH_SET_FS, (long)tp, 0, 0, 0, 0);
}

void shim_start(long *sp)
{
	int argc = (int)sp[0];
	char **argv = (char **)(sp + 1);
	char **envp = argv + argc + 1;
	char **end = envp;
	while (*end)
		end++;
	set_up_tls((const Elf64_auxv_t *)(end + 1));
	for (const Elf64_Rela *r = __rela_iplt_start; r < __rela_iplt_end; r++)
		*(uintptr_t *)r->r_offset = ((uintptr_t(*)(void))r->r_addend)();
	__drift_start(main, argc, argv, envp);
}
