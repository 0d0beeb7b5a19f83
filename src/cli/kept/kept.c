/* kept.c: searches that are kept in a file. */
#include "cli/kept/kept.h"

#include <unistd.h>

#include "engine/explore/fill.h"
#include "engine/expr/float/call.h"
#include "versions/certificate/certificate.h"

bool kept_own(const char *word, bool *value)
{
	static const char *const own[] = {"--resume", "--time",  "--runs",   "--memory", "-j",
									  "--jobs",   "--tests", "--format", "--color",  "--json",
									  "-o",       "--dir",   "--shard"};
	for (size_t i = 0; i < countof(own); i++) {
		size_t n = strlen(own[i]);
		bool is_short = own[i][1] != '-';
		if (strncmp(word, own[i], n) || (word[n] && word[n] != '=' && !is_short))
			continue;
		*value = !word[n] && strcmp(own[i], "--json") != 0;
		return true;
	}
	return false;
}

/* Everything but budgets has to be the same, and the build of drift. */
static void identify(KeptSearch *kept, int argc, char **argv)
{
	bool value, words = false;
	digest_text(&kept->keep.identity, DRIFT_VERSION);
	digest_text(&kept->keep.identity, getenv("DRIFT_COMMIT"));
	for (int i = 1; i < argc; i++) {
		words |= !strcmp(argv[i], "--");
		if (!words && kept_own(argv[i], &value))
			i += value;
		else
			digest_text(&kept->keep.identity, argv[i]);
	}
	if (!kept->shard.of)
		return;
	digest_text(&kept->keep.identity, "shards");
	digest_add(&kept->keep.identity, &kept->shard.of, sizeof kept->shard.of);
}

bool kept_parse(KeptSearch *kept, KeptOptions o, int argc, char **argv, Err *err)
{
	const char *option = o.resume ? "--resume" : "--shard";
	if (kept->merged) {
		kept->shard.of = kept->merged->of;
		vec_append(&kept->shard.files, kept->merged->files.at, kept->merged->files.len);
	} else if (!o.resume && !o.shard) {
		return true;
	}
	if (o.resume && *o.out && strcmp(o.resume, *o.out) != 0)
		return err_set(err, "--resume %s: results go there; leave -o out", o.resume);
	if (!o.possible)
		return err_set(err, "%s is for one program and --by path", option);
	if (o.shard && !shard_parse(o.shard, &kept->shard, err))
		return false;
	kept->any = true;
	kept->anew = !o.resume;
	*o.out = o.resume ? o.resume : *o.out;
	identify(kept, argc, argv);
	for (int i = 0; o.shard && i < argc; i++)
		vec_push(&kept->shard.words, argv[i]);
	if (!kept->merged)
		kept->file = xasprintf("%s/search", *o.out ? *o.out : "drift-out");
	return true;
}

const SearchKeep *kept_begin(KeptSearch *kept, const Program *const *programs, size_t n)
{
	bool approximate = false;
	Buf host = {0};
	if (!kept->any)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		Digest program = certificate_digest(programs[i]);
		digest_add(&kept->keep.identity, program.at, sizeof program.at);
		approximate |= program_approximate(programs[i]) != 0;
	}
	if (approximate) {
		float_host(&host);
		digest_add(&kept->keep.identity, host.at, host.len);
	}
	buf_free(&host);
	if (kept->file && kept->anew)
		unlink(kept->file);
	kept->keep.file = kept->file;
	kept->keep.shard = kept->shard.of ? &kept->shard : NULL;
	return &kept->keep;
}

void kept_free(KeptSearch *kept)
{
	free(kept->file);
	shard_free(&kept->shard);
}
