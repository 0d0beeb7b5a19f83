-- tables.lua: sorting, moving, packing, next, the length operator, garbage.
local t = {}
local x = 42
for i = 1, 300 do
  x = (x * 1103515245 + 12345) % 2147483648
  t[i] = x % 1000
end
table.sort(t)
for i = 2, #t do assert(t[i - 1] <= t[i]) end
print(t[1], t[150], t[300])
table.sort(t, function(a, b) return a > b end)
print(t[1], t[300])
local words = { "pear", "Apple", "fig", "apple", "Banana" }
table.sort(words)
print(table.concat(words, " "))
table.sort(words, function(a, b) return a:lower() < b:lower() or (a:lower() == b:lower() and a < b) end)
print(table.concat(words, " "))
print(table.unpack({ 1, 2, 3 }, 2), select("#", table.unpack({}, 1, 3)), table.pack(1, nil, 3).n)
local m = table.move({ 1, 2, 3, 4 }, 2, 4, 1)
print(table.concat(m, ","), #m)
table.insert(m, 1, "first")
table.insert(m, "last")
print(table.remove(m, 2), table.remove(m), table.concat(m, ","))
print(pcall(table.sort, { 3, "x", 1 }))
print(next({}), next({ 10 }), type(next))
local count, keys = 0, {}
for k, v in pairs({ a = 1, b = 2, 10, 20, [2.5] = "f", [true] = "t" }) do
  count = count + 1
  keys[#keys + 1] = tostring(k) .. "=" .. tostring(v)
end
table.sort(keys)
print(count, table.concat(keys, " "))
local weak = setmetatable({}, { __mode = "k" })
for i = 1, 100 do weak[{}] = i end
collectgarbage()
local left = 0
for _ in pairs(weak) do left = left + 1 end
print(left, collectgarbage("count") > 0, collectgarbage("step"))
local nested = {}
for i = 1, 50 do
  nested[i] = {}
  for j = 1, 50 do nested[i][j] = i * j end
end
local s = 0
for _, row in ipairs(nested) do for _, v in ipairs(row) do s = s + v end end
print(s)
local memo = setmetatable({}, { __index = function(self, n)
  local v = n < 2 and n or self[n - 1] + self[n - 2]
  self[n] = v
  return v
end })
print(memo[80])
for i = 10, 1, -3 do io.write(i, " ") end
for i = 1.0, 2, 0.25 do io.write(i, " ") end
print()
goto done
print("skipped")
::done::
print("end")
