/**
 * The generic data-model API over HTTP: the operations of all collections, derived line by line
 * from the catalogue, stock levels, the outbox ({@code $batch}) and the stream of changes.
 *
 * <p>Endpoints parse, call {@link io.glebe.core.record.RecordService} and reply; rights and rules
 * are asked for there, so that no door can forget them.
 */
@NullMarked
package io.glebe.api.farm;

import org.jspecify.annotations.NullMarked;
