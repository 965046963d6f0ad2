/**
 * What the activity endpoints add to the records: the catalogue of record types and typed
 * measurements with their type, action and attachments.
 */
@NullMarked
package io.glebe.core.activity;

import org.jspecify.annotations.NullMarked;
