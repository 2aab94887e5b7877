#!/usr/bin/env bash
# Runs the JSON Schema test suite if a checkout of it is next to this one.
set -euo pipefail
suite=${JSON_SCHEMA_TEST_SUITE:-../shared/data/json-schema-test-suite}
if [ -d "$suite" ]; then npm run proof:schemas -- "$suite"; else echo "no suite at $suite: skipped"; fi
