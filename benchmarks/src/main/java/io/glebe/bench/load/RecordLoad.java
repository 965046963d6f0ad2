package io.glebe.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records under load: reading one record, reading a list of 100, writing to one collection and to
 * many, and the initial synchronisation of a client by pages of 1000. For comparison, the same
 * reads and a plain durable update by pgbench on the same database in the same run.
 *
 * <p>{@code RecordLoad [seconds per scenario] [records] [read|write]}; defaults 5, 100,000 and
 * both.
 */
public final class RecordLoad {
  private static final Logger LOG = LoggerFactory.getLogger(RecordLoad.class);
  private static final String ID =
      "('00000000-0000-4000-8000-' || lpad(to_hex(%s), 12, '0'))::uuid";
  private static final List<String> SPREAD =
      List.of(
          "tasks",
          "sites",
          "products",
          "storage-locations",
          "activities",
          "workers",
          "machines",
          "devices");

  private static final String BY_ID =
      """
      request = function()
        return wrk.format("GET", string.format("/v1/tasks/00000000-0000-4000-8000-%%012x", math.random(%d)))
      end
      """;
  private static final String LIST =
      """
      request = function()
        return wrk.format("GET", string.format("/v1/tasks?limit=100&updatedAfter=2026-01-01T%02d:%02d:00Z",
          math.random(0, 19), math.random(0, 59)))
      end
      """;

  /** The SQL of such a list, as the platform sends it. */
  private static final String PAGE =
      """
      \\set h random(0, 19)
      \\set m random(0, 59)
      \\set rows 101
      select id, farm_id, organization_id, case when pg_column_size(t.doc) <= 41527 \
      then t.doc::text end, version, created_at, updated_at, origin_type, created_by_user_id, \
      created_by_job_id, client_id \
      from record.tasks t where (t.farm_id, t.updated_at, t.id) > ((select '%1$s'::uuid), \
      (select '2026-01-01'::timestamptz + make_interval(hours => :h, mins => :m)), \
      (select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) and t.farm_id <= (select '%1$s'::uuid) \
      order by t.farm_id, t.updated_at, t.id limit (select :rows::int);
      """;

  /** PUT of records with random ids, alternately with each entry of {@code bodies}. */
  private static final String CREATE =
      """
      math.randomseed(os.time())
      local n = 0
      request = function()
        n = n + 1
        local to = bodies[n % #bodies + 1]
        local id = string.format("%08x-%04x-4%03x-8%03x-%06x%06x", math.random(0, 0x7fffffff),
          math.random(0, 0xffff), math.random(0, 0xfff), math.random(0, 0xfff),
          math.random(0, 0xffffff), math.random(0, 0xffffff))
        return wrk.format("PUT", to[1] .. id, nil, '{"id":"' .. id .. '",' .. to[2] .. '}')
      end
      """;

  private final Platform platform;
  private final Requests requests;
  private final int seconds;
  private final int records;
  private final UUID organization = UUID.randomUUID();
  private final UUID farm = UUID.randomUUID();

