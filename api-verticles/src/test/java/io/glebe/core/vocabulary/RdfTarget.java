package io.glebe.core.vocabulary;

import io.glebe.api.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;

/** Vocabulary files. The first byte says whether N-Triples or RDF/XML follows. */
public final class RdfTarget implements FuzzTarget {
  private static final String[] WORDS = {"Label", "exactMatch", "p"};

  private static final class Count implements RdfStatements.Listener {
    private int statements;

    @Override
    public void link(String subject, String predicate, String object) {
      statements += subject.length() + predicate.length() + object.length() > 0 ? 1 : 0;
    }

    @Override
    public void text(String subject, String predicate, String text, String language) {
      statements += subject.length() + predicate.length() + text.length() > 0 ? 1 : 0;
    }
  }

  @Override
  public boolean accepts(byte[] input) {
    if (input.length == 0) {
      return false;
    }
    ByteArrayInputStream file =
        new ByteArrayInputStream(Arrays.copyOfRange(input, 1, input.length));
    Count count = new Count();
    try {
      if (input[0] == 'x') {
        RdfXml.read(file, count);
      } else {
        NTriples.read(file, WORDS, count);
      }
    } catch (IOException refused) {
      return false;
    }
    return count.statements > 0;
  }
}
