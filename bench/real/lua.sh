# lua.sh: the Lua interpreter on real scripts, those in lua/ beside this file.
package=lua5.4
needs=

# The seed of string hashes would come from addresses and the clock; a fixed one fixes the order of pairs.
recipe()
{
	# A header that Debian's own build makes.
	echo '#define DEB_HOST_MULTIARCH "none"' >lua5.4-deb-multiarch.h
	for file in "$source"/src/l*.c; do
		case $file in */luac.c) continue ;; esac
		# shellcheck disable=SC2086 # cflags is a list of words
		"$cc" $cflags -DLUA_USE_POSIX '-Dluai_makeseed(L)=5381u' -I. -c "$file"
	done
	mkdir main && mv lua.o main
	ar rcs liblua.a ./*.o
	"$cc" -g -o lua main/lua.o liblua.a -lm
}

fixtures()
{
	cp "$here"/lua/*.lua .
	printf 'the cat sat on the mat\nthe dog ate the cat\n' >words.txt
	printf 'return { answer = 42 }\n' >mod.lua
	printf 'print("unfinished"\n' >syntax.lua
}

cases()
{
	l=lua
	for script in "$here"/lua/*.lua; do
		t $l "$(basename "$script")"
	done
	t $l -e 'print(1 + 2, 10 // 3, 2 ^ 10, 7 % -3, 3 | 4, "a" .. 1)'
	t $l -e 'print(string.format("%5.2f %d %s %q %x", 3.14159, 42, "s", "q\n", 255))'
	t $l -v
	t $l -i -e 'x = 1' -
	t $l nosuch.lua
	t $l syntax.lua
	t $l -e 'error("boom")'
	t $l -e 'error({code = 2})'
	t $l -e 'local t = nil; t.x = 1'
	t $l -e 'os.exit(7)'
	t $l -e 'os.exit(true, true)'
	t $l -l mod -e 'print(mod.answer)'
	t $l -E -W -e 'warn("careful")'
	t $l -x
	t $l -e 'print(#arg, arg[0], arg[1])' one two
	t $l words.lua words.txt
	t $l - a b <"$work/fixtures/primes.lua"
	printf 'print(...)\nprint(io.read())' | t $l - x y
	printf '12 3.5 word\nrest of line\n' | t $l -e 'print(io.read("n", "n", "l")) print(io.read("L"))'
	printf 'b\na\nc\n' | t $l -e 'local t = {} for s in io.lines() do t[#t + 1] = s end table.sort(t) print(table.concat(t, ","))'
	t $l -e 'local f = assert(io.open("out.txt", "w")) f:write("x", 1, "\n") f:close() for s in io.lines("out.txt") do print(s) end os.rename("out.txt", "new.txt") print(os.remove("nosuch"))'
}
