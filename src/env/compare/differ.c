/* differ.c: compares two answers to the same call. */
#include "env/compare/differ.h"
#include "env/record/head.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

const char *diff_kind_name(DiffKind kind)
{
	static const char *const names[] = {"none",  "library",  "file",  "network", "variable",
										"limit", "identity", "place", "time",    "other"};
	return names[kind];
}

void env_difference_free(EnvDifference *d)
{
	buf_free(&d->subject);
	buf_free(&d->summary);
	buf_free(&d->detail);
	buf_free(&d->advice);
}

static DiffKind kind_of(i32 nr)
{
	switch (nr) {
	case SYS_clock_gettime:
	case SYS_gettimeofday:
	case SYS_time:
	case SYS_times:
	case SYS_sysinfo:
	case SYS_getrusage:
	case SYS_getrandom:
	case SYS_nanosleep:
	case SYS_clock_nanosleep: return DIFF_TIME;
	case SYS_socket:
	case SYS_connect:
	case SYS_bind:
	case SYS_listen:
	case SYS_accept:
	case SYS_accept4:
	case SYS_sendto:
	case SYS_recvfrom:
	case SYS_sendmsg:
	case SYS_recvmsg:
	case SYS_getsockname:
	case SYS_getpeername:
	case SYS_getsockopt:
	case SYS_setsockopt: return DIFF_NETWORK;
	case SYS_getuid:
	case SYS_geteuid:
	case SYS_getgid:
	case SYS_getegid:
	case SYS_getgroups:
	case SYS_getresuid:
	case SYS_getresgid:
	case SYS_setuid:
	case SYS_setgid:
	case SYS_setresuid:
	case SYS_setresgid:
	case SYS_setgroups:
	case SYS_capget:
	case SYS_umask:
	case SYS_uname: return DIFF_IDENTITY;
	case SYS_getrlimit:
	case SYS_setrlimit:
	case SYS_prlimit64:
	case SYS_statfs:
	case SYS_fstatfs:
	case SYS_sched_getaffinity: return DIFF_LIMIT;
	case SYS_getcwd: return DIFF_LOCATION;
	default: return DIFF_OTHER;
	}
}

i64 clock_of(const TraceCall *c)
{
	switch (c->nr) {
	case SYS_clock_gettime:
	case SYS_clock_nanosleep: return (i64)c->args[0];
	case SYS_gettimeofday:
	case SYS_time: return CLOCK_REALTIME;
	case SYS_nanosleep: return CLOCK_MONOTONIC;
	default: return -1;
	}
}

/* Adds the file or address that the call is about. */
static void subject_of(const World *w, u32 index, const TraceCall *c, Buf *out)
{
	const CallUse *use = world_use(w, index);
	if (use->n_paths) {
		const char *path = world_path(w, use->paths[0]);
		buf_adds(out, strncmp(path, "addr:", 5) ? path : path + 5);
	} else if (use->n_objects) {
		buf_adds(out, world_object(w, use->objects[0])->name);
	} else {
		/* For a limit it is the resource. */
		const CallSpec *spec = call_spec(c->nr);
		int arg = -1;
		for (int i = 0; i < 6; i++)
			if (ARG_KIND(spec->args[i]) == ARG_FLAGS && ARG_PARAM(spec->args[i]) == FL_RESOURCE)
				arg = i;
		if (arg >= 0)
			flags_format(out, FL_RESOURCE, c->args[arg]);
		else if (clock_of(c) >= 0)
			buf_addf(out, "clock %lld", (long long)clock_of(c));
		else
			buf_adds(out, call_name(c->nr));
	}
}

