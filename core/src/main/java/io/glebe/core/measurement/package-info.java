/**
 * Reads and writes measurements together with their record type, action and attachments, and keeps
 * the catalogue of record types.
 */
@NullMarked
package io.glebe.core.measurement;

import org.jspecify.annotations.NullMarked;
