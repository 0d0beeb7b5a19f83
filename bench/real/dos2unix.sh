# dos2unix.sh: dos2unix and unix2dos: files in place, links, Unicode.
package=dos2unix

recipe()
{
	for file in dos2unix unix2dos; do
		"$cc" $cflags -DVER_REVISION='"7"' -DVER_DATE='"day"' -DD2U_UNICODE -D_FILE_OFFSET_BITS=64 -DLOCALEDIR='"/nowhere"' -o "$file" \
			"$source/$file.c" "$source/querycp.c" "$source/common.c"
	done
}

fixtures()
{
	printf 'one\r\ntwo\r\n' >dos
	printf 'one\ntwo\n' >unix
	printf 'one\rtwo\r' >mac
	printf 'one\r\ntwo\nthree\r' >mixed
	printf 'a\0b\r\n' >binary
	printf '\357\273\277bom\r\n' >bom
	printf '\377\376a\0\r\0\n\0' >utf16
	printf 'f\344hre\r\n' >latin
	: >empty
	ln -s dos link
	mkdir dir
}

cases()
{
	t dos2unix dos
	t dos2unix -n dos out
	t dos2unix <"$work/fixtures/dos"
	t dos2unix -v mixed unix
	t dos2unix -i dos unix mac mixed binary bom utf16 empty
	t dos2unix -ic dos unix
	t dos2unix -idu mixed
	t dos2unix -c mac mac
	t dos2unix -l dos
	t dos2unix binary
	t dos2unix -f binary
	t dos2unix -s binary dos
	t dos2unix -k dos
	t dos2unix bom
	t dos2unix -b bom
	t dos2unix -r bom
	t dos2unix utf16
	t dos2unix -u utf16
	t dos2unix -iso -n latin out
	t dos2unix -1252 -n latin out
	t dos2unix -F link
	t dos2unix -R link
	t dos2unix -S link
	t dos2unix -O dos
	t dos2unix dir nosuch
	t dos2unix -e -n unix out
	t dos2unix --bogus
	t dos2unix -V
	t unix2dos unix
	t unix2dos -m unix
	t unix2dos -l unix
	t unix2dos -c mac unix
	t unix2dos <"$work/fixtures/unix"
	t unix2dos -iso -n unix out
	t unix2dos -n mixed out
	t unix2dos -q nosuch
}
