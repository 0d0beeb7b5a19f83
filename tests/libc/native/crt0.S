/* crt0.S: process entry, setjmp family and the raw system call for native builds of libc/.
 *
 * In the machine all of this is built in; here it exists so that the library can be linked
 * into an ordinary static program and compared with glibc.
 */
	.text
	.globl _start
_start:
	xor %ebp, %ebp
	mov %rsp, %rdi
	and $-16, %rsp
	call shim_start
	hlt

/* long __drift_raw_syscall(nr, a, b, c, d, e, f) */
	.globl __drift_raw_syscall
__drift_raw_syscall:
	mov %rdi, %rax
	mov %rsi, %rdi
	mov %rdx, %rsi
	mov %rcx, %rdx
	mov %r8, %r10
	mov %r9, %r8
	mov 8(%rsp), %r9
	syscall
	ret

	.globl shim_sigreturn
shim_sigreturn:
	mov $15, %eax
	syscall

/* jmp_buf: rbx rbp r12-r15 rsp rip, then __mask_was_saved and the mask as glibc lays them out. */
	.globl setjmp, _setjmp, __sigsetjmp
setjmp:
	mov $1, %esi
	jmp __sigsetjmp
_setjmp:
	xor %esi, %esi
__sigsetjmp:
	mov %rbx, (%rdi)
	mov %rbp, 8(%rdi)
	mov %r12, 16(%rdi)
	mov %r13, 24(%rdi)
	mov %r14, 32(%rdi)
	mov %r15, 40(%rdi)
	lea 8(%rsp), %rdx
	mov %rdx, 48(%rdi)
	mov (%rsp), %rdx
	mov %rdx, 56(%rdi)
	jmp shim_save_mask

	.globl shim_jump
shim_jump:
	mov %esi, %eax
	mov (%rdi), %rbx
	mov 8(%rdi), %rbp
	mov 16(%rdi), %r12
	mov 24(%rdi), %r13
	mov 32(%rdi), %r14
	mov 40(%rdi), %r15
	mov 48(%rdi), %rsp
	jmp *56(%rdi)

	.section .note.GNU-stack, "", @progbits