static void differ_results(const World *w, u32 index, const TraceCall *there, const TraceCall *here,
						   EnvDifference *out)
{
	Buf *b = &out->summary;
	bool bad_there = is_error(there->ret), bad_here = is_error(here->ret);
	bool about = strcmp(buf_str(&out->subject), call_name(there->nr)) != 0;
	const CallUse *use = world_use(w, index);
	buf_addf(b, about ? "%s(\"%s\"" : "%s", call_name(there->nr), buf_str(&out->subject));
	if (about && use->n_paths > 1 && *world_path(w, use->paths[1]) == '/')
		buf_addf(b, ", \"%s\"", world_path(w, use->paths[1]));
	buf_adds(b, about ? ") " : " ");
	if (bad_here) {
		buf_adds(b, "fails here: ");
		errno_format(b, here->ret);
		buf_adds(b, bad_there ? ", there it failed with " : ", there it gave ");
	} else {
		buf_addf(b, "gives %lld here, there ", (long long)here->ret);
		buf_adds(b, bad_there ? "it failed: " : "");
	}
	if (bad_there)
		errno_format(b, there->ret);
	else
		buf_addf(b, "%lld", (long long)there->ret);
	out->fatal = bad_here && !bad_there;
	if (bad_here) /* also if it fails in another way there */
		advice_format(&out->advice, w, index, here);
	else if (there->ret == -ENOENT && !bad_here && *buf_str(&out->subject) == '/')
		buf_addf(&out->advice, "%s exists here but not where it works", buf_str(&out->subject));
}

static void quoted(Buf *b, const u8 *text, size_t n)
{
	if (!text) {
		buf_adds(b, "no such line");
		return;
	}
	buf_addc(b, '\'');
	buf_add_escaped(b, text, n < 120 ? n : 120);
	buf_addc(b, '\'');
}

static void differ_text(const TraceData *a, const TraceData *b, u32 line, EnvDifference *out)
{
	LineDiff d;
	first_line_diff(a->at, a->len, b->at, b->len, &d);
	buf_addf(&out->summary, "%s reads differently: line %u ", buf_str(&out->subject),
			 d.line + line);
	quoted(&out->summary, d.there, d.n_there);
	buf_adds(&out->summary, " there, ");
	quoted(&out->summary, d.here, d.n_here);
	buf_adds(&out->summary, " here");
	text_diff(&out->detail, buf_str(&out->subject), a->at, a->len, b->at, b->len, line);
	buf_addf(&out->advice, "compare %s with the one where it works", buf_str(&out->subject));
}

/* Fields that differ between any two machines and rarely matter. */
static bool is_weak_field(const char *name)
{
	static const char *const weak[] = {"st_ino",  "st_dev",   "st_mtime", "st_ctime", "st_nlink",
									   "f_bfree", "f_bavail", "f_ffree",  "f_files",  "f_blocks",
									   "freeram", "procs",    "uptime"};
	for (size_t i = 0; i < countof(weak); i++)
		if (!strcmp(name, weak[i]))
			return true;
	return false;
}

void date_format(Buf *b, i64 seconds)
{
	time_t at = (time_t)seconds;
	struct tm tm;
	char text[40] = "?";
	if (gmtime_r(&at, &tm))
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &tm);
	buf_adds(b, text);
}

/* If nothing else differs, reports the time of the last change: some programs depend on it. */
static bool differ_times(const Fields *x, const Fields *y, EnvDifference *out)
{
	for (size_t i = 0; i < x->len && i < y->len; i++) {
		if (strcmp(x->at[i].name, "st_mtime") != 0 || !strcmp(x->at[i].value, y->at[i].value))
			continue;
		buf_addf(&out->summary, "%s was changed at another time: ", buf_str(&out->subject));
		date_format(&out->summary, strtoll(x->at[i].value, NULL, 10));
		buf_adds(&out->summary, " there, ");
		date_format(&out->summary, strtoll(y->at[i].value, NULL, 10));
		buf_adds(&out->summary, " here");
		buf_addf(&out->advice,
				 "the contents may be the same: check what else depends on the time of %s",
				 buf_str(&out->subject));
		out->weak = true;
		return true;
	}
	return false;
}

