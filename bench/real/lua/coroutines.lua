-- coroutines.lua: generators, schedulers, errors and wrapping.
local function permgen(a, n)
  n = n or #a
  if n <= 1 then
    coroutine.yield(a)
  else
    for i = 1, n do
      a[n], a[i] = a[i], a[n]
      permgen(a, n - 1)
      a[n], a[i] = a[i], a[n]
    end
  end
end
for p in coroutine.wrap(function() permgen({ 1, 2, 3 }) end) do io.write(table.concat(p, ""), " ") end
print()

local queue = {}
local function spawn(name, n)
  queue[#queue + 1] = coroutine.create(function()
    for i = 1, n do
      print(name, i, coroutine.isyieldable())
      coroutine.yield()
    end
    return name .. " done"
  end)
end
spawn("a", 2)
spawn("b", 3)
spawn("c", 1)
while #queue > 0 do
  local co = table.remove(queue, 1)
  local ok, result = coroutine.resume(co)
  if coroutine.status(co) ~= "dead" then queue[#queue + 1] = co else print(ok, result) end
end

local co = coroutine.create(function(a, b)
  local c = coroutine.yield(a + b)
  local d, e = coroutine.yield(c * 2)
  error("fails with " .. d .. e)
end)
print(coroutine.resume(co, 1, 2))
print(coroutine.resume(co, 10))
print(coroutine.resume(co, "x", "y"))
print(coroutine.resume(co))
print(coroutine.status(co), select(2, coroutine.running()))
local wrapped = coroutine.wrap(function() return pcall(function() coroutine.yield(1) error("in pcall") end) end)
print(wrapped())
print(wrapped())
local closed = coroutine.create(function() coroutine.yield() end)
coroutine.resume(closed)
print(coroutine.close(closed), coroutine.status(closed))
local function nest(n) if n == 0 then return 0 end return coroutine.wrap(function() return 1 + nest(n - 1) end)() end
print(nest(20))
