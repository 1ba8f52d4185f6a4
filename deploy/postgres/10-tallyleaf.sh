#!/bin/bash
# Runs once, in a new database: the owner of the schema is no superuser, and may create the server's role.
set -euo pipefail
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$TALLYLEAF_PASSWORD" <<'SQL'
CREATE ROLE tallyleaf LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE tallyleaf OWNER tallyleaf;
SQL
# For `base-backup`: "all" in the image's own line means no replication.
echo 'host replication postgres samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
