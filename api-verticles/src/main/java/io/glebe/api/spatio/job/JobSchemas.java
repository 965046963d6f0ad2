package io.glebe.api.spatio.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.core.cube.job.JobSpec;
import io.glebe.core.cube.job.JobState;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.TileMatrixSet;
import io.glebe.tile.series.SeriesRequest;
import io.glebe.tile.series.Statistic;
import java.util.Arrays;

/** JSON Schemas of bulk jobs. */
final class JobSchemas {
  private static final int MAX_LIST = 1_000;

  private static final String PLACE =
      "series and summary: exactly one of bbox, geometry, fieldId and regionId";

  private JobSchemas() {}

  /** The body of a new job: tiles, a time series or a summary. */
  static ObjectNode creation() {
    return members(Members.of("JobCreation", "A bulk job; type selects which members count"))
        .only()
        .schema();
  }

  /** The body as it is stored; that of an older job may have other members. */
  private static ObjectNode request() {
    return members(Members.of("JobRequest", "The body with which the job was submitted"))
        .others(Json.object())
        .schema();
  }

  private static Members members(Members members) {
    ObjectNode layer = QuerySchemas.layerName();
    ObjectNode names = Schemas.list(layer, 1, MAX_LIST);
    return members
        .may("type", Schemas.word(JobSpec.TYPES).put("default", "tiles"))
        .must("collection", QuerySchemas.collectionId().put("description", "id of the collection"))
        .must("layers", Schemas.either(layer.deepCopy(), names))
        .may("zooms", zooms())
        .may(
            "bbox",
            SpatioSchemas.box().put("description", "tiles: default the whole cube; " + PLACE))
        .may(
            "datetimes",
            Schemas.list(QuerySchemas.sliceTime(), 1, MAX_LIST).put("description", "tiles"))
        .may(
            "datetime",
            QuerySchemas.sliceTime()
                .put(
                    "description",
                    "series and summary: a time, a date, an interval with at least one end, latest or"
                        + " nearest: before a time; default all slices"))
        .may(
            "output",
            Schemas.word("pmtiles", "directory", "csv", "ndjson")
                .put("description", "pmtiles or directory for tiles, csv or ndjson otherwise"))
        .may("tilesize", tilesize())
        .may("colormap_name", QuerySchemas.colourRamp().put("description", "tiles"))
        .may("rescale", Schemas.list(Schemas.number(), 2, 6).put("description", "tiles"))
        .may("nodata", Schemas.number().put("description", "tiles"))
        .may("resampling", Schemas.word("nearest", "bilinear", "cubic", "average"))
        .may("geometry", SpatioSchemas.geometry())
        .may("fieldId", Schemas.uuid().put("description", PLACE))
        .may("regionId", Schemas.uuid().put("description", PLACE))
        .may("resolution", Schemas.word("P1D", "P1W", "P1M"))
        .may(
            "timezone",
            QuerySchemas.timezone().put("description", "series: zone of days, weeks and months"))
        .may("aggregation", statistics().put("description", "series: names of statistics"))
        .may("statistics", statistics().put("description", "summary: names of statistics"))
        .may("percentiles", Schemas.list(Schemas.number(0, 100), 1, SeriesRequest.MAX_PERCENTILES))
        .may("mask", Schemas.text("layer:values, cells to leave out").put("pattern", "^[^:]+:.+$"));
  }

  /** One name or several. */
  private static ObjectNode statistics() {
    ObjectNode name = Schemas.word(Arrays.stream(Statistic.values()).map(Statistic::id).toList());
    return Schemas.either(name, Schemas.list(name.deepCopy(), 1, MAX_LIST));
  }

  private static ObjectNode zooms() {
    ObjectNode zoom = Schemas.integer(0, TileMatrixSet.MAX_ZOOM);
    ObjectNode span =
        Members.of("All zooms between two")
            .must("min", zoom.deepCopy())
            .must("max", zoom.deepCopy())
            .schema();
    ObjectNode list = Schemas.list(zoom.deepCopy(), 1, MAX_LIST);
    return Schemas.either(zoom, list, span).put("description", "tiles");
  }

  private static ObjectNode tilesize() {
    ObjectNode schema = Schemas.integer();
    schema.putArray("enum").add(256).add(512);
    return schema.put("default", 256);
  }

  static ObjectNode job() {
    ObjectNode counts =
        Members.of("JobCounts", "Parts of the job")
            .must("total", Schemas.count())
            .must("done", Schemas.count())
            .must("empty", Schemas.count())
            .must("bytes", Schemas.count())
            .schema();
    ObjectNode estimate =
        Members.of("JobEstimate", "What is left")
            .must("total", Schemas.count())
            .may("secondsLeft", Schemas.integer())
            .schema();
    ObjectNode output =
        Members.of("JobOutput", "A file of the job")
            .must("name", Schemas.text())
            .must("type", Schemas.text("media type"))
            .must("size", Schemas.count().put("description", "bytes"))
            .must("href", Schemas.uri())
            .schema();
    ObjectNode error =
        Members.of("JobError", "The failure of a part")
            .must("part", Schemas.integer())
            .must("detail", Schemas.text())
            .schema();
    return Members.of("Job", "A bulk job")
        .must("id", Schemas.uuid())
        .must("type", Schemas.word(JobSpec.TYPES))
        .must("collection", Schemas.text())
        .must("state", Schemas.word(Arrays.stream(JobState.values()).map(Enum::name).toList()))
        .must("progress", Schemas.number(0, 100))
        .must("counts", counts)
        .must("estimate", estimate)
        .must("errors", Schemas.list(error))
        .must("created", Schemas.time())
        .may("started", Schemas.time())
        .may("ended", Schemas.time())
        .may("expires", Schemas.time())
        .must("request", request())
        .must("outputs", Schemas.list(output))
        .must("links", SpatioSchemas.links())
        .schema();
  }

  static ObjectNode jobs() {
    return Members.of("JobList", "Jobs, the newest first")
        .must("jobs", Schemas.list(job()))
        .may("links", SpatioSchemas.links())
        .schema();
  }
}
