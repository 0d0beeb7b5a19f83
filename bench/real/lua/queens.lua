-- queens.lua: eight queens, and the board of the first solution.
local N = 8
local found = 0
local function ok(a, n, c)
  for i = 1, n - 1 do
    if a[i] == c or a[i] - i == c - n or a[i] + i == c + n then return false end
  end
  return true
end
local function show(a)
  for i = 1, N do
    local row = {}
    for j = 1, N do row[j] = a[i] == j and "Q" or "." end
    print(table.concat(row, " "))
  end
end
local function add(a, n)
  if n > N then
    found = found + 1
    if found == 1 then show(a) end
  else
    for c = 1, N do
      if ok(a, n, c) then
        a[n] = c
        add(a, n + 1)
      end
    end
  end
end
add({}, 1)
print(found)
