#!/bin/sh
# Writes the SHA-256 list of a release, and a signature over it: sign.sh FOLDER. The private key is the PEM file that
# GLEBE_SIGNING_KEY names (EC or RSA); without the variable there is a list and no signature. ./glebe package calls it.
set -eu
umask 022
key=${GLEBE_SIGNING_KEY:-}
case "$key" in ''|/*) ;; *) key=$(pwd)/$key ;; esac
cd "$1"

fail() { printf 'package: %s\n' "$*" >&2; exit 1; }
sums() { if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

rm -f SHA256SUMS SHA256SUMS.sig # those of an earlier build
set -- glebe-*.tar.gz
[ -f "$1" ] || fail "there is no archive; start with ./glebe package"
for more in glebe-*.cdx.json glebe-image.tar; do [ ! -f "$more" ] || set -- "$@" "$more"; done
sums "$@" > SHA256SUMS.part

if [ -n "$key" ]; then
  command -v openssl >/dev/null 2>&1 || fail "openssl is needed to sign; install it and try again"
  [ -r "$key" ] || fail "the key of GLEBE_SIGNING_KEY cannot be read: $key"
  openssl dgst -sha256 -sign "$key" -out SHA256SUMS.sig.part SHA256SUMS.part ||
    fail "the key of GLEBE_SIGNING_KEY does not sign; it must be a private EC or RSA key in PEM"
  mv SHA256SUMS.sig.part SHA256SUMS.sig
  echo "package: SHA256SUMS is signed"
else
  echo "package: SHA256SUMS is not signed, because GLEBE_SIGNING_KEY names no key"
fi
mv SHA256SUMS.part SHA256SUMS
