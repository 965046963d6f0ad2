/**
 * Request bodies: what an operation accepts, and how the body is checked, read, streamed or
 * discarded. Runs on the event loop; {@link io.glebe.api.http.body.BodyInput} is for virtual
 * threads.
 */
@NullMarked
package io.glebe.api.http.body;

import org.jspecify.annotations.NullMarked;