/* If nothing else differs, reports what is free: space, files, memory. */
static bool differ_amounts(const Fields *x, const Fields *y, EnvDifference *out)
{
	static const char *const names[] = {"f_bavail", "f_bfree", "f_ffree", "freeram"};
	for (size_t i = 0; i < x->len && i < y->len; i++)
		for (size_t k = 0; k < countof(names); k++)
			if (!strcmp(x->at[i].name, names[k]) && strcmp(x->at[i].value, y->at[i].value) != 0)
				buf_addf(&out->summary, "%s%s%s %s there, %s here",
						 out->summary.len ? "" : buf_str(&out->subject),
						 out->summary.len ? "; " : ": ", names[k], x->at[i].value, y->at[i].value);
	out->weak = true;
	return out->summary.len > 0;
}

static bool differ_struct(StructKind kind, const TraceData *a, const TraceData *b,
						  EnvDifference *out)
{
	Fields x, y;
	struct_fields(kind, a->at, a->len, &x);
	struct_fields(kind, b->at, b->len, &y);
	/* The size of a directory does not show what it contains. */
	bool directory = x.len && strstr(x.at[0].value, "S_IFDIR");
	int strong = 0;
	for (size_t i = 0; i < x.len; i++) {
		const char *other = i < y.len ? y.at[i].value : "?";
		/* A sandbox has numbers of its own. */
		bool number = !strcmp(x.at[i].name, "st_ino") || !strcmp(x.at[i].name, "st_dev");
		if (number || !strcmp(x.at[i].value, other))
			continue;
		buf_addf(&out->detail, "%s: %s there, %s here\n", x.at[i].name, x.at[i].value, other);
		if (is_weak_field(x.at[i].name) || (directory && !strcmp(x.at[i].name, "st_size")))
			continue;
		if (!strong++)
			buf_addf(&out->summary, "%s: ", buf_str(&out->subject));
		buf_addf(&out->summary, "%s%s %s there, %s here", strong > 1 ? "; " : "", x.at[i].name,
				 x.at[i].value, other);
	}
	if (strong)
		return true;
	bool amounts = kind == ST_STATFS || kind == ST_SYSINFO;
	return amounts ? differ_amounts(&x, &y, out) : !directory && differ_times(&x, &y, out);
}

/* Compares executed images by their build ids; returns false if these are equal or missing. */
static bool differ_programs(const TraceData *a, const TraceData *b, EnvDifference *out)
{
	Buf there = {0}, here = {0};
	if (a->sub == SUB_IMAGE) {
		buf_add(&there, a->at, a->len);
		buf_add(&here, b->at, b->len);
	} else {
		image_build_id_of(a->at, a->len, &there);
		image_build_id_of(b->at, b->len, &here);
	}
	bool tell = there.len && here.len && strcmp(there.at, here.at) != 0;
	if (tell) {
		buf_addf(&out->summary, "program %s differs: build id %s there, %s here",
				 buf_str(&out->subject), there.at, here.at);
		buf_addf(&out->advice, "install the same version of %s", buf_str(&out->subject));
	}
	buf_free(&there);
	buf_free(&here);
	return tell;
}

/* Ports that the kernel assigns differ each time. */
static bool differ_addresses(const TraceData *a, const TraceData *b, EnvDifference *out)
{
	Buf x = {0}, y = {0};
	address_format(&x, a->at, a->len);
	address_format(&y, b->at, b->len);
	bool given = address_port(a->at, a->len) >= FIRST_GIVEN_PORT &&
				 address_port(b->at, b->len) >= FIRST_GIVEN_PORT;
	char *end_x = given ? strrchr(x.at, ':') : NULL, *end_y = given ? strrchr(y.at, ':') : NULL;
	if (end_x && end_y)
		*end_x = *end_y = 0;
	bool tell = strcmp(buf_str(&x), buf_str(&y)) != 0;
	if (tell)
		buf_addf(&out->summary, "%s: address %s there, %s here", buf_str(&out->subject),
				 buf_str(&x), buf_str(&y));
	buf_free(&x);
	buf_free(&y);
	return tell;
}

