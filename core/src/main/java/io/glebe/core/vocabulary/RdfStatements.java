package io.glebe.core.vocabulary;

import java.io.IOException;

/** RDF statements of a file, read as a stream, as often as they are asked for. */
interface RdfStatements {
  /** Hears the statements in the order of the file. */
  interface Listener {
    /** A statement whose object is a resource. */
    void link(String subject, String predicate, String object) throws IOException;

    /**
     * A statement whose object is a text.
     *
     * @param language as written; empty for none
     */
    void text(String subject, String predicate, String text, String language) throws IOException;
  }

  void read(Listener listener) throws IOException;
}
