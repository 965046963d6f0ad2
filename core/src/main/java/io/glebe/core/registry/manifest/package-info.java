/**
 * The manifest of an app: {@code ManifestReader} reads and checks it, {@code AppManifest} is the
 * accepted content. Checks read their input only, except for the look-up of host names.
 */
@NullMarked
package io.glebe.core.registry.manifest;

import org.jspecify.annotations.NullMarked;
