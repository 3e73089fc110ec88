-- For wrk: sends the requests of a file in turn, and prints what it saw as JSON. Arguments after `--`: the file, whose
-- requests end with a NUL byte, and the number of the first request.
local shots, at = {}, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for shot in file:read("*a"):gmatch("([^%z]+)%z") do
    shots[#shots + 1] = shot
  end
  file:close()
  at = tonumber(args[2])
end

function request()
  at = at + 1
  return shots[(at - 1) % #shots + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"micros":%d,"bytes":%d,"rejected":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(50), latency:percentile(99)))
end
