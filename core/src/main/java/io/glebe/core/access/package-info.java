/**
 * Who calls and what the caller may do: the role on the farm, cut down to the scopes of the app.
 *
 * <p>Everything here is immutable and may be shared between threads; a {@link
 * io.glebe.core.access.Caller} holds the rights of one moment and is made anew for each request.
 */
@NullMarked
package io.glebe.core.access;

import org.jspecify.annotations.NullMarked;
