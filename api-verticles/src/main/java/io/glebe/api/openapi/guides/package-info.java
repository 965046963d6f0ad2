/**
 * Serves the guides of the folder {@code docs} as pages with a search. The pages are written from
 * Markdown once, when somebody first reads one.
 */
@NullMarked
package io.glebe.api.openapi.guides;

import org.jspecify.annotations.NullMarked;
