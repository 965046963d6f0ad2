/**
 * Stores and reads the bytes of File records: uploads are spooled to a local file, checked, and
 * moved to the blob store (files or an object store). At most a limited number of uploads run at
 * once.
 */
@NullMarked
package io.glebe.core.attachment;

import org.jspecify.annotations.NullMarked;
