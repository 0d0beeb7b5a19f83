-- objects.lua: classes by metatables, inheritance, operators, closing values.
local Shape = {}
Shape.__index = Shape
function Shape.new(name) return setmetatable({ name = name }, Shape) end
function Shape:area() return 0 end
function Shape:__tostring() return self.name .. " of area " .. string.format("%.2f", self:area()) end

local Circle = setmetatable({}, { __index = Shape })
Circle.__index = Circle
Circle.__tostring = Shape.__tostring
function Circle.new(r)
  local c = Shape.new("circle")
  c.r = r
  return setmetatable(c, Circle)
end
function Circle:area() return math.pi * self.r ^ 2 end

print(tostring(Shape.new("shape")), tostring(Circle.new(2)))

local V = {}
V.__index = V
local function vec(x, y) return setmetatable({ x = x, y = y }, V) end
V.__add = function(a, b) return vec(a.x + b.x, a.y + b.y) end
V.__mul = function(a, b) return type(a) == "number" and vec(a * b.x, a * b.y) or a.x * b.x + a.y * b.y end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end
V.__lt = function(a, b) return a * a < b * b end
V.__le = function(a, b) return a * a <= b * b end
V.__unm = function(a) return vec(-a.x, -a.y) end
V.__len = function(a) return 2 end
V.__call = function(a, k) return a[k] end
V.__concat = function(a, b) return tostring(a) .. tostring(b) end
V.__tostring = function(a) return "(" .. a.x .. "," .. a.y .. ")" end
V.__idiv = function(a, n) return vec(a.x // n, a.y // n) end
V.__band = function(a, n) return vec(a.x & n, a.y & n) end
local a, b = vec(1, 2), vec(3, 4)
print(tostring(a + b), a * b, tostring(2 * a), a == vec(1, 2), a < b, a >= b, tostring(-a), #a, a("y"), a .. b)
print(tostring(b // 2), tostring(b & 1), rawequal(a, a), rawlen({ 1, 2 }), rawget(a, "z"))

local log = {}
local proxy = setmetatable({}, {
  __index = function(_, k) log[#log + 1] = "get " .. k return k .. "!" end,
  __newindex = function(t, k, v) log[#log + 1] = "set " .. k rawset(t, k, v) end,
})
local _ = proxy.foo
proxy.bar = 1
proxy.bar = 2
print(table.concat(log, ", "), proxy.bar)

do
  local first <close> = setmetatable({}, { __close = function() print("close first") end })
  local second <close> = setmetatable({}, { __close = function(_, e) print("close second", e) end })
  local limit <const> = 3
  print("inside", limit)
end
print(pcall(function()
  local x <close> = setmetatable({}, { __close = function(_, e) print("closing on", e) end })
  error("oops", 0)
end))
for k, v in pairs(setmetatable({}, { __pairs = function() return function(_, n) n = (n or 0) + 1 if n < 4 then return n, n * n end end end })) do
  io.write(k, "=", v, " ")
end
print()