/* Nothing of either side is shown: what is held back there may be the same here. */
static bool differ_held(EnvDifference *out)
{
	out->held = true;
	buf_addf(&out->summary, "%s cannot be compared: the trace holds back bytes of it",
			 buf_str(&out->subject));
	buf_adds(&out->advice, "compare it by hand, or record without --no-contents and --redact");
	return true;
}

static bool differ_data(const TraceCall *c, const TraceData *a, const TraceData *b, ReadPlace at,
						EnvDifference *out)
{
	u16 arg = call_spec(c->nr)->args[a->arg];
	ArgKind kind = ARG_KIND(arg);
	bool program = call_spec(c->nr)->class == CLASS_EXEC;
	if (a->held || b->held)
		return differ_held(out);
	if (a->sub == SUB_IDENTITY || (a->len == b->len && !memcmp(a->at, b->at, a->len)))
		return false;
	if (program && differ_programs(a, b, out))
		return true;
	if (kind == ARG_OUTSTRUCT || kind == ARG_IOSTRUCT)
		return differ_struct((StructKind)ARG_PARAM(arg), a, b, out);
	if (a->sub == SUB_REALPATH) {
		buf_addf(&out->summary, "%s leads to %s there", buf_str(&out->subject),
				 (const char *)a->at);
		buf_addf(&out->summary, ", to %s here", (const char *)b->at);
		return true;
	}
	if (c->nr == SYS_getdents64 || c->nr == SYS_getdents)
		return differ_listings(c->nr, a, b, out);
	if (kind == ARG_POLL || kind == ARG_FDSET || kind == ARG_EVENTS)
		return false; /* the order of ready descriptors is chance */
	if (kind == ARG_ADDR_OUT)
		return differ_addresses(a, b, out);
	bool buffer = kind == ARG_OUT_RET || kind == ARG_IOV_OUT || a->sub == SUB_MAPPING;
	out->inside = buffer || program;
	if (buffer && is_text(a->at, a->len) && is_text(b->at, b->len)) {
		differ_text(a, b, at.line, out);
		return true;
	}
	buf_addf(&out->summary, "%s differs: %u bytes there, %u here", buf_str(&out->subject), a->len,
			 b->len);
	bool mapping = a->sub == SUB_MAPPING && !program;
	u64 base = mapping ? c->args[5] : at.offset;
	byte_diff(&out->detail, base, a->at, a->len, b->at, b->len);
	return true;
}

/* The outcome of a nonblocking connect is read as an option of the socket. */
static void differ_connection(const World *w, u32 index, const TraceCall *there,
							  const TraceCall *here, EnvDifference *out)
{
	const TraceData *a = call_data(there, 3, 0, DATA_OUT), *b = call_data(here, 3, 0, DATA_OUT);
	i32 x, y;
	if (there->args[1] != SOL_SOCKET || there->args[2] != SO_ERROR || !a || !b || a->len < 4 ||
		b->len < 4)
		return;
	memcpy(&x, a->at, 4);
	memcpy(&y, b->at, 4);
	TraceCall failed = {.nr = SYS_connect, .ret = -y};
	buf_reset(&out->summary);
	buf_reset(&out->detail);
	buf_addf(&out->summary, "connect(\"%s\") ", buf_str(&out->subject));
	buf_adds(&out->summary, y ? "fails here: " : "works here, there it failed: ");
	errno_format(&out->summary, -(y ? y : x));
	out->fatal = y && !x;
	if (out->fatal)
		advice_format(&out->advice, w, index, &failed);
}

