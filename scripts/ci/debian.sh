#!/usr/bin/env bash
# Installs the Debian packages that only CI needs: for the lane `change` if given, otherwise all. Does nothing without
# permission.
set -euo pipefail
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then exit 0; fi
packages=(redis-server openssl bubblewrap curl postgresql-client pgbouncer chromium)
if [ "${1:-}" != change ]; then
  packages+=(nginx haproxy postgresql systemd prometheus python3 black python3-docutils python3-isodate python3-jinja2
    python3-requests python3-setuptools python3-six python3-tomli python3-typing-extensions python3-yaml
    golang-go golang-github-masterminds-sprig-dev)
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
