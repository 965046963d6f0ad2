/**
 * {@code glebe load}: a seeded load of a running platform that can be repeated. Requests are sent
 * at the times of a schedule, whatever earlier answers take, and latencies count from these times.
 */
@NullMarked
package io.glebe.api.cli.load;

import org.jspecify.annotations.NullMarked;
