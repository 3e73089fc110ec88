#!/usr/bin/env bash
# Runs several servers on this machine with Debian's packages (apt-get install postgresql redis-server haproxy):
# PostgreSQL, a store of limits, a builder, two serving nodes and a load balancer, on loopback, in one folder. Ctrl-C
# ends all of them.
#   deploy/loopback.sh FOLDER [PORT] [options of `cardfile serve` for the builder, such as --demo]
set -euo pipefail
folder=$(realpath -m "${1:?give a folder}")
port=${2:-8080}
[ $# -ge 2 ] && shift 2 || shift
here=$(cd "$(dirname "$0")" && pwd)
cardfile=${CARDFILE:-$here/../bin/cardfile}
postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1) || true
store=$(command -v valkey-server || command -v redis-server || true)
if [ -z "$postgres" ] || [ -z "$store" ] || ! command -v haproxy >/dev/null; then
  echo 'install PostgreSQL, Redis or Valkey, and haproxy: apt-get install postgresql redis-server haproxy' >&2
  exit 1
fi
as_server=()
mkdir -p "$folder"/{builder,node-1,node-2,postgres}
if [ "$(id -u)" = 0 ]; then
  # PostgreSQL does not run as root.
  chown postgres "$folder/postgres"
  as_server=(setpriv --reuid postgres --regid postgres --clear-groups)
fi
pids=()
# Ends the newest process first: servers drain before their database ends.
end() {
  trap - EXIT INT TERM
  for ((at = ${#pids[@]} - 1; at >= 0; at--)); do
    kill -TERM "${pids[at]}" 2>/dev/null && wait "${pids[at]}" 2>/dev/null || true
  done
  return 0
}
trap end EXIT
trap 'exit 0' INT TERM
# Waits until a command succeeds, or the newest process has ended.
until_true() {
  until "$@" >/dev/null 2>&1; do
    if ! kill -0 "${pids[-1]}" 2>/dev/null; then
      echo "a process ended before it was ready; see the logs in $folder" >&2
      return 1
    fi
    sleep 0.2
  done
}
is_ready() { (exec 3<>"/dev/tcp/127.0.0.1/$1") && [ "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$1/readyz")" = 200 ]; }

database=$((port + 1)) limits=$((port + 2)) builder=$((port + 3))
if [ ! -e "$folder/postgres/data/PG_VERSION" ]; then
  (cd / && "${as_server[@]}" "$postgres/initdb" -D "$folder/postgres/data" -U cardfile -A trust -E UTF8 --locale=C) >/dev/null
fi
(cd / && exec "${as_server[@]}" "$postgres/postgres" -D "$folder/postgres/data" -c listen_addresses=127.0.0.1 -c "port=$database" \
  -c "unix_socket_directories=$folder/postgres") >"$folder/postgres.log" 2>&1 &
pids+=($!)
until_true "$postgres/pg_isready" -U cardfile -h 127.0.0.1 -p "$database"
"$store" --port "$limits" --bind 127.0.0.1 --save '' --appendonly no --dir "$folder" >"$folder/store.log" 2>&1 &
pids+=($!)

export CARDFILE_DATABASE=postgres://cardfile@127.0.0.1:$database/postgres CARDFILE_LIMITER=redis://127.0.0.1:$limits
export CARDFILE_NODE_SECRET=${CARDFILE_NODE_SECRET:-a secret for one machine}
export CARDFILE_TRUSTED_PROXIES=${CARDFILE_TRUSTED_PROXIES:-loopback}
"$cardfile" database migrate
# Loading demo data may take minutes.
CARDFILE_PUBLISH=http CARDFILE_NODE=1/3 "$cardfile" serve --data "$folder/builder" --port "$builder" "$@" &
pids+=($!)
until_true is_ready "$builder"
for number in 1 2; do
  # The balancer takes a node out before it stops listening.
  CARDFILE_SHUTDOWN_DELAY=${CARDFILE_SHUTDOWN_DELAY:-3} CARDFILE_EDITIONS=http CARDFILE_NODE=$((number + 1))/3 "$cardfile" serve \
    --data "$folder/node-$number" --port $((builder + number)) >"$folder/node-$number.log" 2>&1 &
  pids+=($!)
  until_true is_ready $((builder + number))
done

sed -e "s/bind :8080/bind 127.0.0.1:$port/" -e "s/ builder:8080/ 127.0.0.1:$builder/" \
  -e "s/ node-1:8080/ 127.0.0.1:$((builder + 1))/" -e "s/ node-2:8080/ 127.0.0.1:$((builder + 2))/" \
  "$here/haproxy.cfg" >"$folder/haproxy.cfg"
haproxy -f "$folder/haproxy.cfg" -db >"$folder/haproxy.log" 2>&1 &
pids+=($!)
until_true is_ready "$port"
echo "Calls: http://127.0.0.1:$port. Builder: port $builder, nodes: $((builder + 1)) and $((builder + 2)). Ctrl-C ends all."
wait "${pids[-1]}"