/* True if only timing decides: something was ready, or not yet. */
static bool is_chance(const TraceCall *there, const TraceCall *here)
{
	const CallSpec *spec = call_spec(there->nr);
	if (call_find_arg(spec, ARG_POLL) >= 0 || call_find_arg(spec, ARG_FDSET) >= 0 ||
		call_find_arg(spec, ARG_EVENTS) >= 0)
		return true;
	bool lock = there->nr == SYS_flock || there->nr == SYS_fcntl;
	bool later = there->ret == -EAGAIN || here->ret == -EAGAIN || there->ret == -EINTR ||
				 here->ret == -EINTR || there->ret == -EINPROGRESS || here->ret == -EINPROGRESS;
	return later && !lock && call_find_arg(spec, ARG_FD) >= 0;
}

static bool is_random_file(const char *path)
{
	return !strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random") ||
		   !strncmp(path, "/proc/sys/kernel/random/", 24);
}

bool is_random_call(const World *w, u32 index, const TraceCall *c)
{
	const CallUse *use = world_use(w, index);
	if (c->nr == SYS_getrandom)
		return true;
	return c->nr == SYS_read && use->n_objects &&
		   is_random_file(world_object(w, use->objects[0])->name);
}

bool differ_calls(const World *w, u32 index, const TraceCall *there, const TraceCall *here,
				  ReadPlace place, EnvDifference *out)
{
	*out = (EnvDifference){.kind = kind_of(there->nr)};
	const CallSpec *spec = call_spec(there->nr);
	subject_of(w, index, there, &out->subject);
	if (out->kind == DIFF_OTHER && (world_use(w, index)->n_paths || world_use(w, index)->n_objects))
		out->kind = DIFF_FILE;
	bool found = false;
	bool hashed = !is_error(here->ret) && (call_blocks(there) || call_blocks(here));
	if (hashed)
		found = differ_blocks(there, here, place.offset, out);
	for (u32 i = 0; i < there->n_data && !found && !hashed; i++) {
		const TraceData *a = &there->data[i];
		const TraceData *b = a->dir == DATA_OUT ? call_data(here, a->arg, a->sub, DATA_OUT) : NULL;
		TraceData none = {.arg = a->arg, .sub = a->sub, .dir = DATA_OUT, .at = (const u8 *)""};
		/* A read at a position that is beyond the end of the file here returns nothing. */
		if (!b && a->dir == DATA_OUT && here->ret == 0 &&
			ARG_KIND(spec->args[a->arg]) == ARG_OUT_RET)
			b = &none;
		if (b)
			found = differ_data(there, a, b, place, out);
		if (found && there->nr == SYS_getsockopt)
			differ_connection(w, index, there, here, out);
	}
	bool address = spec->class == CLASS_MAP || spec->class == CLASS_ALWAYS;
	bool errors = is_error(there->ret) != is_error(here->ret) ||
				  (is_error(there->ret) && there->ret != here->ret);
	/* Random bytes differ; that there are none does not. */
	if (is_chance(there, here) || (!errors && is_random_file(buf_str(&out->subject))))
		out->kind = DIFF_TIME;
	/* The program itself decides how much it writes. */
	bool output = call_find_arg(spec, ARG_IN) >= 0 || call_find_arg(spec, ARG_IOV_IN) >= 0;
	if (!found && (errors || (!address && !output && spec->class != CLASS_FDNEW &&
							  there->ret != here->ret))) {
		differ_results(w, index, there, here, out);
		found = true;
	}
	if (!found)
		env_difference_free(out);
	return found;
}

bool differ_blocked(const World *w, u32 index, const TraceCall *there, EnvDifference *out)
{
	struct stat st;
	*out = (EnvDifference){.kind = DIFF_FILE, .fatal = true};
	if (call_spec(there->nr)->class != CLASS_FDNEW || !world_use(w, index)->n_paths ||
		is_error(there->ret))
		return false;
	subject_of(w, index, there, &out->subject);
	buf_addf(&out->summary, "%s(\"%s\") does not return here", call_name(there->nr),
			 buf_str(&out->subject));
	if (stat(buf_str(&out->subject), &st) == 0 && S_ISFIFO(st.st_mode)) {
		buf_addf(&out->summary, ": %s is a FIFO here", buf_str(&out->subject));
		buf_addf(&out->advice, "%s is a named pipe here, and nobody has its other end open",
				 buf_str(&out->subject));
	}
	return true;
}

