/**
 * Declares the 49 kinds of farm record and derives all other artefacts from these declarations.
 *
 * <p>The declarations are the files {@code catalogue/p01..p14} on the class path. {@link
 * io.glebe.core.catalogue.CatalogueLoader} reads them once and strictly: an unknown key or a
 * dangling name is an error at start. Everything here is immutable and may be shared by all
 * threads. Each derived artefact (permissions, filters, references in both directions, dependency
 * order, schemas, linked-data context, starter roles) has exactly one class.
 */
@NullMarked
package io.glebe.core.catalogue;

import org.jspecify.annotations.NullMarked;
