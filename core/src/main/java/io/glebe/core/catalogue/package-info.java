/**
 * Declares the 47 kinds of farm record and derives from the declarations whatever follows from
 * them.
 *
 * <p>The declarations are the files {@code catalogue/p01..p14} on the class path, read once and
 * strictly by {@link io.glebe.core.catalogue.CatalogueLoader}: an unknown key or a dangling name is
 * an error at start. Everything here is immutable and may be shared by all threads. What is derived
 * (permissions, filters, references in both directions, order of dependency, schemas, linked-data
 * context, starter roles) is each derived in exactly one class.
 */
@NullMarked
package io.glebe.core.catalogue;

import org.jspecify.annotations.NullMarked;
