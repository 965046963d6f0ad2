/**
 * The common chain of all HTTP doors: one route table, one gateway per event loop, one mapping of
 * failures to problem documents; and a lane before it for what stands and needs no asking. Threads:
 * everything here runs on the event loop of its connection and never waits; handlers that wait hand
 * over to {@link io.glebe.core.thread.OffLoop}.
 */
@NullMarked
package io.glebe.api.http;

import org.jspecify.annotations.NullMarked;
