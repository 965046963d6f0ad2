#!/bin/sh
# Lets the replica copy the database and follow it; runs once, when the database is made.
set -eu
echo "host replication glebe samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
