-- bignum.lua: factorials and Fibonacci numbers with digits in tables.
local BASE = 10000000
local function add(a, b)
  local r, carry = {}, 0
  for i = 1, math.max(#a, #b) do
    local s = (a[i] or 0) + (b[i] or 0) + carry
    r[i] = s % BASE
    carry = s // BASE
  end
  if carry > 0 then r[#r + 1] = carry end
  return r
end
local function mul(a, n)
  local r, carry = {}, 0
  for i = 1, #a do
    local s = a[i] * n + carry
    r[i] = s % BASE
    carry = s // BASE
  end
  while carry > 0 do
    r[#r + 1] = carry % BASE
    carry = carry // BASE
  end
  return r
end
local function text(a)
  local t = { tostring(a[#a]) }
  for i = #a - 1, 1, -1 do t[#t + 1] = string.format("%07d", a[i]) end
  return table.concat(t)
end
local f = { 1 }
for i = 2, 100 do f = mul(f, i) end
print(text(f))
local a, b = { 0 }, { 1 }
for _ = 1, 300 do a, b = b, add(a, b) end
print(text(a))
print(1 << 62, 1 << 63, 1 << 64, -1 >> 1, ~0, 5 // 0.0, -5 % 3, 5 % -3, 5.5 // 2, -5 // 2)
print(pcall(function() return 1 // 0 end))
