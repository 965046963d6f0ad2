package io.glebe.core.cube.upload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.glebe.core.json.JsonFaults;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.time.Rfc3339;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.Layer;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads cells from a JSON stream: {@code {"datetime": "…", "values": [[…], …]}}, or several of
 * these as {@code {"slices": [{…}, {…}]}}. Rows start in the north, {@code null} is no value, and
 * {@code datetime} must be before {@code values}.
 */
final class JsonSlices implements SliceSource {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonParser json;
  private final UploadSpec.Patch patch;
  private final CellWriter cells;
  private final boolean window;
  private final double[] row;
  private final byte[] out;
  private final List<Instant> given = new ArrayList<>();
  private int written;

  JsonSlices(InputStream body, UploadSpec spec, Layer layer, UploadSpec.Patch patch)
      throws IOException {
    this.json = FACTORY.createParser(body);
    this.patch = patch;
    this.window = spec.window().isPresent() || spec.merge();
    this.cells = new CellWriter(layer, spec.physical(), false);
    this.row = new double[patch.width()];
    this.out = new byte[Math.multiplyExact(patch.width(), layer.dataType().size())];
  }

  @Override
  public int slices() {
    return 0;
  }

  @Override
  public void write(List<Instant> instants, Target target) throws IOException {
    given.addAll(instants);
    try {
      document(target);
    } catch (CharConversionException e) {
      throw Problem.malformed("the body is no valid UTF-8");
    } catch (JsonProcessingException e) {
      throw JsonFaults.problem(e);
    }
    if (written == 0) {
      throw fault("", "the body has neither \"values\" nor \"slices\"");
    }
    if (!given.isEmpty()) {
      throw UploadSpec.refused(given.size() + " of the times have no slice in the body");
    }
  }

  private void document(Target target) throws IOException {
    expect(JsonToken.START_OBJECT, json.nextToken(), "", "an object");
    slice("", target);
    if (json.nextToken() != null) {
      throw Problem.malformed("there is something behind the JSON document");
    }
  }

  /** Reads the members of a slice, or of the document. */
  private void slice(String pointer, Target target) throws IOException {
    Instant instant = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String member = json.currentName();
      JsonToken value = json.nextToken();
      String here = pointer + "/" + member;
      if (member.equals("datetime")) {
        expect(JsonToken.VALUE_STRING, value, here, "a time");
        instant = instant(json.getText(), here);
      } else if (member.equals("values")) {
        values(time(instant, here), here, target);
      } else if (member.equals("slices") && pointer.isEmpty()) {
        slices(value, target);
      } else {
        throw fault(here, "the members are datetime, values and slices");
      }
    }
  }

  private void slices(JsonToken start, Target target) throws IOException {
    expect(JsonToken.START_ARRAY, start, "/slices", "an array");
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
      expect(JsonToken.START_OBJECT, json.currentToken(), "/slices/" + i, "an object");
      slice("/slices/" + i, target);
    }
  }

  private Instant time(@Nullable Instant own, String pointer) {
    if (own != null) {
      return own;
    }
    if (given.isEmpty()) {
      throw fault(pointer, "datetime must come before the values of a slice");
    }
    return given.removeFirst();
  }

  private void values(Instant instant, String pointer, Target target) throws IOException {
    expect(JsonToken.START_ARRAY, json.currentToken(), pointer, "an array of rows");
    SliceWriter writer = target.begin(instant, window);
    int rows = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String here = pointer + "/" + rows;
      expect(JsonToken.START_ARRAY, json.currentToken(), here, "an array of numbers");
      if (rows == patch.height()) {
        throw fault(here, "there are more than " + patch.height() + " rows");
      }
      row(here);
      MemorySegment line = MemorySegment.ofArray(out);
      cells.store(row, patch.width(), line, patch.row() + rows, patch.column());
      writer.write(patch.row() + rows, patch.column(), 1, patch.width(), line);
      rows++;
    }
    if (rows < patch.height()) {
      throw fault(pointer, "there are " + rows + " rows instead of " + patch.height());
    }
    target.wrote();
    written++;
  }

  private void row(String pointer) throws IOException {
    int count = 0;
    for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; ) {
      if (count == patch.width()) {
        throw fault(pointer, "the row has more than " + patch.width() + " numbers");
      }
      if (token == JsonToken.VALUE_NULL) {
        row[count] = Double.NaN;
      } else if (token != null && token.isNumeric()) {
        row[count] = json.getDoubleValue();
        if (Double.isInfinite(row[count])) {
          throw fault(pointer + "/" + count, "the number is too large");
        }
      } else {
        throw fault(pointer + "/" + count, "a number or null is expected");
      }
      count++;
      token = json.nextToken();
    }
    if (count < patch.width()) {
      throw fault(pointer, "the row has " + count + " numbers instead of " + patch.width());
    }
  }

  private static Instant instant(String text, String pointer) {
    return Rfc3339.instant(text)
        .orElseThrow(
            () -> fault(pointer, "'" + text + "' is not a time such as 2026-05-01T10:00:00Z"));
  }

  private static void expect(JsonToken wanted, JsonToken found, String pointer, String what) {
    if (wanted != found) {
      throw fault(pointer, what + " is expected");
    }
  }

  private static Problem fault(String pointer, String detail) {
    return Problem.invalid(Violation.at("cells", pointer, detail));
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
