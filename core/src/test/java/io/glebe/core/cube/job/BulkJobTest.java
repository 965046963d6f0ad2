package io.glebe.core.cube.job;

import static io.glebe.core.cube.CubeStation.HEIGHT;
import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.cube.CubeStation.WIDTH;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.series.OpenSeries;
import io.glebe.core.cube.series.SeriesForm;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Jobs from their submission to their outputs. */
class BulkJobTest {
  private static final CubeStation STATION = new CubeStation();
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CUBE = cube();

  private final JobService jobs = STATION.cubes.jobs().service();
  private final Caller owner = STATION.owner();

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static String cube() {
    String id = STATION.cube(CubeStation.layer("NDVI", "int16").put("scale", 0.0001));
    STATION.columns(id, "NDVI", MAY, 0);
    STATION.columns(id, "NDVI", JUNE, 500);
    return id;
  }

  private static ObjectNode tiles(int... zooms) {
    ObjectNode body = Json.object().put("type", "tiles").put("collection", CUBE);
    body.putArray("layers").add("NDVI");
    for (int zoom : zooms) {
      body.withArray("zooms").add(zoom);
    }
    return body;
  }

  private static ObjectNode series(String type) {
    ObjectNode body = Json.object().put("type", type).put("collection", CUBE);
    body.putArray("layers").add("NDVI");
    body.put("datetime", "2000-01-01/..");
    body.putArray("bbox").add(15.49).add(46.0).add(15.5).add(46.03);
    return body;
  }

  private Job ended(ObjectNode body) {
    UUID id = jobs.submit(owner, JobSpec.requested(body)).await().id();
    await().atMost(PATIENCE).until(() -> jobs.get(owner, id).await().state().ended());
    return jobs.get(owner, id).await();
  }

  private static String status(UUID job) {
    return STATION
        .farm
        .records
        .get(Caller.system(), type("ProcessingJob"), job)
        .await()
        .attributes()
        .path("status")
        .asText();
  }

  private byte[] output(Job job, String name) throws IOException {
    JobService.JobOutput output = jobs.output(owner, job.id(), name).await();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    jobs.copy(output, 0, output.size(), bytes);
    assertThat(bytes.size()).isEqualTo((int) output.size());
    return bytes.toByteArray();
  }

  private Problem refusal(ObjectNode body) {
    return problem(jobs.submit(owner, JobSpec.requested(body)));
  }

  /** The names in a tar archive. */
  private static List<String> names(byte[] tar) {
    List<String> names = new ArrayList<>();
    for (int at = 0; at < tar.length && tar[at] != 0; ) {
      names.add(new String(tar, at, 100, StandardCharsets.US_ASCII).replace("\0", ""));
      String size = new String(tar, at + 124, 11, StandardCharsets.US_ASCII);
      at += 512 + (Integer.parseInt(size, 8) + 511) / 512 * 512;
    }
    return names;
  }

  @Test
  void aPyramidIsAnArchiveForEachDate() throws IOException {
    ObjectNode body = tiles(14, 15);
    body.putArray("datetimes").add("2026-05-01/2026-06-30");

    Job job = ended(body);

    assertThat(job.state()).as(job.toString()).isEqualTo(JobState.COMPLETED);
    assertThat(job.progress()).isEqualTo(100);
    assertThat(job.done()).isEqualTo(job.total()).isGreaterThanOrEqualTo(4);
    assertThat(job.outputs()).hasSize(2);
    byte[] may = output(job, "NDVI_20260501T100000Z.pmtiles");
    ByteBuffer header = ByteBuffer.wrap(may).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(new String(may, 0, 7, StandardCharsets.US_ASCII)).isEqualTo("PMTiles");
    assertThat(header.getLong(72)).as("addressed tiles").isEqualTo(job.total() / 2);
    assertThat(may[100]).as("least zoom").isEqualTo((byte) 14);
    assertThat(may[101]).as("greatest zoom").isEqualTo((byte) 15);
    assertThat(output(job, "NDVI_20260601T100000Z.pmtiles")).isNotEqualTo(may);
    await().atMost(PATIENCE).until(() -> status(job.id()).equals("COMPLETED"));
  }

  @Test
  void aDirectoryHasAFileForEachTile() throws IOException {
    Job job = ended(tiles(14).put("output", "directory").put("tilesize", 512));

    assertThat(job.state()).as(job.toString()).isEqualTo(JobState.COMPLETED);
    byte[] tar = output(job, "NDVI_20260601T100000Z.tar");
    assertThat(names(tar))
        .hasSize((int) job.total())
        .allMatch(n -> n.matches("14/\\d+/\\d+\\.png"));
    assertThat(new String(tar, 513, 3, StandardCharsets.US_ASCII)).isEqualTo("PNG");
  }

