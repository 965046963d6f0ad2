#!/bin/sh
# Sorts the folder of the package into the layers of the image, below target/image; Maven calls it before Jib. What changes rarely
# comes first: a registry and a machine that have a layer do not fetch it again.
set -eu
target=$(cd "$(dirname "$0")/../../../target" && pwd)
stage=$target/image
for folder in "$target"/glebe-*-linux-*/; do package=${folder%/}; done
[ -d "$package/runtime" ] || { echo "package: an image is made from a package for Linux; make it there" >&2; exit 1; }

rm -rf "$stage"
mkdir -p "$target/classes" # Jib wants to see it; it stays empty
mkdir -p "$stage/runtime/opt/glebe" "$stage/libraries/opt/glebe" "$stage/application/opt/glebe/lib" "$stage/folders/data" "$stage/folders/tmp"
cp -al "$package/runtime" "$stage/runtime/opt/glebe/runtime" # links: nothing is copied
cp -al "$package/lib" "$stage/libraries/opt/glebe/lib"
for part in "$package"/*; do
  case ${part##*/} in runtime|lib) ;; *) cp -al "$part" "$stage/application/opt/glebe/" ;; esac
done
for own in api-verticles core mqtt-broker-bridge tile-engine zarr-store; do
  for file in "$stage/libraries/opt/glebe/lib/$own"*; do
    case ${file##*/} in "$own".jar|"$own"-[0-9]*.jar) mv "$file" "$stage/application/opt/glebe/lib/" ;; esac
  done
done
