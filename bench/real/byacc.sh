# byacc.sh: byacc on the grammars of its tests.
package=byacc

recipe()
{
	cp -a "$source/." .
	./configure -q --disable-dependency-tracking CC="$cc" CFLAGS="$cflags"
	make -s yacc
}

fixtures()
{
	cp "$build"/test/calc*.y "$build"/test/err_syntax*.y "$build"/test/expr.oxout.y "$build"/test/grammar.y "$build"/test/ok_syntax1.y \
		"$build"/test/quote_calc.y "$build"/test/inherit0.y .
}

cases()
{
	for file in calc.y calc1.y calc2.y calc3.y calc_code_all.y expr.oxout.y grammar.y ok_syntax1.y quote_calc.y inherit0.y \
		err_syntax1.y err_syntax2.y err_syntax5.y err_syntax10.y err_syntax20.y err_syntax27.y; do
		t yacc "$file"
		t yacc -d -v -t "$file"
	done
	t yacc -b name -p prefix_ -d calc.y
	t yacc -g calc1.y
	t yacc -i calc2.y
	t yacc -l -r calc3.y
	t yacc -P -o out.c calc.y
	t yacc -s calc.y
	t yacc -V
	t yacc -h
	t yacc nosuch.y
	t yacc
}
