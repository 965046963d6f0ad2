package io.glebe.zarr.meta;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON to plain maps, lists, strings, booleans, longs, big integers, doubles and nulls, and
 * writes them. Unquoted NaN and Infinity are accepted (other writers put them into attributes) and
 * written quoted.
 */
public final class JsonDocument {
  private static final long MAX_DOCUMENT_BYTES = 64L << 20;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_STRING = 8 << 20;
  private static final int MAX_NUMBER = 400;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxDocumentLength(MAX_DOCUMENT_BYTES)
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_STRING)
                  .maxNumberLength(MAX_NUMBER)
                  .build())
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
          .build();

  private JsonDocument() {}

  /** Parses one object; other values, and bytes after the object, are refused. */
  public static Map<String, Object> parseObject(byte[] json) {
    if (json.length > MAX_DOCUMENT_BYTES) {
      throw new MetadataException("metadata of " + json.length + " bytes is too large");
    }
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new MetadataException("metadata is not a JSON object");
      }
      Map<String, Object> object = object(parser);
      if (parser.nextToken() != null) {
        throw new MetadataException("metadata has content after the JSON object");
      }
      return object;
    } catch (IOException e) {
      throw new MetadataException("metadata is not valid JSON: " + firstLine(e), e);
    }
  }

  public static byte[] write(Map<String, Object> object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      generator.useDefaultPrettyPrinter();
      value(generator, object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, value(parser));
    }
    return object;
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? parser.getBigIntegerValue()
              : (Object) parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new MetadataException("metadata is not valid JSON");
    };
  }

  private static void value(JsonGenerator generator, @Nullable Object value) throws IOException {
    switch (value) {
      case Map<?, ?> map -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          generator.writeFieldName(String.valueOf(entry.getKey()));
          value(generator, entry.getValue());
        }
        generator.writeEndObject();
      }
      case Iterable<?> list -> {
        generator.writeStartArray();
        for (Object item : list) {
          value(generator, item);
        }
        generator.writeEndArray();
      }
      case null, default -> generator.writePOJO(value);
    }
  }

  private static String firstLine(IOException e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
