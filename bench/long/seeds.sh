# seeds.sh: seed NAME BYTES: an input of so many bytes for a program of this directory, the same each time; sourced.

seed()
{
	awk -v name="$1" -v bytes="$2" '
		function out(s) { if (length(text) + length(s) <= bytes) text = text s; else full = 1 }
		function any(n) { return int(rand() * n) }
		function w() { return word[1 + any(20)] }
		function letters(n, s) { for (s = ""; n > 0; n--) s = s sprintf("%c", 97 + any(26)); return s }
		function quads(n, s) { for (s = ""; n > 0; n--) s = s quad[1 + any(8)]; return s }
		function record(n) { return substr("NTLX", 1 + any(4), 1) sprintf("%c", 64 + n) letters(n) }
		BEGIN {
			srand(7)
			split("if else while for do int char return break case goto long switch void alpha beta gamma x y tmp count", word, " ")
			split("YT0x Yj0y a2V5 PXZh bHVl CmM9 Mwpk PTQK", quad, " ") # lines KEY=VALUE in base64, more or less
			while (!full && length(text) < bytes) {
				if (name == "stats") out(sprintf("%.2f %d %.1f\n", rand() * 100, rand() * 1000, rand() * 10))
				else if (name == "counts") out(sprintf("%d,%d;%d\n", rand() * 100, rand() * 1000, rand() * 10))
				else if (name == "scanner") out(sprintf("%s = %d + %.1f; ", w(), rand() * 100, rand() * 10))
				else if (name == "keywords") out(sprintf("%s %s;\n", w(), w()))
				else if (name == "bytes") out(w() " ")
				else if (name == "csv") out(sprintf("%s,%d,\"%s, %s\"\n", w(), any(1000), w(), w()))
				else if (name == "base64") out(quads(16) "\n")
				else if (name == "sealed") out((text ? "" : "0000") record(2 + any(12)))
				else if (name == "symbols") out(sprintf("%s%d = %s%d + %d\n", w(), any(5), w(), any(5), any(100)))
				else if (name == "json") { if (length(text) + 26 > bytes) full = 1; else out(sprintf("%s{\"%s\": %d}", text ? "," : "[", w(), any(1000))) }
				else if (name == "balance") out(sprintf("%s%d\n", rand() < 0.5 ? "-" : "+", any(500)))
				else if (name == "lines") out(w() " " w() "\n")
				else if (name == "calc") out(sprintf("%d*(%d+%d)-%d\n", any(100), any(100), any(100), any(100)))
				else if (length(text) < bytes / 8) { k++; out(sprintf("%s%d-%d", k > 1 ? "," : "", k * 5, k * 5 + rand() * 4)) }
				else { if (!lined++) out("\n"); out(sprintf("%c,", 97 + rand() * 26)) }
			}
			if (name == "json") text = text "]"
			while (length(text) < bytes) text = text (name ~ /stats|counts|csv|symbols|balance|lines|calc|base64/ ? "\n" : " ")
			printf "%s", text
		}'
}