/* Compares the program itself; its arguments are not part of the environment. */
static bool differ_main(const TraceCall *there, const TraceCall *here, EnvDifference *out)
{
	const TraceData *path = call_data(there, 1, 0, DATA_OUT);
	const TraceData *a = call_data(there, 1, SUB_IMAGE, DATA_OUT);
	const TraceData *b = call_data(here, 1, SUB_IMAGE, DATA_OUT);
	if (path)
		buf_add(&out->subject, path->at, path->len);
	bool tell = a && b && differ_programs(a, b, out);
	/* Without build ids, compare the contents, if both traces have them. */
	const TraceData *x = call_data(there, 1, SUB_MAPPING, DATA_OUT);
	const TraceData *y = call_data(here, 1, SUB_MAPPING, DATA_OUT);
	if (!tell && x && y && (x->held || y->held)) {
		bool known = a && b && a->len && b->len; /* equal build ids */
		tell = !known && differ_held(out);
	} else if (!tell && x && y && (x->len != y->len || memcmp(x->at, y->at, x->len) != 0)) {
		buf_addf(&out->summary, "program %s differs: %u bytes there, %u here",
				 buf_str(&out->subject), x->len, y->len);
		tell = true;
	}
	if (!tell)
		env_difference_free(out);
	return tell;
}

static void differ_mask(Buf *b, const char *how, u64 there, u64 here)
{
	for (int i = 1; i <= 64; i++) {
		bool x = there >> (i - 1) & 1, y = here >> (i - 1) & 1;
		if (x != y)
			buf_addf(b, "%s%s is %s %s", b->len ? "; " : "", signal_name(i), how,
					 y ? "here, not there" : "there, not here");
	}
}

static bool differ_signals(const TraceCall *there, const TraceCall *here, EnvDifference *out)
{
	if (!here)
		return false; /* an older trace does not have them */
	differ_mask(&out->summary, "blocked", there->args[0], here->args[0]);
	differ_mask(&out->summary, "ignored", there->args[1], here->args[1]);
	buf_adds(&out->subject, "signals");
	buf_adds(&out->advice, "a program inherits this from what starts it; see nohup, trap, "
						   "'env --default-signal'");
	if (out->summary.len)
		return true;
	env_difference_free(out);
	return false;
}

/* Compares the timers that run when the program starts: those of which one is much shorter. */
static bool differ_timers(const TraceCall *there, const TraceCall *here, EnvDifference *out)
{
	static const char *const signals[] = {"SIGALRM", "SIGVTALRM", "SIGPROF"};
	for (int i = 0; i < 3 && here; i++) {
		u64 a = there->args[i], b = here->args[i];
		if (a == b || (a && b && a < 2 * b && b < 2 * a))
			continue;
		buf_addf(&out->summary, "%sa timer sends %s ", out->summary.len ? "; " : "", signals[i]);
		if (b)
			buf_addf(&out->summary, "%.1f s after the start here, ", (double)b * 1e-6);
		else
			buf_adds(&out->summary, "not here, ");
		if (a)
			buf_addf(&out->summary, "%.1f s after it there", (double)a * 1e-6);
		else
			buf_adds(&out->summary, "not there");
	}
	if (!out->summary.len)
		return false;
	buf_adds(&out->subject, "timers");
	buf_adds(&out->advice, "a program inherits this from what starts it: see alarm and setitimer");
	return true;
}

/* The working directory; "" if it was removed. */
static const char *text_of_cwd(const TraceCall *c)
{
	const TraceData *d = call_data(c, 0, 0, DATA_OUT);
	return d && !d->held ? (const char *)d->at : "?";
}

static bool differ_gone(const TraceCall *there, EnvDifference *out)
{
	if (!*text_of_cwd(there))
		return false;
	buf_adds(&out->subject, call_name(there->nr));
	buf_addf(&out->summary,
			 "the working directory is gone here (removed after it was entered), "
			 "there it was %s",
			 text_of_cwd(there));
	buf_adds(&out->advice, "start it in a directory that exists");
	return true;
}

