package io.glebe.core.backup;

import java.util.List;

/**
 * An object in a backup.
 *
 * @param blob an attachment, whose key is its id; otherwise an object of the cubes
 * @param modified time of its last put at the source; an object with the same key, size and time is
 *     the same
 * @param pieces of at most {@link PieceStore#LARGEST} bytes
 */
record StoredObject(boolean blob, String key, long size, String modified, List<String> pieces) {}
