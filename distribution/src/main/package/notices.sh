#!/bin/sh
# Prints the notices of what a release contains beside Glebe itself: notices.sh LIST_OF_LIBRARIES CONSOLE_FOLDER.
set -eu
libraries=$1
console=$2

rule() { printf '\n%s\n%s\n\n' "$1" '--------------------------------------------------------------------------------'; }

cat <<'TXT'
Third-party notices
Software that this package of Glebe contains, with its licences. The jars are unchanged: each carries its own licence and
notice files in META-INF.
TXT

rule 'The Java runtime (runtime/)'
cat <<'TXT'
Made with jlink from a build of OpenJDK: GNU General Public License 2 with the Classpath Exception. The licences of its parts are
in runtime/legal, one folder a module. Its source code is published by the vendor named in runtime/release.
TXT

rule 'The embedded PostgreSQL (in lib/embedded-postgres-binaries-*.jar)'
cat "$(dirname "$0")/postgresql-licence.txt"

rule 'Libraries (lib/)'
sed -n 's/^ *(/(/p' "$libraries" | LC_ALL=C sort

rule 'The console (in lib/api-verticles.jar)'
node "$(dirname "$0")/console-notices.mjs" "$console"
