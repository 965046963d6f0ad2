/**
 * Copies the rows, the states of cubes and the attachments of a platform to a folder or bucket, and
 * back into an empty platform: {@link io.glebe.core.backup.Backup}, {@link
 * io.glebe.core.backup.Restore}. Everything blocks; call it from a command.
 *
 * <p>A target has {@code pieces/ab/<SHA-256>}, each content once, and {@code backups/<id>.json},
 * one manifest per backup. A piece never changes. The manifest is written last, so that an
 * interrupted backup leaves only pieces, which the next one uses.
 */
@NullMarked
package io.glebe.core.backup;

import org.jspecify.annotations.NullMarked;
