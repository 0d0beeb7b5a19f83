# The patch changes a comment: without comments, both versions are the same text.
cc -fpreprocessed -dD -E -P src/liblzma/common/stream_decoder_mt.c | cksum
