/**
 * Reads RDF vocabularies (N-Triples and RDF/XML) and finds the SKOS label of a concept in a
 * language.
 */
@NullMarked
package io.glebe.core.vocabulary;

import org.jspecify.annotations.NullMarked;
