#!/bin/bash
# A copy of the database that follows it: made at the first start.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  pg_basebackup -h database -U glebe -D "$PGDATA" -X stream -R -C -S replica
  chmod 700 "$PGDATA"
fi
exec postgres -c hot_standby=on -c hot_standby_feedback=on -c max_connections=300
