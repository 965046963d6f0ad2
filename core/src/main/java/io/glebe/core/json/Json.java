package io.glebe.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads and writes JSON: {@code ObjectNode record = Json.parseObject(bytes)}. Fractions are {@link
 * java.math.BigDecimal}, so that what was sent is what is stored. Refused with a 400 problem:
 * duplicate members, nesting deeper than {@link #MAX_DEPTH}, numbers longer than {@link
 * #MAX_NUMBER_CHARACTERS} characters or beyond the exponent ±{@value #MAX_EXPONENT}, exponents that
 * stand for more than {@link #MAX_ADDED_DIGITS} digits in all, text after the value, invalid UTF-8,
 * lone surrogates, and U+0000, which no database text can hold.
 */
public final class Json {
  public static final String MEDIA_TYPE = "application/json";

  /** Levels of a document: {@code -Dglebe.json.levels}. */
  public static final int MAX_DEPTH = Integer.getInteger("glebe.json.levels", 100);

  /** Characters of a number: {@code -Dglebe.json.number}. */
  public static final int MAX_NUMBER_CHARACTERS = Integer.getInteger("glebe.json.number", 400);

  public static final int MAX_EXPONENT = 400;

  /**
   * Digits that the exponents of a document stand for: {@code -Dglebe.json.digits}. The database
   * stores numbers without exponents: 1e399 becomes 400 digits.
   */
  public static final int MAX_ADDED_DIGITS = Integer.getInteger("glebe.json.digits", 1_000_000);

  /** Characters of a text: {@code -Dglebe.json.text}. */
  public static final int MAX_STRING_CHARACTERS = Integer.getInteger("glebe.json.text", 20_000_000);

  /** Characters of the name of a member: {@code -Dglebe.json.name}. */
  public static final int MAX_NAME_CHARACTERS = Integer.getInteger("glebe.json.name", 1_000);

  /** Texts from this length on are parsed in slices. */
  private static final int SLICED_CHARACTERS = 64 * 1024;

  private static final ObjectMapper MAPPER =
      configure().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final ObjectMapper LAST_MEMBERS = configure().build();

  /** What a text has in the place of bytes that are no UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  private Json() {}

  private static JsonMapper.Builder configure() {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(MAX_NUMBER_CHARACTERS)
            .maxStringLength(MAX_STRING_CHARACTERS)
            .maxNameLength(MAX_NAME_CHARACTERS)
            .build();
    return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(constraints).build())
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
  }

  /**
   * The one mapper; shared, never reconfigured. Outside input goes through {@link #parse(byte[])},
   * which is stricter.
   */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Parses UTF-8 text from outside; a 400 problem says where it is broken. */
  public static JsonNode parse(byte[] utf8) {
    return parse(decode(utf8));
  }

  /**
   * The same, but of members of an object with one name the last is taken: for the surface of a
   * standard that does not forbid them.
   */
  public static JsonNode parseLastMembers(byte[] utf8) {
    return parse(decode(utf8), LAST_MEMBERS);
  }

  /** Parses text from outside; a 400 problem says where it is broken. */
  public static JsonNode parse(String text) {
    return parse(text, MAPPER);
  }

  private static JsonNode parse(String text, ObjectMapper mapper) {
    JsonNode tree;
    try {
      tree = text.length() < SLICED_CHARACTERS ? mapper.readTree(text) : inSlices(text, mapper);
    } catch (JsonProcessingException e) {
      throw JsonFaults.problem(e);
    } catch (NumberFormatException e) {
      throw JsonFaults.number();
    }
    if (tree.isMissingNode()) {
      throw Problem.malformed("the body is empty, JSON is expected");
    }
    StorableText.check(tree);
    return tree;
  }

  private static JsonNode inSlices(String text, ObjectMapper mapper)
      throws JsonProcessingException {
    try (JsonParser parser = new SlicedParser(mapper.createParser(text))) {
      JsonNode tree = mapper.readTree(parser);
      return tree == null ? MissingNode.getInstance() : tree;
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory cannot be read", e);
    }
  }

  /**
   * Refuses values that no database text or number can hold; for trees read with {@link #mapper()}.
   */
  public static void check(JsonNode tree) {
    StorableText.check(tree);
  }

  /** Parses UTF-8 text that must be one JSON object. */
  public static ObjectNode parseObject(byte[] utf8) {
    return asObject(parse(utf8));
  }

  /** Parses text that must be one JSON object. */
  public static ObjectNode parseObject(String text) {
    return asObject(parse(text));
  }

  /** The tree, if it is an object; a 400 problem otherwise. */
  public static ObjectNode asObject(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      return object;
    }
    throw Problem.malformed("the body must be a JSON object");
  }

  /** Parses text that the platform has stored; broken text is an internal error. */
  public static ObjectNode stored(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text);
    } catch (JsonProcessingException | ClassCastException e) {
      throw new IllegalStateException("a stored document is no JSON object", e);
    }
  }

  /** Compact text. */
  public static String write(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }

  /** Compact text in UTF-8. */
  public static byte[] bytes(JsonNode tree) {
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }

  private static String decode(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : strictly(utf8);
  }

  /** The text may have the replacement character itself. */
  private static String strictly(byte[] utf8) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(utf8))
          .toString();
    } catch (CharacterCodingException e) {
      throw Problem.malformed("the body is no valid UTF-8");
    }
  }
}
