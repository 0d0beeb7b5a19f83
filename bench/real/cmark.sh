# cmark.sh: cmark on the CommonMark specification, whole and example by example.
package=cmark
needs=cmake

recipe()
{
	cmake -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="$cflags" -DCMARK_SHARED=OFF -DCMARK_STATIC=ON \
		-DCMARK_TESTS=OFF "$source"
	make -s cmark_exe
}

# Every 16th example of the specification becomes a file; the arrows in it stand for tabs.
fixtures()
{
	awk '
		/^`+ example$/ { n++; if (n % 16 == 1) file = "example." n; next }
		file && /^\.$/ { close(file); file = "" }
		file { gsub(/→/, "\t"); print > file }' "$source/test/spec.txt"
	head -n 400 "$source/test/spec.txt" >spec.md
	cp "$source/README.md" .
	cp "$source"/bench/samples/block-*.md "$source"/bench/samples/inline-*.md . 2>/dev/null
	printf 'two\nlines  \nand *three*\n\n- a\n- b\n\n1. x\n\n   y\n' >small.md
	printf '"quotes" -- and --- ... <b>html</b> &amp; [link](javascript:x)\n' >smart.md
	printf 'bad \377\376 bytes \000 and nul\n' >bytes.md
	: >empty.md
}

cases()
{
	c=src/cmark
	for format in html xml man commonmark latex; do
		t $c -t $format spec.md
		t $c -t $format small.md
	done
	t $c README.md
	t $c --width 30 -t commonmark README.md
	t $c --width 60 -t latex README.md
	t $c --smart smart.md
	t $c --unsafe smart.md
	t $c --hardbreaks small.md
	t $c --nobreaks small.md
	t $c --sourcepos small.md
	t $c --sourcepos -t xml spec.md
	t $c --validate-utf8 bytes.md
	t $c bytes.md
	t $c empty.md
	t $c small.md smart.md empty.md
	t $c nosuch.md
	t $c -t nosuch small.md
	t $c --unknown
	t $c --help
	t $c --version
	t $c <"$work/fixtures/small.md"
	printf 'a **b** `c` <http://x.y> ![i](u "t")\n\n| a |\n' | t $c
	for file in "$work"/fixtures/example.* "$work"/fixtures/block-*.md "$work"/fixtures/inline-*.md; do
		[ -f "$file" ] && t $c --unsafe "$(basename "$file")"
	done
}
