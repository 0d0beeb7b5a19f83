-- work.lua: calls, tables, strings and floats.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(30))
local sieve, count = {}, 0
for i = 2, 600000 do
	if not sieve[i] then
		count = count + 1
		for k = i * i, 600000, i do sieve[k] = true end
	end
end
print(count)
local words = {}
for i = 1, 40000 do words[#words + 1] = string.format("%05d-%s", (i * 7919) % 10007, ("x"):rep(i % 5)) end
table.sort(words)
local text = table.concat(words, ",")
local found = 0
for a, b in text:gmatch("(%d+)%-(x*)") do found = found + #b + tonumber(a) % 3 end
print(found, #text)
local x = 0.0
for i = 1, 3000000 do x = x + math.sin(i) * (i % 3) end
print(string.format("%.6f", x))
