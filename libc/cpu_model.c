/* cpu_model.c: the data that __builtin_cpu_supports and __builtin_cpu_is read.
 *
 * The machine's processor has no extensions beyond x86-64, and its cpuid agrees. */

/* Laid out as libgcc's; all zero: an unknown vendor, no features. */
struct cpu_model {
	unsigned vendor, type, subtype, features[1];
};

struct cpu_model __cpu_model;
unsigned __cpu_features2[3];

int __cpu_indicator_init(void)
{
	return 0;
}
