#!/bin/sh
# call.t: --call: a library called by an expression, as sources, directories, archives and shared
# libraries; harnesses for fuzzing; a corpus.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1


has() { grep -q -e "$2" "$1.out" || { cat "$1.out" "$1.err"; return 1; }; }

# ---- what one value looks like ----

cat >shapes.c <<'END'
#include <stdlib.h>
#include <string.h>
typedef struct pair { int x; unsigned char y; } pair;
struct tree { const char *name; struct tree *left, *up; double weight; unsigned bits : 3; int pair[2]; };
char *text(const char *s) { return *s ? strdup(s) : NULL; }
pair swap(pair p) { return (pair){p.y, (unsigned char)p.x}; }
static int hidden(int a) { if (a == 3) return 7; return 8; }
int same(const unsigned char *p, size_t n) { return n ? *p == 'x' : -1; }
struct tree *grow(int depth)
{
	static struct tree all[3];
	for (int i = 0; i < depth && i < 3; i++)
		all[i] = (struct tree){i ? "b" : "root", i + 1 < depth && i < 2 ? &all[i + 1] : NULL, &all[0], i / 2.0, 5, {i, -i}};
	return depth ? all : NULL;
}
void say(int n) { if (n == 4) exit(3); }
void every(const char *s, size_t n, void (*f)(int c)) { for (; n--; s++) f(*s); }
long each(const char *s, int (*f)(char c, const char *rest), void *unused)
{
	long n = 0;
	for (; *s; s++)
		n += f(*s, s + 1);
	return n + (unused != NULL);
}
END
shown()
{
	shown_what=$1
	shift
	run shown explore -o shown "$@"
	check "$shown_what" status shown 0
	cat shown/tests/*/out >outs
}
prints() { grep -F -x -q -e "=> $1" outs || { cat outs; return 1; }; }
shown 'a text' shapes.c --call 'text(@str:1)'
check 'in quotes' prints '"a"'
check 'or null' prints 'null'
shown 'a struct, by value' shapes.c --call 'swap((pair){@int=5, 9})'
check 'by field' prints '{.x = 9, .y = 5}'
shown 'a static function' shapes.c --call 'hidden(@int)'
check 'its numbers' prints '7'
shown 'a struct behind a pointer' shapes.c --call 'grow(@int)'
check 'with what it leads to, each object once' prints \
	'{.name = 4 "root", .left = {.name = 1 "b", .left = null, .up = object 1, .weight = 0.5, .bits = 5, .pair = {1, -1}}, .up = object 1, .weight = 0, .bits = 5, .pair = {0, 0}}'
shown 'nothing' shapes.c --call 'say(@int)'
check 'and how it ends' grep -q '^3' shown/tests/*/status
shown 'statements' shapes.c --call 'int n = @int; n += 2; if (n == 5) n = 1; hidden(n)'
check 'of which the last counts' prints '8'
shown 'a function that records its calls' shapes.c --call 'each(@str:2=ab, @fn=5, 0)'
check 'what it was given' grep -F -x -q 'called: 97, 1 "b"' outs
check 'and what it returned' prints '10'
shown 'a function behind a buffer, which is two arguments' shapes.c --call 'every(@buf:2="ab", @fn)'
check 'its type is that of the parameter' grep -F -x -q 'called: 98' outs
shown 'a buffer, its length, a placeholder again' shapes.c --call 'same(@buf:1) * 10 + (int)@1.length'
check 'which is 0' prints '-10'
check 'or more' prints '1'
cat >back.c <<'END'
static int twice(char c, const char *rest) { return 2 * (c == 'x') + !*rest; }
END
shown 'a callback of a file' shapes.c --call back.c --call 'each(@str:2=ax, twice, 0)'
check 'that was called' prints '3'
cat >main.c <<'END'
#include <stdio.h>
int main(int argc, char **argv) { printf("%s\n", argc > 1 ? text(argv[1]) : "none"); }
END
shown 'a program around the library' shapes.c --call main.c -- @str:1=a

# ---- what is refused, in one line ----

refused()
{
	refused_what=$1 refused_names=$2
	shift 2
	run refused explore shapes.c "$@"
	check "$refused_what" status refused 2
	# shellcheck disable=SC2086 # words
	check "$refused_what: named" mentions refused $refused_names
}
refused 'nothing of the library' shapes.c --call 'abs(@int)'
refused 'a placeholder that there is not' "'@wide'" --call 'hidden(@wide)'
refused 'one that comes later' 'placeholder 2' --call 'hidden(@2 + @int)'
refused 'words beside it' '--call --' --call 'hidden(@int)' -- 3
refused '--entry beside it' '--call --entry' --call 'hidden(@int)' --entry hidden
refused 'C that does not compile' "undeclared identifier 'nobody'" --call 'hidden(nobody)'
refused 'a function that nobody declares' "undeclared function 'nobody'" --call 'hidden(nobody(1))'
refused 'a function where none is wanted' '@fn' --call 'hidden(@fn)'

# ---- two versions: a directory, an archive, a shared library ----

for side in old new; do
	mkdir "$side"
	cp "$programs/libraries/json"/*.[ch] "$side"
done
patch -s -p1 -d new <"$programs/libraries/json/fix.patch"
(cd new && printf 'int main(void) { return 9; }\n' >main.c)
cp new/main.c old
run dirs test old new --call 'json_print(json_parse(@str:3))' --keep
check 'directories differ' status dirs 1
check 'shown as a call' has dirs '^difference 1: call json_print(json_parse("'
check 'what is not compared is said' lists dirs 'not_compared.*' --call memory
check 'the harness is named' grep -q 'dirs.d/call/new/call.c' dirs.err
check 'and stays' grep -q 'json_print(json_parse(drift_argv\[1\]))' dirs.d/call/new/call.c
check 'its tests run natively' sh dirs.d/tests/run.sh
check 'and in the machine' "$drift" replay dirs.d/tests
for side in old new; do
	(cd "$side" && for file in json_parse json_print; do
		"$DRIFT_BUILD/bin/drift-cc" -g -O2 -fPIC -c -o "$file.o" "${file#json_}.c" || exit 1
	done
	ar rcs libjson.a json_parse.o json_print.o
	"$DRIFT_BUILD/bin/drift-cc" -shared -o libjson.so json_parse.o json_print.o)
done
for file in libjson.a libjson.so; do
	run lib test "old/$file" "new/$file" --call 'json_print(json_parse(@str:3))'
	check "$file differs" status lib 1
	check 'in the same way' has lib '^difference 1: call json_print(json_parse("'
done
show side old new --call 'json_parse(@str:1)'
check 'drift diff' has side '^partitions: .* 1 different'
show side old new --json --call 'json_parse(@str:1)'
check 'whose result names the versions, not programs that are gone' has side '^	"old":	"old",$'
run same test old old --call 'json_print(json_parse(@str:2))'
check 'the same is equivalent' no_code_changed same
sed 's/(unsigned char)\*at <= . ./(unsigned char)*at < 33/' old/parse.c >old/parse.new
mkdir twin
cp old/*.[ch] twin
mv old/parse.new twin/parse.c
run twin test old twin --call 'json_print(json_parse(@str:2))'
check 'a rewrite is' some twin verdict 'equivalent\|no difference found'

# ---- null and "null" are not the same ----

cat >a.c <<'END'
const char *name(int n) { return n ? "null" : "x"; }
END
sed 's/"null"/(const char *)0/' a.c >b.c
run null test a.c b.c --call 'name(@int)'
check 'null is not "null"' status null 1

# ---- fuzzing ----

cat >fuzz_old.c <<'END'
#include <stdint.h>
#include <stddef.h>
static int sum(const uint8_t *p, size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += p[i] == 'x'; return s; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return sum(data, size); }
END
sed 's/i < n/i <= n/' fuzz_old.c >fuzz_new.c
mkdir corpus
printf xy >corpus/one
printf 'longer than that' >corpus/two
run fuzz test fuzz_old.c fuzz_new.c --bound 3 --seeds corpus --stop-after 1
check 'a harness in drift test' status fuzz 1
check 'its error' has fuzz 'out-of-bounds at'
check 'seeds that do not fit are named' keeps fuzz 'corpus/two: 16 bytes'
show fuzz fuzz_old.c fuzz_new.c --bound 2
check 'and in drift diff' has fuzz '^partitions: .* [1-9][0-9]* different'
run fuzz explore fuzz_old.c --bound 3 --seeds corpus
check 'a corpus in drift explore' status fuzz 0
run fuzz test fuzz_old.c fuzz_new.c --call 'sum(@buf:2, 1)'
check 'too many arguments' status fuzz 2
check 'as the compiler says' mentions fuzz 'too many arguments'

finish