static void descriptor_name(Buf *b, u64 fd)
{
	static const char *const standard[] = {"standard input", "standard output", "standard error"};
	if (fd < 3)
		buf_adds(b, standard[fd]);
	else
		buf_addf(b, "descriptor %d", (int)fd);
}

static bool is_folder(const char *path)
{
	struct stat st;
	return *path == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Compares an inherited descriptor: whether it is open, whether it is a directory, and whether all
 * that is written to it fails. The place that it leads to is the user's choice. */
static bool differ_descriptor(const TraceCall *there, const TraceCall *here, EnvDifference *out)
{
	const TraceData *a = call_data(there, 1, 0, DATA_OUT);
	const TraceData *b = here ? call_data(here, 1, 0, DATA_OUT) : NULL;
	const char *was = a ? (const char *)a->at : "", *is = b ? (const char *)b->at : "";
	bool full = !strcmp(is, "/dev/full") && strcmp(was, "/dev/full") != 0;
	bool folder = is_folder(is) && !is_folder(was);
	if (here && !full && !folder)
		return false;
	descriptor_name(&out->subject, there->args[0]);
	buf_addf(&out->summary, "%s is %s%s here, ", out->subject.at, folder ? "the directory " : "",
			 full || folder ? is : "closed");
	buf_addf(&out->summary, "there it was %s", was);
	if (full)
		buf_adds(&out->advice, "every write to it fails; send it elsewhere");
	else if (folder)
		buf_addf(&out->advice, "start the program with a file, a pipe or /dev/null as %s",
				 out->subject.at);
	else
		buf_addf(&out->advice, "start the program with %s open", out->subject.at);
	return true;
}

bool differ_pseudo(const TraceCall *there, const TraceCall *here, EnvDifference *out)
{
	static const DiffKind kinds[] = {DIFF_LIBRARY,  DIFF_LOCATION, DIFF_VARIABLE, DIFF_LIMIT,
									 DIFF_IDENTITY, DIFF_IDENTITY, DIFF_IDENTITY, DIFF_LOCATION,
									 DIFF_OTHER,    DIFF_LOCATION, DIFF_LOCATION};
	Buf a = {0}, b = {0};
	*out = (EnvDifference){.kind = kinds[there->nr - PSEUDO]};
	if (there->nr == PSEUDO_PROGRAM && here)
		return differ_main(there, here, out);
	if (there->nr == PSEUDO_SIGNALS)
		return differ_signals(there, here, out);
	if (there->nr == PSEUDO_TIMERS)
		return differ_timers(there, here, out);
	if (there->nr == PSEUDO_CWD && here && !*text_of_cwd(here))
		return differ_gone(there, out);
	if (there->nr == PSEUDO_FDS)
		return differ_descriptor(there, here, out);
	pseudo_format(&a, there);
	if (here)
		pseudo_format(&b, here);
	else
		buf_adds(&b, "(not set)");
	bool held = call_is_held(there) || (here && call_is_held(here));
	bool found = held || strcmp(a.at, b.at) != 0;
	if (found) {
		const TraceData *name = call_data(there, 0, 0, DATA_IN);
		if (there->nr == PSEUDO_VAR && name)
			buf_add(&out->subject, name->at, name->len);
		else if (there->nr == PSEUDO_LIMIT)
			flags_format(&out->subject, FL_RESOURCE, there->args[0]);
		else
			buf_adds(&out->subject, call_name(there->nr));
		if (held && here)
			differ_held(out);
		else
			buf_addf(&out->summary, "%s there, %s here", a.at,
					 here ? b.at + strlen(call_name(here->nr)) + 1 : b.at);
	}
	buf_free(&a);
	buf_free(&b);
	if (!found)
		env_difference_free(out);
	return found;
}
