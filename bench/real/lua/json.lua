-- json.lua: a JSON reader and writer.
local function encode(v)
  local t = type(v)
  if t == "table" then
    local out = {}
    if #v > 0 then
      for _, x in ipairs(v) do out[#out + 1] = encode(x) end
      return "[" .. table.concat(out, ",") .. "]"
    end
    local keys = {}
    for k in pairs(v) do keys[#keys + 1] = k end
    table.sort(keys)
    for _, k in ipairs(keys) do out[#out + 1] = encode(k) .. ":" .. encode(v[k]) end
    return "{" .. table.concat(out, ",") .. "}"
  elseif t == "string" then
    return '"' .. v:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
  end
  return tostring(v)
end

local decode
local function skip(s, i) return s:match("^%s*()", i) end
local function list(s, i, close, item)
  local out = {}
  i = skip(s, i + 1)
  if s:sub(i, i) == close then return out, i + 1 end
  while true do
    i = item(out, i)
    i = skip(s, i)
    local c = s:sub(i, i)
    if c == close then return out, i + 1 end
    if c ~= "," then error("expected , or " .. close .. " at " .. i, 0) end
    i = skip(s, i + 1)
  end
end
function decode(s, i)
  i = skip(s, i or 1)
  local c = s:sub(i, i)
  if c == "{" then
    return list(s, i, "}", function(out, j)
      local k, v
      k, j = decode(s, j)
      j = skip(s, j)
      if s:sub(j, j) ~= ":" then error("expected : at " .. j, 0) end
      v, j = decode(s, j + 1)
      out[k] = v
      return j
    end)
  elseif c == "[" then
    return list(s, i, "]", function(out, j)
      local v
      v, j = decode(s, j)
      out[#out + 1] = v
      return j
    end)
  elseif c == '"' then
    local j = i + 1
    while s:sub(j, j) ~= '"' do
      if j > #s then error("string without end", 0) end
      j = j + (s:sub(j, j) == "\\" and 2 or 1)
    end
    return s:sub(i + 1, j - 1):gsub("\\(.)", { n = "\n", t = "\t", ['"'] = '"' }), j + 1
  end
  for word, value in pairs({ ["true"] = true, ["false"] = false }) do
    if s:sub(i, i + #word - 1) == word then return value, i + #word end
  end
  local num, j = s:match("^(-?%d+%.?%d*[eE]?[+-]?%d*)()", i)
  if num then return math.tointeger(num) or tonumber(num), j end
  error("unexpected '" .. c .. "' at " .. i, 0)
end

local text = '{"name": "Ada \\"L\\"", "tags": ["x", "y", []], "n": -12.5e1, "ok": true, "in": {"a": [1, 2, {"b": 3}]}}'
print(encode((decode(text))))
for _, bad in ipairs({ "[1, 2", '{"a" 1}', "nonsense", '"open', "[1,,2]" }) do print(pcall(decode, bad)) end
local big = {}
for i = 1, 200 do big[i] = { id = i, sq = i * i, name = "n" .. i % 7 } end
local s = encode(big)
print(#s, encode((decode(s))) == s)
