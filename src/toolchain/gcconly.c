/* gcconly.c: options of gcc that a Makefile may contain and clang rejects. */
#include "toolchain/ccline.h"

/* Optimisers, reports and debug details: dropping them changes no program. Each name means -fNAME,
 * -fno-NAME and -fNAME=VALUE; clang 19 rejects all three as unknown. Options that change the
 * language (such as -fplan9-extensions) are not in the list: they must fail. */
static const char names[] =
	"aggressive-loop-optimizations allocation-dce allow-store-data-races analyzer auto-inc-dec "
	"branch-probabilities callgraph-info code-hoisting combine-stack-adjustments compare-elim "
	"conserve-stack cprop-registers crossjumping cse-follow-jumps cse-skip-blocks dce "
	"delayed-branch devirtualize-at-ltrans diagnostics-generate-patch diagnostics-plain-output "
	"diagnostics-show-caret diagnostics-show-cwe diagnostics-show-labels "
	"diagnostics-show-path-depths dse early-inlining forward-propagate gcse-lm graphite "
	"graphite-identity guess-branch-probability harden-compares harden-conditional-branches "
	"hoist-adjacent-loads if-conversion if-conversion2 indirect-inlining inline-atomics "
	"ipa-bit-cp ipa-cp-alignment ipa-cp-clone ipa-icf ipa-icf-functions ipa-icf-variables "
	"ipa-modref ipa-profile ipa-pta ipa-pure-const ipa-ra ipa-reference "
	"ipa-reference-addressable ipa-sra ipa-stack-alignment ipa-strict-aliasing ipa-vrp "
	"ira-hoist-pressure ira-loop-pressure ira-share-save-slots ira-share-spill-slots "
	"isolate-erroneous-paths-attribute isolate-erroneous-paths-dereference "
	"keep-static-functions large-source-files lifetime-dse limit-function-alignment "
	"live-patching live-range-shrinkage loop-block loop-interchange loop-nest-optimize "
	"loop-parallelize-all loop-strip-mine loop-unroll-and-jam lra-remat lto-odr-type-merging "
	"lto-report lto-report-wpa mem-report merge-debug-strings move-loop-invariants "
	"move-loop-stores optimize-strlen partial-inlining peephole peephole2 predictive-commoning "
	"printf-return-value ree reorder-blocks-and-partition reorder-functions "
	"report-bug rerun-cse-after-loop rerun-loop-opt reschedule-modulo-scheduled-loops "
	"sched-critical-path-heuristic sched-dep-count-heuristic sched-group-heuristic "
	"sched-last-insn-heuristic sched-pressure sched-rank-heuristic sched-spec "
	"sched-spec-insn-heuristic sched-spec-load sched-spec-load-dangerous sched-stalled-insns "
	"sched-stalled-insns-dep schedule-fusion section-anchors sel-sched-pipelining "
	"sel-sched-pipelining-outer-loops sel-sched-reschedule-pipelined selective-scheduling "
	"selective-scheduling2 shrink-wrap shrink-wrap-separate split-ivs-in-unroller split-loops "
	"split-paths split-wide-types split-wide-types-early ssa-backprop ssa-phiopt stdarg-opt "
	"store-merging thread-jumps time-report-details toplevel-reorder tree-bit-ccp "
	"tree-builtin-call-dce tree-ccp tree-ch tree-coalesce-inlined-vars tree-coalesce-vars "
	"tree-copy-prop tree-cselim tree-dominator-opts tree-dse tree-forwprop tree-fre "
	"tree-loop-distribute-patterns tree-loop-distribution tree-loop-if-convert "
	"tree-loop-if-convert-stores tree-loop-im tree-loop-ivcanon tree-loop-linear "
	"tree-loop-optimize tree-loop-vectorize tree-partial-pre tree-phiprop tree-pre tree-pta "
	"tree-reassoc tree-scev-cprop tree-sink tree-slsr tree-sra tree-switch-conversion "
	"tree-tail-merge unconstrained-commons unroll-completely-grow-size "
	"var-tracking-assignments var-tracking-assignments-toggle var-tracking-uninit "
	"version-loops-for-strides vpt";

/* The same for whole words and for prefixes of words. */
static const char whole[] = "-maccumulate-outgoing-args -mno-accumulate-outgoing-args "
							"-malign-stringops -mno-align-stringops -mfused-madd "
							"-mprefer-avx128 -fvar-tracking -mindirect-branch-register";
static const char beginnings[] = "-fdump-tree- -fdump-rtl- -fdump-ipa- -fopt-info "
								 "-mpreferred-stack-boundary= -malign-data=";

/* True if the first n bytes of word are one of the listed words. */
static bool listed(const char *list, const char *word, size_t n)
{
	for (const char *p = list; *p;) {
		size_t len = strcspn(p, " ");
		if (len == n && !memcmp(p, word, n))
			return true;
		p += len + (p[len] == ' ');
	}
	return false;
}

static bool begins(const char *list, const char *word)
{
	for (size_t n = strlen(word); n; n--)
		if (listed(list, word, n))
			return true;
	return false;
}

bool gcc_only(const char *word)
{
	if (word[0] != '-')
		return false;
	if (listed(whole, word, strlen(word)) || begins(beginnings, word))
		return true;
	if (word[1] != 'f')
		return false;
	const char *name = word + (!strncmp(word, "-fno-", 5) ? 5 : 2);
	return listed(names, name, strcspn(name, "="));
}
