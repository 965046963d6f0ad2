package io.glebe.core.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import io.glebe.core.thread.WorkSlices;
import java.io.IOException;

/**
 * A parser that gives other virtual threads a turn after each {@value #SLICE} tokens, which take
 * about half a millisecond. A text of megabytes would otherwise keep its carrier thread for tens of
 * milliseconds, and the requests of other callers waiting. On platform threads it changes nothing.
 */
public class SlicedParser extends JsonParserDelegate {
  static final int SLICE = 4_096;

  private final WorkSlices slices = new WorkSlices(SLICE);

  public SlicedParser(JsonParser parser) {
    super(parser);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    slices.add(1);
    return super.nextToken();
  }
}
