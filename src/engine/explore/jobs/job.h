/* job.h: a job, a part of the tree that one process searches.
 *
 * A job is a list of open nodes. Each is described by inputs, one for each edge that the node has,
 * and by its depth: whoever runs them finds the node and the conditions above it. The job is to
 * search everything behind the edges that the node does not have yet. So jobs of one search have
 * no path in common, whoever splits them.
 *
 *   run 1 ──(a > 4)──(b == 0)──(c < 9)── leaf      job: inputs {run 1}, nodes {(1, depth 1)}:
 *               │         ╎         │              all inputs with the decisions of run 1 before
 *               │         ╎         └ run 2        depth 1 that decide otherwise at depth 1
 *               └ run 3   the job
 *
 * Neither formulas nor pointers are in a job, only bytes with a version. A reader treats them as
 * hostile. Inputs are run before anybody relies on them, and a node that they do not show makes
 * the search incomplete. */
#ifndef DRIFT_JOBS_JOB_H
#define DRIFT_JOBS_JOB_H

#include "engine/explore/jobs/bytes.h"
#include "engine/input/inputs.h"

struct Explorer;

/* An open node. */
typedef struct TreeJobNode {
	u32 depth;
	u32 first; /* of its edges in TreeJob.edges, newest first */
	u32 n;     /* how many edges it has */
	u8 effort; /* SolveEffort of the next query */
} TreeJobNode;

typedef struct TreeJob {
	VEC(KeptInput) inputs; /* oldest first; their bytes are in `bytes` */
	VEC(TreeJobNode) nodes;
	VEC(u32) edges; /* positions in inputs */
	Buf bytes;      /* of inputs; owned */
} TreeJob;

/* Reads a job for these inputs. Returns false if the bytes are not one. */
bool tree_job_read(TreeJob *job, const Inputs *in, ByteReader *from);
void tree_job_free(TreeJob *job);
/* Returns the number of open nodes of a written job, without reading all of it; 0: none. */
u64 tree_job_size(const Buf *bytes);

/* Writes jobs of an explorer's open nodes. */
typedef struct TreeJobWriter {
	struct Explorer *x;
	IntMap place; /* run -> its position in the job + 1 */
	U32List runs; /* whose inputs are in the job */
	Buf nodes;    /* what was added */
	u64 n;        /* how many nodes */
} TreeJobWriter;

/* Adds an open node. */
void tree_job_add(TreeJobWriter *w, u32 node);
/* Returns how many inputs the node would add. */
u32 tree_job_cost(const TreeJobWriter *w, u32 node);
/* Appends the job and empties the writer. */
void tree_job_write(TreeJobWriter *w, Buf *to);
void tree_job_writer_free(TreeJobWriter *w);

/* Replaces the tree and the queue of an explorer by those of a job: runs the inputs, and queues the
 * nodes. Returns how many inputs it ran. */
u64 tree_job_enter(struct Explorer *x, const TreeJob *job);
/* Gives away an open node: another job searches it. */
void tree_job_give(struct Explorer *x, u32 node);

#endif
