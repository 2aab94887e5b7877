#!/usr/bin/env bash
# Installs the Debian packages that only CI needs. Does nothing without the rights to.
set -euo pipefail
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then exit 0; fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  redis-server nginx haproxy openssl bubblewrap curl postgresql postgresql-client pgbouncer chromium systemd prometheus python3 \
  black python3-docutils python3-isodate python3-jinja2 python3-requests python3-setuptools python3-six python3-tomli \
  python3-typing-extensions python3-yaml \
  golang-go golang-github-masterminds-sprig-dev >/dev/null
