package io.glebe.core.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.glebe.core.problem.Problem;
import java.io.IOException;

/**
 * The most entries of a list in a JSON object, checked before the tree of its text is built: a tree
 * of a million small entries takes a hundred times the bytes of the text.
 *
 * @param member the member of the object that is the list
 */
public record ListBound(String member, int most) {
  /** Refuses a text whose list is longer with a 400 problem; any other fault is left to parsing. */
  public void check(byte[] text) {
    if (commas(text) < most) {
      return;
    }
    try (JsonParser parser = new SlicedParser(Json.mapper().createParser(text))) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        members(parser);
      }
    } catch (IOException e) {
      return; // whoever parses the text says where it is broken
    }
  }

  private static int commas(byte[] text) {
    int count = 0;
    for (byte at : text) {
      count += at == ',' ? 1 : 0;
    }
    return count;
  }

  private void members(JsonParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean isList = parser.currentName().equals(member);
      if (parser.nextToken() == JsonToken.START_ARRAY && isList) {
        entries(parser);
      } else {
        parser.skipChildren();
      }
    }
  }

  private void entries(JsonParser parser) throws IOException {
    int count = 0;
    for (JsonToken at = parser.nextToken(); at != JsonToken.END_ARRAY; at = parser.nextToken()) {
      if (at == null) {
        return;
      }
      if (++count > most) {
        throw refusal();
      }
      parser.skipChildren();
    }
  }

  /** The problem of a list that is longer, or of something else in its place. */
  public Problem refusal() {
    return Problem.malformed(member + " must be an array of at most " + most + " " + member);
  }
}
