-- expect: RTE memory=256MiB exit=1 reason~"stack overflow"
local function dive(depth) return 1 + dive(depth + 1) end
print(dive(0))
