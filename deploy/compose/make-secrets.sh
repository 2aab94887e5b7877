#!/bin/sh
# Makes the secrets of compose.yaml in ./secrets, once: what is there already stays.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
make() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; chmod 644 "secrets/$1"; }
make POSTGRES_PASSWORD "$(openssl rand -hex 32)"
make DATABASE_URL "postgresql://toolyard:$(cat secrets/POSTGRES_PASSWORD)@postgres:5432/toolyard"
make TOOLYARD_MASTER_KEY "$(openssl rand -base64 32)"
make TOOLYARD_METRICS_TOKEN "$(openssl rand -hex 32)"
