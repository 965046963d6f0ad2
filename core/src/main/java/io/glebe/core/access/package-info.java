/**
 * Decides what a caller may do: the permissions of the roles, restricted to the scopes of the app.
 *
 * <p>{@link io.glebe.core.access.AccessFilter} is the entry point: it decides for one resource and
 * for the rows of a table, by the {@link io.glebe.core.access.OwnerScope} of the resource. Values
 * are immutable and may be shared between threads. A {@link io.glebe.core.access.Caller} holds the
 * rights at one point in time and is created for each request.
 */
@NullMarked
package io.glebe.core.access;

import org.jspecify.annotations.NullMarked;
