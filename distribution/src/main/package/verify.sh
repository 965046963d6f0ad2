#!/bin/sh
# Verifies a release that was downloaded: verify.sh FOLDER PUBLIC-KEY. Needs SHA256SUMS and SHA256SUMS.sig in the folder; files of
# the list that were not downloaded are left out. Ends with 1 when the signature or a file is wrong.
set -eu
[ $# -eq 2 ] || { echo "usage: verify.sh FOLDER PUBLIC-KEY" >&2; exit 2; }
key=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
cd "$1"
openssl dgst -sha256 -verify "$key" -signature SHA256SUMS.sig SHA256SUMS
if command -v sha256sum >/dev/null 2>&1; then check="sha256sum"; else check="shasum -a 256"; fi
$check --ignore-missing -c SHA256SUMS
