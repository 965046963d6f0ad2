#!/bin/sh
# build.sh DIRECTORY builds the console into a directory. Without Node 20 it writes a page with a hint, or fails where
# CONSOLE_REQUIRED=true. build.sh --check checks types, format, lint rules and generated types, and runs the unit tests.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
major=$( (node --version 2>/dev/null || echo v0) | sed 's/^v\([0-9]*\).*/\1/')

if [ "$major" -lt 20 ] && [ "${CONSOLE_REQUIRED:-false}" = true ]; then
  echo "console: Node.js 20 or newer is needed to build a package or an image; install it and try again" >&2
  exit 1
elif [ "$major" -lt 20 ] && [ "$out" = --check ]; then
  [ "${CI:-false}" != true ] || { echo "console: Node.js 20 or newer is needed for the checks" >&2; exit 1; }
  echo "console: Node.js 20 or newer not found, the console is not checked"
  exit 0
elif [ "$major" -lt 20 ]; then
  mkdir -p "$out"
  cat > "$out/index.html" <<'HTML'
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Glebe console</title>
<body><h1>The console is not built</h1>
<p>The platform was built on a machine without Node.js 20 or newer. Install it and start again with <code>./glebe run</code>; everything else works without it.</p></body></html>
HTML
  echo "console: Node.js 20 or newer not found, /console/ shows a hint only"
  exit 0
fi

cd "$here"
if [ ! -f node_modules/.glebe-installed ] || [ package-lock.json -nt node_modules/.glebe-installed ]; then
  npm ci --no-audit --no-fund --loglevel=error
  touch node_modules/.glebe-installed
fi
if [ "$out" = --check ]; then
  npm run --silent check
else
  CONSOLE_OUT="$out" npm run --silent build
fi
