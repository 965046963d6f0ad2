/**
 * Describes the API: OpenAPI documents made from the route table and the catalogue, the linked-data
 * context, and a page to browse them. Documents are made once, off the event loop, and served from
 * memory.
 */
@NullMarked
package io.glebe.api.openapi;

import org.jspecify.annotations.NullMarked;
