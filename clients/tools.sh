#!/bin/sh
# tools.sh check BASE  checks the OpenAPI documents of a running platform with the validators that other people use
# tools.sh build BASE DIRECTORY  generates the clients from these documents and packs them into the directory
# Node.js 20 and npm are needed; the first call downloads the tools (about 125 MB).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
task=$1
base=$2

install() { # one process at a time: tests can ask for it side by side
  cd "$here/tools"
  until mkdir .installing 2>/dev/null; do
    kill -0 "$(cat .installing/owner 2>/dev/null || echo $$)" 2>/dev/null || rm -rf .installing
    sleep 1
  done
  echo $$ >.installing/owner
  trap 'rm -rf "$here/tools/.installing"' EXIT
  [ ! -f node_modules/.glebe-installed ] || [ package-lock.json -nt node_modules/.glebe-installed ] || return 0
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  touch node_modules/.glebe-installed
}

(install)
case "$task" in
  check) node "$here/tools/check.mjs" "$base" ;;
  build) node "$here/tools/build.mjs" "$base" "$3" ;;
  *) echo "tools.sh: unknown task '$task'" >&2; exit 2 ;;
esac
