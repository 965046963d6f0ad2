package io.glebe.core.cube.item;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonFaults;
import io.glebe.core.json.SlicedParser;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.progress.CountedInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Reads a body of features one at a time: a FeatureCollection, one feature per line, or a single
 * feature. Only one feature is in memory.
 */
final class FeatureStream {
  /** Reads one value and leaves the rest of the input for the next. */
  private static final ObjectReader ONE =
      Json.mapper()
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Bytes of text for each JSON token; coordinates have about six. */
  private static final int BYTES_OF_TOKEN = 32;

  private final InputStream input;
  private final long mostBytes;
  private final int most;
  private final BiConsumer<JsonNode, String> sink;
  private int count;
  private long read;
  private long tokens;

  private FeatureStream(InputStream input, ItemLimits limits, BiConsumer<JsonNode, String> sink) {
    this.input = new CountedInput(input, this::note);
    this.mostBytes = limits.featureBytes();
    this.most = limits.load();
    this.sink = sink;
  }

  /**
   * Passes each feature and its JSON Pointer to the sink. A body that is one JSON object and not a
   * collection is returned instead.
   */
  static Optional<ObjectNode> read(
      InputStream body, boolean lines, ItemLimits limits, BiConsumer<JsonNode, String> sink)
      throws IOException {
    FeatureStream stream = new FeatureStream(body, limits, sink);
    try (JsonParser parser =
        stream.new CountedParser(Json.mapper().getFactory().createParser(stream.input))) {
      if (lines) {
        stream.lines(parser);
        return Optional.empty();
      }
      return stream.object(parser);
    } catch (JsonProcessingException e) {
      throw JsonFaults.problem(e);
    } catch (NumberFormatException e) {
      throw JsonFaults.number();
    }
  }

  private void lines(JsonParser parser) throws IOException {
    while (parser.nextToken() != null) {
      feature(parser, "/" + count);
    }
  }

  private Optional<ObjectNode> object(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw Problem.malformed("the body must be a JSON object");
    }
    ObjectNode rest = Json.object();
    boolean collection = false;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.START_ARRAY && name.equals("features")) {
        collection = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          feature(parser, "/features/" + count);
        }
      } else {
        rest.set(name, ONE.<JsonNode>readValue(parser));
      }
    }
    if (parser.nextToken() != null) {
      throw Problem.malformed("there is text behind the JSON object");
    }
    Json.check(rest);
    if (collection && !rest.path("type").asText("").equals("FeatureCollection")) {
      throw Problem.malformed("features must be inside an object of type FeatureCollection");
    }
    return collection ? Optional.empty() : Optional.of(rest);
  }

  private void feature(JsonParser parser, String pointer) throws IOException {
    if (++count > most) {
      throw Problem.malformed("a body has at most " + most + " features");
    }
    JsonNode tree = ONE.readValue(parser);
    Json.check(tree);
    read = 0;
    tokens = 0;
    sink.accept(tree, pointer);
  }

  /** Counts bytes, so that a single feature cannot use too much memory. */
  private void note(long more) {
    read += more;
    if (read > mostBytes) {
      throw Problem.tooLarge(mostBytes);
    }
  }

  /**
   * Counts the tokens of one feature: its tree takes up to fifty times the memory of a text such as
   * {@code [{},{},{}]}.
   */
  private final class CountedParser extends SlicedParser {
    CountedParser(JsonParser parser) {
      super(parser);
    }

    @Override
    public JsonToken nextToken() throws IOException {
      if (++tokens > mostBytes / BYTES_OF_TOKEN) {
        throw Problem.of(
            ProblemType.PAYLOAD_TOO_LARGE,
            "a feature has at most " + mostBytes / BYTES_OF_TOKEN + " JSON tokens");
      }
      return super.nextToken();
    }
  }
}
