-- strings.lua: patterns, formatting, packing, utf8.
local s = "The quick brown fox jumps over 12 lazy dogs, 3 times."
print(s:len(), s:upper(), s:sub(5, 9), s:sub(-6), s:rep(2, "|"):len())
print(s:find("quick"), s:find("o", 20, true), s:find("(%a+) (%d+)"))
print(s:match("(%w+) jumps"), s:match("%d+"), s:match("^(%u%l*)"))
for w in s:gmatch("%f[%w]%w%w%w%f[%W]") do io.write(w, ";") end
print()
print((s:gsub("%w+", function(w) return #w > 4 and w:reverse() or nil end)))
print((s:gsub("(%d+)", "<%1>", 1)), select(2, s:gsub(" ", " ")))
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"))
print(("%d %5d|%-5d|%05d %x %X %o"):format(42, 42, 42, 42, 255, 255, 8))
print(("%g %e %.3f %10.2f| %a"):format(0.1, 12345.678, 2 / 3, 3.14159, 1.0))
print(("%s %q %c%c %%"):format(true, 'he said "hi"\n\0', 72, 105))
print(("%i"):format(3.0), pcall(string.format, "%d", 3.5))
print(string.byte("ABC", 1, -1), string.char(76, 117, 97))
print(string.pack("<i4 >i2 z s1", 100, -2, "zero", "len"):byte(1, -1))
print(string.unpack("<i4", "\100\0\0\0"), string.packsize("i4 i8"))
print(utf8.char(228, 8364, 128512), utf8.len("äöü"), #"äöü", utf8.codepoint("€", 1))
for p, c in utf8.codes("aé€") do io.write(p, ":", c, " ") end
print()
print(tostring(1e15), 1e16, 2^53, 10 / 2, 3 // 1, 1e100, -0.0, 0x10p2, 0xff)
print(tonumber("0x1p4"), tonumber("  12  "), tonumber("z", 36), tonumber("8", 8), tonumber("1e"))
print(math.maxinteger + 1 == math.mininteger, math.type(1), math.type(1.0), math.tointeger(3.0))
print(("x"):rep(3, ","), ("abc"):byte(-1), #("\u{10FFFF}"), "a\z
      b", [[long
string]], "\x41\65\u{41}")
print(("  trim me "):match("^%s*(.-)%s*$") .. "|", ("a,b,,c"):gsub(",", ";"))
print(("f(a(b)c)d"):match("%b()"), ("2024-02-29"):match("(%d+)-(%d+)-(%d+)"))
