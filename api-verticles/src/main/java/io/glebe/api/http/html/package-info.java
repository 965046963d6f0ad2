/** Writes HTML pages: escaping, the page frame and OGC documents as pages. */
@NullMarked
package io.glebe.api.http.html;

import org.jspecify.annotations.NullMarked;
