#!/bin/sh
# tools.sh check BASE    checks the OpenAPI documents of a running platform with the validators that other people use
# Node.js 20 and npm are needed; the first call downloads the tools (about 125 MB).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
task=$1
base=$2

install() {
  cd "$here/tools"
  [ ! -f node_modules/.glebe-installed ] || [ package-lock.json -nt node_modules/.glebe-installed ] || return 0
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  touch node_modules/.glebe-installed
}

(install)
case "$task" in
  check) node "$here/tools/check.mjs" "$base" ;;
  *) echo "tools.sh: unknown task '$task'" >&2; exit 2 ;;
esac
