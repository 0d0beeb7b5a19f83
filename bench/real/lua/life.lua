-- life.lua: Conway's game on a torus, and a Brainfuck interpreter.
local W, H = 20, 10
local function grid() local g = {} for y = 0, H - 1 do g[y] = {} for x = 0, W - 1 do g[y][x] = 0 end end return g end
local g = grid()
for _, c in ipairs({ { 1, 0 }, { 2, 1 }, { 0, 2 }, { 1, 2 }, { 2, 2 }, { 10, 4 }, { 11, 4 }, { 12, 4 } }) do g[c[2]][c[1]] = 1 end
local function step(old)
  local new = grid()
  for y = 0, H - 1 do
    for x = 0, W - 1 do
      local n = -old[y][x]
      for dy = -1, 1 do for dx = -1, 1 do n = n + old[(y + dy) % H][(x + dx) % W] end end
      new[y][x] = (n == 3 or (n == 2 and old[y][x] == 1)) and 1 or 0
    end
  end
  return new
end
for _ = 1, 12 do g = step(g) end
for y = 0, H - 1 do
  local row = {}
  for x = 0, W - 1 do row[#row + 1] = g[y][x] == 1 and "#" or "." end
  print(table.concat(row))
end

local function brainfuck(code)
  local jump, stack = {}, {}
  for i = 1, #code do
    local c = code:sub(i, i)
    if c == "[" then stack[#stack + 1] = i
    elseif c == "]" then local j = table.remove(stack) jump[i], jump[j] = j, i end
  end
  local tape, p, i, out = setmetatable({}, { __index = function() return 0 end }), 0, 1, {}
  while i <= #code do
    local c = code:sub(i, i)
    if c == ">" then p = p + 1
    elseif c == "<" then p = p - 1
    elseif c == "+" then tape[p] = (tape[p] + 1) % 256
    elseif c == "-" then tape[p] = (tape[p] - 1) % 256
    elseif c == "." then out[#out + 1] = string.char(tape[p])
    elseif c == "[" and tape[p] == 0 then i = jump[i]
    elseif c == "]" and tape[p] ~= 0 then i = jump[i] end
    i = i + 1
  end
  return table.concat(out)
end
io.write(brainfuck("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."))
