#!/bin/sh
# floats.t: floating point as expressions: inputs, text both ways, differences, proofs.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

cat >old.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	double y = atof(argv[1]) * 2.5 + 1;
	if (y > 100)
		printf("big %.2f\n", y);
	else
		printf("%g\n", y);
	return 0;
}
X
sed 's/> 100/>= 100/' old.c >new.c
compare bound old.c new.c -- @str:4=1.5
check 'a bound on a number that is read from text' verdict bound different
check '... with the only input of that length' lists bound 'differences.*.command' 39.6
sed 's/\* 2.5 + 1/* 2.5 + 1.0/; s/y > 100/100 < y/' old.c >same.c
compare same --no-confirm old.c same.c -- @str:3=1.5
check 'the same number is the same text: all inputs' verdict same equivalent
sed 's/%.2f/%.3f/' old.c >format.c
sed 's/%g/%.6g/; s/%.2f/%-.2f/' old.c >six.c
compare six --no-confirm old.c six.c -- @double
check 'six digits are what %g means' verdict six equivalent
compare format --no-confirm old.c format.c -- @str:3=99
check 'another format is another text' verdict format different

cat >f.c <<'X'
double f(double x, float y)
{
	if (x < 0)
		return -1;
	double z = x / 3 + y;
	return z > 10.25 ? z * 2 : z;
}
X
sed 's|x / 3 + y|y + x / 3|' f.c >g.c
compare moved --entry f f.c g.c
check 'operands of a sum may be exchanged' verdict moved equivalent
sed 's|x / 3 + y|(x + 3 * y) / 3|' f.c >h.c
compare other --entry f f.c h.c
check '... but nothing else may' verdict other different
sed 's/> 10.25/>= 10.25/' f.c >i.c
compare edge --entry f f.c i.c
check 'a comparison with a constant' verdict edge different

cat >n.c <<'X'
double f(double x)
{
	return x - x;
}
X
sed 's/x - x/0.0/' n.c >zero.c
compare zero --entry f n.c zero.c
check 'x - x is not 0' verdict zero different

cat >convert.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	double x = strtod(argv[1], 0);
	printf("%d\n", (int)x);
	return 0;
}
X
sed 's/(int)x/(int)(long)x/' convert.c >long.c
compare range convert.c long.c -- @double
check 'a conversion that the type cannot hold is the compiler'"'"'s choice' verdict range unconfirmed
sed 's/(int)x/x < 1e9 ? (int)x : 7/' convert.c >held.c
compare held convert.c held.c -- @double
check '... but not one that it can' verdict held different

sed 's/printf.*/if (x > 1e10) printf("%d\\n", (int)x); else puts(x == 3.25 ? "a" : "b");/' convert.c >both.c
sed 's/(int)x/(int)(long)x/; s/"a"/"b"/' both.c >both2.c
compare both --stop-after first both.c both2.c -- @double=100000000000
check 'a search does not end with it' verdict both different

cat >sine.c <<'X'
#include <math.h>
double f(double x)
{
	double a = sin(x) + 1, b = x * 2;
	return a + b;
}
X
sed 's/x \* 2;/x * 2.0;/; s/+ 1,/+ 1.0,/; s/a + b/b + a/' sine.c >sum.c
compare sine --certificate "$tmp/proof" --entry f sine.c sum.c
check 'what sine returns is that of the library' lists sine 'world.*' '"kind":"libm"' glibc
check '... and its certificate is valid with it' "$drift" verify proof sine.c sum.c
sed 's/glibc [0-9.]*/glibc 2.0/' proof >other.proof
capture refused "$drift" verify other.proof sine.c sum.c
check '... but not with another' status refused 1
cat >floor.c <<'X'
#include <math.h>
double f(double x)
{
	return floor(x) * 2 + sqrt(x);
}
X
sed 's/floor(x) \* 2 + sqrt(x)/sqrt(x) + floor(x) * 2/' floor.c >floor2.c
compare exact --entry f floor.c floor2.c
check 'exact functions are the same everywhere' none exact 'world.*.kind' libm

cat >box.c <<'X'
struct point { double x; float y; };
struct box { struct point low; struct point high[2]; };
double width(const struct box *b)
{
	double w = b->high[1].x - b->low.x;
	return w < 0 ? 0 : w + b->low.y;
}
X
sed 's/w < 0 ?/w < 0.125 ?/' box.c >box2.c
compare box --entry width box.c box2.c
check 'members of structs are numbers' lists box 'differences.*.input' 'b->low.x = 0,'
cat >half.c <<'X'
double half(double x)
{
	return x > 77.5 ? 0 : x / 2;
}
X
sed 's/77.5/78.5/' half.c >half2.c
compare calls --call 'half(@double=1.5)' half.c half2.c
check 'a call with a number' verdict calls different
compare single --call 'half(@float)' half.c half2.c
check 'a call with a single one' verdict single different
sed 's,^double half,/*@ changed_behavior requires x > 77.5 \&\& x <= 78.5; ensures \\result == x / 2; @*/\n&,' half2.c >half3.c
capture contract "$drift" check -o contract.d --function half half.c half3.c
check 'a contract over numbers holds' status contract 0
sed 's,x <= 78.5,x <= 78.75,' half3.c >half4.c
capture contract "$drift" check -o contract.d --function half half.c half4.c
check '... or does not' status contract 1

check 'two random pairs against all inputs' sh "$top/tests/gen/check_float.sh" 2
finish
