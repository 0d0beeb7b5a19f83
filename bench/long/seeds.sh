# seeds.sh: seed NAME BYTES: an input of so many bytes for a program of this directory, the same each time; sourced.

seed()
{
	awk -v name="$1" -v bytes="$2" '
		function out(s) { if (length(text) + length(s) <= bytes) text = text s; else full = 1 }
		BEGIN {
			srand(7)
			split("if else while for do int char return break case goto long switch void alpha beta gamma x y tmp count", word, " ")
			while (!full && length(text) < bytes) {
				if (name == "stats") out(sprintf("%.2f %d %.1f\n", rand() * 100, rand() * 1000, rand() * 10))
				else if (name == "counts") out(sprintf("%d,%d;%d\n", rand() * 100, rand() * 1000, rand() * 10))
				else if (name == "scanner") out(sprintf("%s = %d + %.1f; ", word[1 + int(rand() * 20)], rand() * 100, rand() * 10))
				else if (name == "keywords") out(sprintf("%s %s;\n", word[1 + int(rand() * 20)], word[1 + int(rand() * 20)]))
				else if (length(text) < bytes / 8) { k++; out(sprintf("%s%d-%d", k > 1 ? "," : "", k * 5, k * 5 + rand() * 4)) }
				else { if (!lined++) out("\n"); out(sprintf("%c,", 97 + rand() * 26)) }
			}
			while (length(text) < bytes) text = text (name == "stats" || name == "counts" ? "\n" : " ")
			printf "%s", text
		}'
}