  private RecordLoad(Platform platform, int seconds, int records) throws Exception {
    this.platform = platform;
    this.seconds = seconds;
    this.records = records;
    seed();
    this.requests = new Requests(platform, token());
  }

  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int records = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
    Path data = Files.createTempDirectory("glebe-load-");
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.DATA_DIR, data.toString())
            .with(HttpSettings.HTTP_PORT, "0")
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(HttpSettings.ACCESS_LOG, "false")
            .with(ProcessSettings.SAMPLE, "false")
            .with(SpatioSettings.WARM_UP, "false")
            .with(ProcessSettings.AREAS, "farm,identity,development-identity");
    if (!Wrk.present()) {
      throw new IllegalStateException("no load without wrk");
    }
    try (Platform platform = Platform.start(settings)) {
      RecordLoad load = new RecordLoad(platform, seconds, records);
      if (args.length < 3 || args[2].equals("read")) {
        load.reads();
      }
      if (args.length < 3 || args[2].equals("write")) {
        load.writes();
      }
    }
  }

  private void reads() throws Exception {
    String one =
        "select doc::text, version, updated_at from record.tasks where id = %s"
            .formatted(ID.formatted(":r::int"));
    double ceiling = pgbench("\\set r random(1, " + records + ")\n" + one + ";\n");
    Requests.Rate byId = steady(32, BY_ID.formatted(records));
    report("GET by id", byId, "of pgbench " + ratio(byId, ceiling));
    double pages = pgbench(PAGE.formatted(farm));
    Requests.Rate list = steady(16, LIST);
    report("list of 100", list, "of pgbench " + ratio(list, pages));
    report("bootstrap by pages of 1000, records", bootstrap(), "");
  }

  private void writes() throws Exception {
    double durable =
        pgbench(
            "\\set r random(1, "
                + records
                + ")\nupdate record.tasks set version = version where id = "
                + ID.formatted(":r::int")
                + ";\n");
    Requests.Rate one = steady(32, lua(List.of("tasks")));
    report("write, one collection", one, "of a plain update " + ratio(one, durable));
    Requests.Rate spread = steady(64, lua(SPREAD));
    report(
        "write, spread over " + SPREAD.size(),
        spread,
        "of a plain update " + ratio(spread, durable));
  }

  private Requests.Rate steady(int atOnce, String lua) throws IOException {
    Wrk wrk = new Wrk(platform.address(), requests.token());
    wrk.warm(atOnce, lua);
    return wrk.run(seconds, atOnce, lua);
  }

  private static String ratio(Requests.Rate rate, double ceiling) {
    return "%.2f (%.0f/s)".formatted(rate.perSecond() / ceiling, ceiling);
  }

  private static void report(String scenario, Requests.Rate rate, String note) {
    LOG.info(
        "{}: {}/s, {} failed, p50 {} ms, p99 {} ms, CPU each {} us of the JVM and {} us of"
            + " PostgreSQL {}",
        scenario,
        Math.round(rate.perSecond()),
        rate.failed(),
        "%.2f".formatted(rate.p50Millis()),
        "%.2f".formatted(rate.p99Millis()),
        Math.round(rate.cpuMicros()),
        Math.round(rate.serverMicros()),
        note);
  }

  /** A script that creates records one after the other, alternately in each of the collections. */
  private String lua(List<String> collections) {
    StringBuilder bodies = new StringBuilder("local bodies = {");
    for (String collection : collections) {
      bodies
          .append("{'/v1/")
          .append(collection)
          .append("/', '")
          .append(rest(collection))
          .append("'},");
    }
    return bodies.append("}\n").append(CREATE).toString();
  }

  private String rest(String collection) {
    String own =
        switch (collection) {
          case "tasks" ->
              ",\"status\":\"PLANNED\",\"priority\":\"HIGH\",\"description\":\"as usual\"";
          case "products" -> ",\"kind\":\"SEED\",\"organizationId\":\"" + organization + "\"";
          case "machines" -> ",\"kind\":\"TRACTOR\"";
          case "devices" -> ",\"kind\":\"GATEWAY\"";
          default -> "";
        };
    String farmId = collection.equals("products") ? "" : ",\"farmId\":\"" + farm + "\"";
    return "\"name\":\"load\",\"originType\":\"USER\"" + farmId + own;
  }

  private Requests.Rate bootstrap() {
    String cursor = "";
    long start = System.nanoTime();
    Requests.Cpu cpu = Requests.Cpu.now();
    int read = 0;
    boolean more = true;
    while (more) {
      String page = requests.text("/v1/tasks?limit=1000" + cursor);
      read += 1000;
      int at = page.lastIndexOf("\"nextCursor\":\"") + 14;
      cursor = "&cursor=" + page.substring(at, page.indexOf('"', at));
      more = page.endsWith("\"hasMore\":true}");
    }
    double elapsed = (System.nanoTime() - start) / 1e9;
    return new Requests.Rate(
        read / elapsed, 0, 0, 0, cpu.processMicros(read), cpu.serverMicros(read));
  }

  private void seed() {
    UUID role = find("roles", "code", "OWNER").orElseThrow();
    Optional<UUID> known = find("users", "subject", "owner");
    UUID user = known.orElseGet(UUID::randomUUID);
    system("Organization", organization, Json.object().put("name", "Load"));
    if (known.isEmpty()) {
      system(
          "User",
          user,
          Json.object().put("displayName", "Load").put("subject", "owner").put("status", "ACTIVE"));
    }
    system(
        "Farm",
        farm,
        Json.object().put("name", "Load").put("organizationId", organization.toString()));
    system(
        "AccessAssignment",
        UUID.randomUUID(),
        Json.object()
            .put("userId", user.toString())
            .put("farmId", farm.toString())
            .put("roleId", role.toString()));
    platform
        .infrastructure()
        .database()
        .query(
            """
            insert into record.tasks (id, farm_id, doc, version, created_at, updated_at,
              origin_type, created_by_user_id, client_id)
            select %s, $1, jsonb_build_object('name', 'Task ' || n, 'farmId', $1::uuid, 'status',
              'PLANNED', 'priority', 'NORMAL', 'description', repeat('work to do ', 10)), 1,
              '2026-01-01'::timestamptz + n * interval '1 second',
              '2026-01-01'::timestamptz + n * interval '1 second', 'USER', $2, 'load'
            from generate_series(1, $3::int) n
            """
                .formatted(ID.formatted("n")),
            farm,
            user,
            records)
        .await();
    platform.infrastructure().database().query("analyze record.tasks").await();
  }

  private Optional<UUID> find(String table, String attribute, String value) {
    var rows =
        platform
            .infrastructure()
            .database()
            .query(
                "select id from record." + table + " where doc ->> '" + attribute + "' = $1", value)
            .await();
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next().getUUID(0));
  }

  private void system(String entity, UUID id, ObjectNode body) {
    body.put("id", id.toString()).put("originType", "SYSTEM");
    var type = Catalogue.standard().get(entity);
    platform.records().records().put(WriteRequest.of(Caller.system(), type, id, body)).await();
  }

  private String token() throws Exception {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api"
            + "&scope=farm-read+farm-write&user=owner";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    try (var client = java.net.http.HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return Json.parseObject(answer.body()).path("access_token").asText();
    }
  }

  /** Transactions per second of a pgbench script with 8 clients. */
  private double pgbench(String script) throws IOException, InterruptedException {
    Path file = Files.createTempFile("glebe-pgbench-", ".sql");
    Files.writeString(file, script);
    DatabaseAddress address = platform.infrastructure().database().address();
    ProcessBuilder builder =
        new ProcessBuilder(
                "pgbench",
                "-n",
                "-M",
                "prepared",
                "-c",
                "8",
                "-j",
                "2",
                "-T",
                Integer.toString(seconds),
                "-f",
                file.toString(),
                "-h",
                address.host(),
                "-p",
                Integer.toString(address.port()),
                "-U",
                address.user(),
                address.database())
            .redirectErrorStream(true);
    builder.environment().put("PGPASSWORD", address.password());
    Process pgbench = builder.start();
    String output = new String(pgbench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    pgbench.waitFor();
    Files.delete(file);
    for (String line : output.split("\n", -1)) {
      if (line.startsWith("tps = ")) {
        return Double.parseDouble(line.split(" ", -1)[2]);
      }
    }
    LOG.warn("pgbench did not run: {}", output);
    return Double.NaN;
  }
}
