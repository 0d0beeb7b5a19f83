-- words.lua: count the words of a file, or of itself.
local name = arg[1] or arg[0]
local count, order = {}, {}
for line in io.lines(name) do
  for w in line:lower():gmatch("%a+") do
    if not count[w] then
      count[w] = 0
      order[#order + 1] = w
    end
    count[w] = count[w] + 1
  end
end
table.sort(order, function(a, b) return count[a] > count[b] or (count[a] == count[b] and a < b) end)
for i = 1, math.min(8, #order) do print(string.format("%-8s %d", order[i], count[order[i]])) end
local f = io.open(name)
print(f:seek("end"), f:seek("set", 3), f:read(5), f:read("l") ~= nil, f:read(0))
f:close()
print(pcall(f.read, f), io.type(f), io.type(io.stdout))
