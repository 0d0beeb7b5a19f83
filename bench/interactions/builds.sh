# builds.sh: what of a package makes the program of a pair, which experiments build many times; sourced by real.sh and what it
# leaves for them. $cc is the compiler. A pair that is not here is built as its package is (bench/real-pairs/recipes.sh).
build_munpack() { gnu_make CC="$cc" munpack; }
build_dc() { gnu_make -C lib && gnu_make -C dc; }
