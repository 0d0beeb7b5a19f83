/* types.c: the type of every operand and result of an instruction, in one place.
 *
 * Who reads a register as wider than it is reads its neighbour: bits and tags of another value, or
 * of none at all.
 */
#include "load/program.h"

Type ins_type_a(const Ins *in)
{
	switch (in->op) {
	case I_SELECT:
	case I_CBR: return 1;
	case I_LOAD:
	case I_STORE:
	case I_GEP:
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_MEMSET:
	case I_ATOMICRMW:
	case I_CMPXCHG:
	case I_IBR:
	case I_VA_START:
	case I_VA_COPY:
	case I_STACKRESTORE: return TYPE_PTR;
	default: return in->type;
	}
}

Type ins_type_b(const Ins *in)
{
	switch (in->op) {
	case I_GEP:
	case I_ALLOCA: return 64;
	case I_MEMSET: return 8;
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_VA_COPY: return TYPE_PTR;
	case I_FBINARY: return in->sub == FF_POWI || in->sub == FF_LDEXP ? 32 : in->type;
	default: return in->type;
	}
}

Type ins_type_c(const Ins *in)
{
	switch (in->op) {
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_MEMSET: return in->type2;
	default: return in->type;
	}
}

Type ins_type_result(const Ins *in)
{
	switch (in->op) {
	case I_TRUNC ... I_BITCAST:
	case I_FPTOSI_SAT:
	case I_FPTOUI_SAT: return in->type2;
	case I_ICMP:
	case I_FCMP:
	case I_FPCLASS: return 1;
	case I_GEP:
	case I_ALLOCA:
	case I_SLOT:
	case I_STACKSAVE: return TYPE_PTR;
	default: return in->type;
	}
}
