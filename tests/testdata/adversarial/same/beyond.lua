-- expect: MLE memory=64MiB
local hoard = {}
for i = 1, 256 do hoard[i] = string.rep("x", 1 << 20) .. i end
print(#hoard)
