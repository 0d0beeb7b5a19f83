# repo.sh: sourced by run.sh; a git repository of two commits from a Debian source package.

# series SOURCE: names of its patches, in order.
series() { sed 's/#.*//' "$1/debian/patches/series" 2>/dev/null | awk 'NF { print $1 }'; }

commit() { git -C "$1" add -A -f . && git -C "$1" -c user.name=drift -c user.email=drift@example.org commit -q -m "$2"; }

# with_patch REPO SOURCE PATCH: the source as of the patch before it, and then with it. The unpacked source has all of them.
with_patch()
{
	for patch_one in $(series "$2" | sed '1!G;h;$!d'); do
		if [ "$patch_one" = "$3" ]; then
			patch -R -p1 -s -f --no-backup-if-mismatch -d "$1" <"$2/debian/patches/$patch_one" >/dev/null && commit "$1" upstream || return
			patch -p1 -s -f --no-backup-if-mismatch -d "$1" <"$2/debian/patches/$patch_one" >/dev/null && commit "$1" "$3"
			return
		fi
		patch -R -p1 -s -f --no-backup-if-mismatch -d "$1" <"$2/debian/patches/$patch_one" >/dev/null || return
	done
	return 1
}

# make_repo REPO SOURCE WAY...: two commits.
make_repo()
{
	rm -rf "$1"
	cp -a "$2" "$1" && rm -rf "$1/debian" "$1/.pc" "$1/.git" && git -C "$1" init -q -b main || return
	find "$1" -name '*.orig' -o -name '*.rej' | xargs -r rm -f
	case $3 in
	patch) with_patch "$1" "$2" "$4" ;;
	edit)
		commit "$1" upstream || return
		sed -i "$5" "$1/$4" && ! git -C "$1" diff --quiet && commit "$1" "edit $4"
		;;
	*) return 1 ;;
	esac
}
