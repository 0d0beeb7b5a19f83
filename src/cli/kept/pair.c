/* pair.c: shards of searches on two versions. */
#include "cli/kept/kept.h"
#include "cli/pair.h"

bool kept_pair(KeptSearch *kept, PairJob *job, int argc, char **argv, Err *err)
{
	const Program *both[] = {job->s.subject[OLD].program, job->s.subject[NEW].program};
	KeptOptions o = {job->o.resume, job->o.shard, &job->o.out, true};
	if (!kept_parse(kept, o, argc, argv, err))
		return false;
	job->config.search.processes.keep = kept_begin(kept, both, countof(both));
	return true;
}

bool kept_part(const PairJob *job)
{
	const SearchKeep *keep = job->config.search.processes.keep;
	return keep && keep->shard && keep->file;
}
