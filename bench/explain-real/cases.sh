# cases.sh: mistakes of real programs; sourced by run.sh.
#
# A case makes $dir/old and $dir/new if $build says so, and sets: old, new (programs), input (words for drift explain), right (what
# the right suspect looks like: side, file:line and source), rank and most (how good the answer has to be), options.

# libpng with zlib as one program; the patch puts the mistake into new.
png_trees()
{
	options='--time 200 --old-sources old --new-sources new'
	old=old/prog
	new=new/prog
	[ -n "$build" ] || return 0
	fetch_source zlib || return 1
	zlib=$source
	fetch_source libpng1.6 || return 1
	for tree in old new; do
		mkdir "$dir/$tree" && (
			cd "$dir/$tree" &&
				cp "$source"/png*.c "$source"/*.h "$zlib"/*.h . &&
				rm -f pngtest.c &&
				cp "$source/scripts/pnglibconf.h.prebuilt" pnglibconf.h &&
				(cd "$zlib" && cp adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c deflate.c trees.c compress.c "$dir/$tree") &&
				cp "$here/pngclient.c" . &&
				{ [ "$tree" = old ] || patch -s -p1 -F 0 <"$here/patches/$1"; } &&
				"$cc" $cflags -DPNG_INTEL_SSE_OPT=0 -o prog ./*.c -lm
		) || return 1
	done
	cc -o "$dir/makepng" "$here/makepng.c"
}

# tRNS in front of PLTE: the length is not checked, a buffer on the stack is overrun (libpng before 1.0.16 and 1.2.6).
case_png_trns()
{
	png_trees png-trns.patch || return 1
	"$dir/makepng" IHDR=00000002000000020803000000 tRNS=300x7f IDAT=789c6360600000000400 >"$dir/bad.png"
	input='-- @file:367=bad.png'
	right='HAVE_PLTE|length > \(unsigned int\) png_ptr->num_palette'
}

# The size of a row in 32 bits: a division by zero (CVE-2018-13785).
case_png_row()
{
	png_trees png-row.patch || return 1
	"$dir/makepng" IHDR=55555555000000010802000000 IDAT=789c6360600000000400 >"$dir/bad.png"
	input='-- @file:55=bad.png'
	right='pngrutil.c:[0-9]* (size_t row_factor|png_uint_32 row_factor|.*png_ptr->(width|channels))'
	rank=3
	most=10
}

# An extra field longer than the room for it, in pieces: it is written behind it (CVE-2022-37434).
case_zlib_extra()
{
	options='--time 200 --old-sources old --new-sources new'
	old=old/prog
	new=new/prog
	input='-- @file:64=bad.gz'
	right='inflate.c.*(state->head != Z_NULL &&|extra_max|extra_len - state->length|extra != Z_NULL)'
	rank=3
	most=10
	[ -n "$build" ] || return 0
	fetch_source zlib || return 1
	for tree in old new; do
		mkdir "$dir/$tree" && (
			cd "$dir/$tree" &&
				(cd "$source" && cp ./*.h adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c "$dir/$tree") &&
				cp "$here/gzclient.c" . &&
				{ [ "$tree" = old ] || patch -s -p1 -F 0 <"$here/patches/zlib-extra.patch"; } &&
				"$cc" $cflags -o prog ./*.c
		) || return 1
	done
	# An extra field of 40 bytes.
	printf '\037\213\010\004\000\000\000\000\000\003\050\000%040d' 0 >"$dir/bad.gz"
}

# debian_trees PACKAGE PATCH: old has the patch of Debian, new lacks it.
debian_trees()
{
	recipe=$(echo "$1" | tr .- __)
	[ -n "$build" ] || return 0
	fetch_source "$1" || return 1
	cp -a "$source" "$dir/old" &&
		(cd "$dir/old" && pair=$dir && "configure_$recipe" && "build_$recipe") &&
		cp -a "$dir/old" "$dir/new" &&
		patch -d "$dir/new" -p1 -R -s -f <"$source/debian/patches/$2" &&
		(cd "$dir/new" && pair=$dir && "build_$recipe")
}

# A context diff whose second hunk begins in the middle.
case_patch_context()
{
	options='--time 200 --old-sources old --new-sources new'
	old=old/src/patch
	new=new/src/patch
	debian_trees patch 0008-Avoid_invalid_memory_access_in_context_format_diffs.patch || return 1
	{
		printf -- '*** a\n--- b\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n'
		printf -- '***************\n--- 3 ----\n! x\n'
	} >"$dir/bad.diff"
	echo a >"$dir/text"
	input='--stdin bad.diff -- -o out @file:2=text'
	right='old .*pch.c.*p_end'
	rank=3
	most=10
}

# A part of a message without a type is taken for text and is not decoded.
case_munpack_type()
{
	options='--time 200 --old-sources old --new-sources new'
	old=old/munpack
	new=new/munpack
	debian_trees mpack 07_fix-decode-base64-attachment.patch || return 1
	{
		printf 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n'
		printf 'Content-Transfer-Encoding: base64\n\nQUJD\n--b--\n'
	} >"$dir/bad.msg"
	input='--stdin bad.msg --'
	right='decode.c.*defaultContentType'
	rank=3
	most=10
}

# Two readers of JSON: cJSON takes numbers that begin with 0, jansson does not.
case_json()
{
	options='--time 200'
	old=jansson
	new=cjson
	input="--stdin bad.json --"
	right='old .*load.c:[0-9]* if \(l_isdigit\(c\)\)'
	rank=3
	most=20
	[ -n "$build" ] || return 0
	fetch_source jansson || return 1
	jansson=$source
	fetch_source cjson || return 1
	(cd "$dir" && mkdir j && cp "$jansson"/src/*.[ch] j &&
		printf '#define JSON_INLINE inline\n#define JSON_INTEGER_IS_LONG_LONG 1\n#define JSON_HAVE_LOCALECONV 0\n#define JSON_HAVE_ATOMIC_BUILTINS 0\n#define JSON_HAVE_SYNC_BUILTINS 0\n#define JSON_PARSER_MAX_DEPTH 64\n' >j/jansson_config.h &&
		: >j/jansson_private_config.h &&
		"$cc" $cflags -DHAVE_STDINT_H -DINITIAL_HASHTABLE_ORDER=3 -Ij -o jansson "$here/jsonjansson.c" j/*.c -lm &&
		"$cc" $cflags -I"$source" -o cjson "$here/jsoncjson.c" "$source/cJSON.c" -lm) || return 1
	printf '[01]' >"$dir/bad.json"
}
