/** The common types of API areas: the verticle, the readiness and pages by id. */
@NullMarked
package io.glebe.api.area;

import org.jspecify.annotations.NullMarked;