  @Test
  void aSeriesJobGivesTheSameResultAsARequest() throws IOException {
    ObjectNode body = series("time-series").put("resolution", "P1M");
    body.putArray("aggregation").add("mean").add("max");
    body.putArray("percentiles").add(90);
    SeriesSpec spec = (SeriesSpec) JobSpec.requested(body);
    ByteArrayOutputStream requested = new ByteArrayOutputStream();
    try (OpenSeries open =
        STATION
            .cubes
            .series()
            .open(owner, CUBE, Optional.empty(), spec.query(), () -> false)
            .await()) {
      spec.form().write(open, requested);
    }

    Job job = ended(body);

    assertThat(job.state()).as(job.toString()).isEqualTo(JobState.COMPLETED);
    assertThat(output(job, "NDVI.csv")).isEqualTo(requested.toByteArray());
    assertThat(requested.toString(StandardCharsets.UTF_8).lines()).hasSize(3);
  }

  @Test
  void aSummaryIsOneLine() throws IOException {
    Job job = ended(series("summary").put("output", "ndjson"));

    ObjectNode line =
        Json.parseObject(new String(output(job, "NDVI.ndjson"), StandardCharsets.UTF_8));
    assertThat(line.path("slices").asInt()).isEqualTo(2);
    assertThat(line.path("valid").asInt()).isEqualTo(2 * WIDTH * HEIGHT);
    assertThat(SeriesForm.Format.byName("ndjson")).isPresent();
  }

  @Test
  void aJobOfTheLatestSliceHasOneSlice() throws IOException {
    Job job = ended(series("summary").put("output", "ndjson").put("datetime", "latest"));

    ObjectNode line =
        Json.parseObject(new String(output(job, "NDVI.ndjson"), StandardCharsets.UTF_8));
    assertThat(line.path("slices").asInt()).isEqualTo(1);
    assertThat(line.path("valid").asInt()).isEqualTo(WIDTH * HEIGHT);
  }

  @Test
  void jobsThatCannotRunAreRefusedBeforeTheyBegin() {
    ObjectNode far = tiles(14);
    far.putArray("bbox").add(1).add(1).add(2).add(2);
    ObjectNode layer = tiles(14);
    layer.putArray("layers").add("EVI");
    ObjectNode when = tiles(14);
    when.putArray("datetimes").add("2020-01-01");

    assertThat(refusal(far).violations().getFirst().where()).isEqualTo("/bbox");
    assertThat(refusal(layer).status()).isEqualTo(404);
    assertThat(refusal(when).status()).isEqualTo(404);
    assertThat(refusal(tiles(19)).violations().getFirst().where()).isEqualTo("/zooms");
    assertThat(refusal(series("summary").put("datetime", "2020-01-01")).violations())
        .extracting(v -> v.where())
        .containsExactly("/datetime");
    assertThat(refusal(tiles(14).put("collection", "none")).status()).isEqualTo(404);
    String empty = STATION.collection();
    assertThat(refusal(tiles(14).put("collection", empty)).type()).isEqualTo(ProblemType.CONFLICT);
    assertThat(problem(jobs.submit(STATION.neighbour(), JobSpec.requested(tiles(14)))).status())
        .isEqualTo(403);
  }

  @Test
  void anEndedJobIsRemovedWithItsOutputs() throws IOException {
    Job job = ended(tiles(14));
    String name = job.outputs().get(0).path("name").asText();
    JobService.JobOutput output = jobs.output(owner, job.id(), name).await();
    assertThat(problem(jobs.output(owner, job.id(), "other.tar")).status()).isEqualTo(404);
    assertThat(problem(jobs.output(STATION.neighbour(), job.id(), name)).status()).isEqualTo(403);
    assertThat(problem(jobs.dismiss(STATION.neighbour(), job.id())).status()).isEqualTo(403);
    assertThat(output(job, name)).isNotEmpty();

    assertThat(jobs.dismiss(owner, job.id()).await()).isEmpty();

    assertThat(problem(jobs.get(owner, job.id())).status()).isEqualTo(404);
    assertThatThrownBy(() -> jobs.copy(output, 0, output.size(), new ByteArrayOutputStream()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("removed");
  }
}
