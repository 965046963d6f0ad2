package io.glebe.api.spatio.upload;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.map.RenderingParams;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.cube.upload.UploadSpec.RasterSpec;
import io.glebe.core.cube.upload.UploadSpec.Raw;
import io.glebe.core.problem.Problem;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetadataException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parameters and headers of an upload. */
final class UploadQuery {
  private static final Pattern CRS =
      Pattern.compile("(?:EPSG:|http://www\\.opengis\\.net/def/crs/EPSG/0/)?(\\d{4,6})");

  /** Maximum length of the name of a type in characters. */
  private static final int MAX_TYPE = 20;

  private static final List<String> VALUES = List.of("stored", "physical");
  private static final List<String> MODES = List.of("replace", "merge");

  static final Parameter[] CELLS = {
    Parameter.query(
        "datetime",
        "one time for each slice",
        Schemas.list(Schemas.time(), 1, UploadSpec.MAX_SLICES)),
    Parameter.query("dtype", "type of raw cells", QuerySchemas.like(MAX_TYPE, "uint16", "<f4")),
    Parameter.header("X-Dtype", "the same as dtype", QuerySchemas.like(MAX_TYPE, "uint16", "<f4")),
    Parameter.query(
        "window",
        "column,row,width,height of the part that is written",
        Schemas.list(Schemas.integer(), 4, 4)),
    Parameter.query("upload", "an id under which the progress can be read", Schemas.uuid())
  };

  static final Parameter[] FILES = {
    Parameter.query(
        "band",
        "bands of GeoTIFF files, one for each slice",
        Schemas.list(Schemas.integer(1, Short.MAX_VALUE), 1, UploadSpec.MAX_SLICES)),
    Parameter.query(
        "resampling", "for another grid", Schemas.word("nearest", "bilinear", "cubic", "average")),
    Parameter.query(
        "crs",
        "EPSG code that counts instead of the file's",
        QuerySchemas.form("^" + CRS.pattern() + "$")),
    Parameter.query(
        "nodata", "number that means no value, instead of the file's", Schemas.number()),
    Parameter.query(
        "values",
        "stored numbers, or physical ones to be scaled",
        Schemas.word(VALUES).put("default", "stored")),
    Parameter.query(
        "mode",
        "merge keeps cells that are not sent",
        Schemas.word(MODES).put("default", "replace"))
  };

  private UploadQuery() {}

  static UploadSpec parse(ApiRequest request, UploadSpec.Form form) {
    Params params = request.params();
    Params files = form == UploadSpec.Form.FILES ? params : Params.ofQuery("");
    return new UploadSpec(
        request.path("layerName"),
        params.list("datetime", UploadSpec.MAX_SLICES).stream().map(Datetime::instant).toList(),
        files.choice("mode", MODES).orElse("replace").equals("merge"),
        window(request),
        form,
        raw(request),
        files.choice("values", VALUES).orElse("stored").equals("physical"),
        new RasterSpec(
            bands(files),
            RenderingParams.resampling(files),
            crs(files),
            files.number("nodata").map(OptionalDouble::of).orElse(OptionalDouble.empty())));
  }

  private static Optional<Raw> raw(ApiRequest request) {
    return request
        .params()
        .text("dtype")
        .or(() -> request.header("X-Dtype"))
        .map(type -> new Raw(type(type), DataType.isBigEndian(type)));
  }

  private static List<Integer> bands(Params params) {
    List<Integer> bands = new ArrayList<>();
    for (String text : params.list("band", UploadSpec.MAX_SLICES)) {
      bands.add(Params.parseInteger("band", text, 1, Short.MAX_VALUE));
    }
    return bands;
  }

  private static OptionalInt crs(Params params) {
    Optional<String> text = params.text("crs");
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    Matcher matcher = CRS.matcher(text.get());
    if (!matcher.matches()) {
      throw Problem.malformedParameter("crs", "names an EPSG code, for example EPSG:32633");
    }
    return OptionalInt.of(Integer.parseInt(matcher.group(1)));
  }

  private static Optional<UploadSpec.Patch> window(ApiRequest request) {
    return request
        .params()
        .numbers("window", 4)
        .map(
            n -> {
              for (double number : n) {
                if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
                  throw Problem.malformedParameter("window", "has four whole numbers");
                }
              }
              return new UploadSpec.Patch((int) n[0], (int) n[1], (int) n[2], (int) n[3]);
            });
  }

  private static DataType type(String text) {
    try {
      return text.matches("[<>|].*") ? DataType.ofV2(text) : DataType.ofV3(text);
    } catch (MetadataException e) {
      throw Problem.malformedParameter("dtype", String.valueOf(e.getMessage()));
    }
  }
}
