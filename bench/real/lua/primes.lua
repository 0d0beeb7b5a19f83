-- primes.lua: a sieve, and primes by trial division in a closure.
local function sieve(n)
  local composite, primes = {}, {}
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for k = i * i, n, i do composite[k] = true end
    end
  end
  return primes
end

local function generator()
  local n = 1
  return function()
    while true do
      n = n + 1
      local prime = true
      for d = 2, math.floor(n ^ 0.5) do
        if n % d == 0 then prime = false break end
      end
      if prime then return n end
    end
  end
end

local p = sieve(2000)
print(#p, p[#p], table.concat(p, " ", 1, 20))
local next_prime = generator()
for i = 1, 100 do assert(next_prime() == p[i]) end
print("agree")
