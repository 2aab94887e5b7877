#!/bin/sh
# Runs a command with each file of /run/secrets/toolyard as a variable of its name: DATABASE_URL, TOOLYARD_MASTER_KEY, …
# So secrets are neither in the image nor in what `docker inspect` and Kubernetes show of a container.
set -eu
for file in "${SECRETS_DIRECTORY:-/run/secrets/toolyard}"/*; do
  [ -f "$file" ] || continue
  name=${file##*/}
  value=$(cat "$file")
  export "$name=$value"
done
exec "$@"
