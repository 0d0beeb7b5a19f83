# No input shows the patch: left is never negative, so with tempr == 0 the old condition is false, too.
grep -q 'if (left < (tempr - 1))\|if (tempr > 0 && left < (tempr - 1))' mxml-index.c && echo same
