package io.glebe.core.vocabulary;

import java.io.IOException;

/** The RDF statements of a file, read as a stream; each call reads the file again. */
interface RdfStatements {
  /** Receives the statements in the order of the file. */
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
