/**
 * Cached responses that are served before Vert.x parses the request, and connections that are ended
 * or not read. The only package that uses Vert.x internals.
 */
@NullMarked
package io.glebe.api.http.fastpath;

import org.jspecify.annotations.NullMarked;
