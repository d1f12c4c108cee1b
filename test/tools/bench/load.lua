-- The requests of a load: `wrk -s load.lua URL -- FILE [timed]`. FILE returns lists of raw requests, which take turns:
-- with one list, its requests in order; with two, one of the first, then one of the second. With `timed` only the last
-- list counts, and every thread must have one connection.
local ffi = require('ffi')
ffi.cdef('typedef struct { long seconds; long nanoseconds; } moment; int clock_gettime(int clock, moment *now);')
local MONOTONIC = ffi.os == 'OSX' and 6 or 1
local moment = ffi.new('moment')

local function now()
  ffi.C.clock_gettime(MONOTONIC, moment)
  return tonumber(moment.seconds) * 1e6 + tonumber(moment.nanoseconds) / 1e3
end

local threads = {}

function setup(thread)
  thread:set('place', 37 * #threads)
  table.insert(threads, thread)
end

local lists, turn, sent, timed
times = {}

function init(args)
  lists = dofile(args[1])
  turn = #lists
  timed = args[2] == 'timed'
end

-- It is called as soon as the answer before is there. To have `response` called instead would take time that depends on
-- the answer: Lua keeps a new text for each body that it has not seen.
function request()
  if sent and turn == #lists then times[#times + 1] = now() - sent end
  turn = turn % #lists + 1
  if turn == 1 then place = place + 1 end
  local list = lists[turn]
  if timed then sent = now() end
  return list[place % #list + 1]
end

local function print_json(rate, half, high, failed, total)
  print(string.format('{"rate":%f,"p50":%f,"p99":%f,"failed":%d,"total":%d}', rate, half, high, failed, total))
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  local own = {}
  for _, thread in ipairs(threads) do
    for _, time in ipairs(thread:get('times')) do own[#own + 1] = time end
  end
  if #own == 0 then
    local rate = summary.requests / summary.duration * 1e6
    print_json(rate, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed, summary.requests)
    return
  end
  table.sort(own)
  local sum = 0
  for _, time in ipairs(own) do sum = sum + time end
  local at = function(part) return own[math.max(1, math.ceil(#own * part))] / 1e3 end
  print_json(#threads * #own / sum * 1e6, at(0.5), at(0.99), failed, summary.requests)
end
