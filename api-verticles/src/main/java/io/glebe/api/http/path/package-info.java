/** The tree that finds the route of a path. */
@NullMarked
package io.glebe.api.http.path;

import org.jspecify.annotations.NullMarked;
