/** Parameters, links and documents that the OGC interfaces share. */
@NullMarked
package io.glebe.api.ogc;

import org.jspecify.annotations.NullMarked;
