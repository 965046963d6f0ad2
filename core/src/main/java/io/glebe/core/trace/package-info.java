/**
 * Traces of requests and messages, exported to an OpenTelemetry collector. Off unless a collector
 * is set: then no span exists, and what asks for one gets an empty optional.
 */
@NullMarked
package io.glebe.core.trace;

import org.jspecify.annotations.NullMarked;
