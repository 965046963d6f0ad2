#!/bin/sh
# Puts the folder and the archive of a release together: package.sh VERSION TIMESTAMP. Maven calls it when target/runtime (jlink)
# and target/notices are there. The same input gives the same archive: files have one time, one owner and one order.
set -eu
umask 022
version=$1
timestamp=$2

here=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$here/../../.." && pwd)
root=$(dirname "$module")
api=$root/api-verticles
target=$module/target

fail() { printf 'package: %s\n' "$*" >&2; exit 1; }

case $(uname -m) in x86_64) arch=amd64 ;; aarch64|arm64) arch=arm64 ;; *) arch=$(uname -m) ;; esac
case $(uname -s) in Darwin) os=macos ;; *) os=$(uname -s | tr '[:upper:]' '[:lower:]') ;; esac
name=glebe-$version-$os-$arch
folder=$target/$name

tar=tar
command -v gtar >/dev/null 2>&1 && tar=gtar
"$tar" --version 2>/dev/null | grep -q 'GNU tar' || fail "GNU tar is needed; install it (package tar or gnu-tar) and try again"
for part in "$target/runtime/bin/java" "$target/notices/libraries.txt" "$api/target/api-verticles.jar" "$api/target/lib"; do
  [ -e "$part" ] || fail "$part is missing; start with ./glebe package"
done

grep -q '^JAVA_VERSION="25' "$target/runtime/release" || fail "the runtime is not of a JDK 25: $(grep ^JAVA_VERSION= "$target/runtime/release")"

# --- the folder ------------------------------------------------------------------------------------------------

rm -rf "$target"/glebe-* "$target/.packaging" # of other versions as well
making=$target/.packaging/$name # becomes the folder when it is whole
mkdir -p "$making/bin" "$making/lib"
cp -R "$target/runtime" "$making/runtime"
cp "$api"/target/api-verticles.jar "$api"/target/lib/*.jar "$making/lib/"
cp "$here/glebe" "$making/bin/glebe"
cp "$api/src/main/launcher/jvm.options" "$here/README.md" "$making/"
for paper in LICENSE NOTICE CHANGELOG.md; do
  [ -f "$root/$paper" ] || fail "$paper is missing in $root"
  cp "$root/$paper" "$making/"
done
"$here/notices.sh" "$target/notices/libraries.txt" "$api/src/main/console" > "$making/THIRD-PARTY.txt"
if [ -e "$target/bill/libraries.json" ]; then
  node "$here/bill-of-materials.mjs" "$target/bill/libraries.json" "$api/src/main/console" "$target/runtime/release" > "$making/sbom.cdx.json"
else # mvn -o
  printf 'package: there is no bill of materials, because Maven makes it online only\n' >&2
fi

# Everyone may read, only the owner may write; what could be executed can be.
chmod -R u+rwX,go+rX,go-w "$making"
chmod 755 "$making/bin/glebe"

find "$making" -exec touch -h -d "$timestamp" {} +

mv "$making" "$folder"
rmdir "$target/.packaging"

# --- the archive -----------------------------------------------------------------------------------------------

"$tar" -C "$target" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="$timestamp" -cf - "$name" \
  | gzip -n > "$target/$name.tar.gz.part"
mv "$target/$name.tar.gz.part" "$target/$name.tar.gz"
sums() { if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
[ ! -f "$folder/sbom.cdx.json" ] || cp "$folder/sbom.cdx.json" "$target/$name.cdx.json"
(cd "$target" && sums "$name.tar.gz" > "$name.tar.gz.sha256") # checked by sha256sum -c beside the archive

size() { du -sh "$1" | cut -f 1; }
echo "package: $folder ($(size "$folder")), $name.tar.gz ($(size "$target/$name.tar.gz"))"
