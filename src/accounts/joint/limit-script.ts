// The scripts by which servers share exact rate limits in Valkey or Redis. Each runs as one step of the store, by the
// store's clock in microseconds.
//
//   LOG      sorted set   of one account: an entry per admission, scored by its time; times of an account strictly rise
//   MEMBERS  hash         by slot of a server `joined:seen`: since when it has beaten without a gap, and its last beat
//
// A member that has beaten without a gap for two seconds asks the store for each admission. The share of every other
// slot is reserved, because its server may be using it (joint-limiter.ts). joined 0: the server has left for good.

/** A gap between two beats after which a server counts as away; joint-limiter.ts depends on it. */
export const GAP_MS = 500;
/** The share of a server stays reserved for this long after its first beat. */
export const JOIN_MS = 2000;

const US = 1000;

/**
 * Common to the scripts that admit requests. `max` is the maximum number of entries of the log within a second; -1 if
 * the server is not a member.
 */
const PRELUDE = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local slot, slots, limit, asked = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local reserved = 0
for s = 0, slots - 1 do
  local joined, seen = string.match(redis.call('HGET', KEYS[2], tostring(s)) or '', '(%d+):(%d+)')
  joined, seen = tonumber(joined), tonumber(seen)
  if s == slot and (not joined or joined == 0) then return {-1, 0, 0} end
  local counts = joined and (joined == 0 or (now - seen < ${GAP_MS * US} and now - joined >= ${JOIN_MS * US}))
  if not counts then reserved = reserved + math.floor(limit / slots) + (s < limit % slots and 1 or 0) end
end
local max = limit - reserved
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - 1000000))
local used = redis.call('ZCARD', KEYS[1])
local last = tonumber(redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2] or '0')
local function enter(time)
  last = math.max(time, last + 1)
  local text = string.format('%.0f', last)
  redis.call('ZADD', KEYS[1], text, text)
end
local function keep()
  redis.call('PEXPIRE', KEYS[1], math.ceil((last - now) / 1000) + 5000)
end
local function waitFor(back)
  local entry = redis.call('ZREVRANGE', KEYS[1], back - 1, back - 1, 'WITHSCORES')[2]
  return entry and tonumber(entry) + 1000000 - now or 1000000
end
`;

/**
 * Admits up to `asked` requests. Returns {admitted, remaining, microseconds until the next one is admitted,
 * microseconds until the whole limit is available again if no other request comes}.
 */
export const ADMIT = `${PRELUDE}
local taken = math.max(0, math.min(asked, max - used))
for _ = 1, taken do enter(now) end
if taken > 0 then keep() end
local wait, idle = 0, 0
if taken < asked then wait, idle = max > 0 and waitFor(max) or 1000000, waitFor(1) end
return {taken, math.max(0, max - used - taken), wait, idle}
`;

/**
 * Admits all or none of `asked` further requests of an admitted call. If they exceed the limit of one second, they also
 * use up the following seconds, provided the call is the only one in its second.
 */
export const ADMIT_MORE = `${PRELUDE}
if max < 1 then return {0, 0, 1000000} end
if used + math.min(asked, max - 1) > max then
  return {0, 0, waitFor(max - math.min(asked + 1, max) + 1)}
end
for place = 1, asked do enter(now + math.floor(place / max) * 1000000) end
keep()
return {asked, math.max(0, max - used - asked), 0}
`;

/** A beat of a slot. Returns whether it begins a new membership. */
export const BEAT = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local joined, seen = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '', '(%d+):(%d+)')
joined, seen = tonumber(joined), tonumber(seen)
local isNew = not joined or joined == 0 or joined > now or now - seen > ${GAP_MS * US}
if isNew then joined = now end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f:%.0f', joined, now))
redis.call('PEXPIRE', KEYS[1], 86400000)
return isNew and 1 or 0
`;

/** Removes a server: it admits nothing until it joins again. */
export const LEAVE = `
redis.call('HSET', KEYS[1], ARGV[1], '0:0')
return 0
`;
