/* work.js: calls, objects, strings and numbers. */
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(24));
var sieve = [], count = 0, i, k;
for (i = 2; i < 30000; i++)
	if (!sieve[i]) {
		count++;
		for (k = i * i; k < 30000; k += i)
			sieve[k] = true;
	}
print(count);
var words = [];
for (i = 0; i < 4000; i++)
	words.push(((i * 7919) % 10007) + "-" + "x".charAt(0));
words.sort();
var text = words.join(","), found = 0;
text.replace(/(\d+)-x/g, function (all, n) { found += n % 3; return all; });
print(found, text.length);
var o = {};
for (i = 0; i < 4000; i++)
	o["k" + i % 97] = (o["k" + i % 97] || 0) + i;
print(o.k5, Object.keys(o).length);
