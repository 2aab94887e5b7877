#!/usr/bin/env bash
# Shows that `npm ci` alone is enough for `npm test`: in a second clone with an empty npm prefix and home, no global
# packages and no node_modules above it, every import of every test resolves inside the clone, and the tests that once
# needed the dashboard's packages pass.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(npm config get cache)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home" "$folder/prefix"
git clone -q . "$folder/clone"
above=$folder
while [ "$above" != / ]; do
  above=$(dirname "$above")
  if [ -e "${above%/}/node_modules" ]; then echo "node_modules lies in $above"; exit 1; fi
done
cd "$folder/clone"
unset NODE_PATH NODE_OPTIONS
# Removes the folders that `npm run` adds to PATH: they contain the programs of the first clone.
PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v node_modules | paste -sd:)
env -u npm_config_local_prefix HOME="$folder/home" npm_config_prefix="$folder/prefix" npm_config_cache="$cache" \
  npm ci --prefer-offline --no-audit --no-fund
env -u npm_config_local_prefix HOME="$folder/home" npm_config_prefix="$folder/prefix" npm_config_cache="$cache" \
  npm test -- test/checkout.test.ts test/web/lists.test.ts test/web/playground.test.ts
