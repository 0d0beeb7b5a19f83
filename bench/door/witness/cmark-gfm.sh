# A tag with an attribute is no longer filtered after the edit.
cmake -S . -B build -DCMARK_TESTS=OFF -DCMARK_SHARED=OFF -DCMAKE_BUILD_TYPE=Debug >&2 && cmake --build build --target cmark-gfm >&2 || exit
printf '<script src="a">\n\n<title>\n' | build/src/cmark-gfm --unsafe -e tagfilter
