#!/bin/sh
# page.sh NAME SUMMARY: a manual page from the help text on standard input, for what has no table of
# options. The first line is the usage.
printf '.TH %s 1 "" "drift" "User commands"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n' \
	"$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')" "$(printf '%s' "$1" | sed 's/-/\\-/g')" "$2"
sed -e 's/\\/\\e/g; s/-/\\-/g; s/^\([.'\'']\)/\\\&\1/' \
	-e '1s/^usage: //; 2s/.*/.SH DESCRIPTION\n.nf/' -e '$a .fi'
printf '.SH SEE ALSO\ndrift(1)\n'
