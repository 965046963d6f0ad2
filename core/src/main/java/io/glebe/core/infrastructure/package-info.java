/** The resources that every part of the platform shares: Vert.x, database, meters, addresses. */
@NullMarked
package io.glebe.core.infrastructure;

import org.jspecify.annotations.NullMarked;
