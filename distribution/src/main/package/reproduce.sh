#!/bin/sh
# Builds the archive of the last commit twice, in two folders and with another time zone, language and mask of permissions, and
# compares: reproduce.sh. Ends with 1 and the files that differ, if there are any.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # NAME: the checksum of the archive
  mkdir -p "$work/$1/checkout"
  git -C "$root" archive HEAD | tar -x -C "$work/$1/checkout"
  "$work/$1/checkout/glebe" package >&2
  cat "$work/$1/checkout/distribution/target/"glebe-*.tar.gz.sha256
}

one=$(umask 022; TZ=UTC LC_ALL=C build one)
other=$(umask 077; TZ=Asia/Tokyo LC_ALL=C.UTF-8 build a-longer-name)
printf '%s\n%s\n' "$one" "$other"
[ "$one" = "$other" ] && exit 0
for name in one a-longer-name; do
  (cd "$work/$name/checkout/distribution/target/" && cd glebe-*-*/ && find . -type f -exec sha256sum {} + | sort -k 2) > "$work/$name.sums"
done
diff "$work/one.sums" "$work/a-longer-name.sums" || true
exit 1
