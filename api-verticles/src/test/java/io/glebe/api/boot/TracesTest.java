package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.api.boot.TraceCollector.Received;
import io.glebe.api.cli.log.TraceMember;
import io.glebe.api.cli.log.TraceOfLine;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.TraceSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import net.logstash.logback.encoder.LogstashEncoder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a collector receives of requests and messages whose senders trace them. */
class TracesTest {
  private static final String TILE =
      "/api/v2/collections/demo-s2/tiles/WebMercatorQuad/14/8897/5827"
          + "?layers=NDVI&datetime=2026-06-22";

  /** A tile that no other test requests. */
  private static final String COLD =
      "/api/v2/collections/demo-s2/tiles/WebMercatorQuad/15/17794/11654"
          + "?layers=B04&datetime=2026-06-22";

  private static final String SENDER = "00f067aa0ba902b7";

  @TempDir private static Path folder;
  private static TraceCollector collector;
  private static Platform platform;
  private final HttpClient client = HttpClient.newHttpClient();

  /** The trace of the sender. */
  private final String trace = hex(16);

  @BeforeAll
  static void start() throws IOException {
    collector = new TraceCollector();
    Settings settings =
        TestPlatform.settings(folder)
            .with(ProcessSettings.SAMPLE, "true")
            .with(TraceSettings.TRACES_URL, collector.address())
            .with(TraceSettings.TRACES_AUTHORIZATION, "Bearer of-the-collector")
            .with(TraceSettings.TRACES_SHARE, "0");
    platform = Platform.start(settings);
  }

  @AfterAll
  static void stop() {
    platform.close();
    collector.close();
  }

  private static String hex(int bytes) {
    byte[] random = new byte[bytes];
    ThreadLocalRandom.current().nextBytes(random);
    random[0] = 1;
    return HexFormat.of().formatHex(random);
  }

  private String traceparent() {
    return "00-" + trace + "-" + SENDER + "-01";
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return sent(request.header("Authorization", "Bearer glebe-dev-token"));
  }

  private HttpResponse<String> sent(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(platform.address() + path));
  }

  private HttpResponse<String> traced(HttpRequest.Builder request) throws Exception {
    return send(request.header("traceparent", traceparent()));
  }

  /** The only span of the trace with this name, or with a name that begins with a method. */
  private Received span(String name) {
    await().untilAsserted(() -> assertThat(named(name)).as(name).isNotEmpty());
    assertThat(named(name)).as(name).hasSize(1);
    return named(name).getFirst();
  }

  private List<Received> named(String name) {
    return collector.of(trace).stream()
        .filter(
            span -> name.endsWith(" ") ? span.name().startsWith(name) : span.name().equals(name))
        .toList();
  }

  private List<Received> partsOf(Received span) {
    return collector.of(trace).stream().filter(part -> part.parent().equals(span.id())).toList();
  }

  /** A token of the owner of the sample farm. */
  private String token() throws Exception {
    String form =
        "user=owner&audience=farm-api&scope=farm-read%20farm-write"
            + "&grant_type=urn:glebe:params:oauth:grant-type:development";
    String answer =
        sent(to("/dev/identity/token")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)))
            .body();
    return "Bearer " + Json.parse(answer).path("access_token").asText();
  }

  @Test
  void aWriteIsOneTraceFromTheSenderToTheStatementsOfItsGroup() throws Exception {
    String token = token();
    String list = sent(to("/v1/farms?limit=1").header("Authorization", token)).body();
    String farm = Json.parse(list).findPath("id").asText();
    assertThat(farm).as(list).isNotEmpty();
    HttpResponse<String> answer =
        sent(
            to("/v1/farms/" + farm)
                .header("Authorization", token)
                .header("traceparent", traceparent())
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"name\": \"Traced\"}")));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);

    Received request = span("PATCH ");
    assertThat(request.name()).matches("PATCH /v1/farms/\\{\\w+}");
    assertThat(request.parent()).isEqualTo(SENDER);
    assertThat(request.kind()).isEqualTo(2);
    assertThat(request.values())
        .containsEntry("http.response.status_code", "200")
        .containsEntry(
            "glebe.request.id", answer.headers().firstValue("X-Request-Id").orElseThrow());
    Received write = span("write");
    assertThat(write.parent()).isEqualTo(request.id());
    Received group = span("write group");
    Received transaction = span("transaction");
    assertThat(transaction.parent()).isEqualTo(group.id());
    assertThat(partsOf(transaction))
        .isNotEmpty()
        .allSatisfy(
            statement -> {
              assertThat(statement.kind()).isEqualTo(3);
              assertThat(statement.values().get("db.query.text")).doesNotContain("Traced");
            });
    assertThat(answer.headers().firstValue("Server-Timing").orElseThrow())
        .endsWith("traceparent;desc=\"00-" + trace + "-" + request.id() + "-01\"");
    assertThat(collector.authorizations()).containsOnly("Bearer of-the-collector");
  }

  @Test
  void aTileHasTheStagesOfTheRenderersAndTheReadsOfTheStore() throws Exception {
    assertThat(traced(to(COLD)).statusCode()).isEqualTo(200);
    Received request = span("GET ");
    assertThat(request.name())
        .isEqualTo("GET /api/v2/collections/{collectionId}/tiles/{tmsId}/{z}/{x}/{y}");
    Received render = span("render");
    assertThat(render.parent()).isEqualTo(request.id());
    await()
        .untilAsserted(
            () ->
                assertThat(partsOf(render))
                    .extracting(Received::name)
                    .contains("queue", "decode", "warp", "colour", "encode", "zarr get"));
  }

  @Test
  void aTileFromMemoryIsTracedAsWell() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(send(to(TILE)).statusCode()).isEqualTo(200);
    }
    HttpResponse<String> answer = traced(to(TILE));
    Received request = span("GET ");
    assertThat(answer.headers().firstValue("Server-Timing").orElseThrow()).contains(request.id());
    assertThat(named("zarr get")).isEmpty();
  }

  @Test
  void aMessageIsTracedToTheStatementThatStoresIt() throws Exception {
    String list = send(to("/sta/v1.1/Datastreams?$top=1&$select=id".replace("$", "%24"))).body();
    String topic =
        "v1.1/Datastreams(" + Json.parse(list).findPath("@iot.id").asText() + ")/Observations";
    Mqtt5BlockingClient sender =
        Mqtt5Client.builder()
            .serverHost("127.0.0.1")
            .serverPort(platform.mqtt().port().orElseThrow())
            .simpleAuth()
            .username("sensor")
            .password("sensor-dev-password".getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .buildBlocking();
    sender.connect();
    sender
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload("{\"result\": 21.5}".getBytes(StandardCharsets.UTF_8))
        .userProperties()
        .add("traceparent", traceparent())
        .applyUserProperties()
        .send();
    sender.disconnect();

    Received message = span("process message");
    assertThat(message.parent()).isEqualTo(SENDER);
    assertThat(message.kind()).isEqualTo(5);
    assertThat(message.values())
        .containsEntry("messaging.system", "mqtt")
        .containsEntry("glebe.verdict", "stored");
    Received observation = span("store observation");
    assertThat(observation.parent()).isEqualTo(message.id());
    Received group = span("store group");
    assertThat(group.parent()).isEqualTo(observation.id());
    assertThat(partsOf(group)).extracting(Received::kind).contains(3);
  }

  @Test
  void nothingIsTracedThatItsSenderDoesNotTrace() throws Exception {
    send(to("/v1/farms").header("traceparent", "00-" + trace + "-" + SENDER + "-00"));
    send(to("/v1/farms").header("traceparent", "of no standard"));
    String marked = hex(16);
    send(to("/v1/farms").header("traceparent", "00-" + marked + "-" + SENDER + "-01"));
    await().untilAsserted(() -> assertThat(collector.of(marked)).isNotEmpty());
    assertThat(collector.of(trace)).isEmpty();
  }

  @Test
  void linesOfTheLogNameTheTrace() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    PatternLayout layout = new PatternLayout();
    layout.setContext((ch.qos.logback.classic.LoggerContext) LoggerFactory.getILoggerFactory());
    layout.getInstanceConverterMap().put("trace", TraceOfLine::new);
    layout.setPattern("%msg%trace");
    layout.start();
    LogstashEncoder json = new LogstashEncoder();
    json.addProvider(new TraceMember());
    json.setContext(layout.getContext());
    json.start();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            lines.add(layout.doLayout(event));
            lines.add(new String(json.encode(event), StandardCharsets.UTF_8).strip());
          }
        };
    appender.start();
    Logger access = (Logger) LoggerFactory.getLogger("io.glebe.access");
    access.setLevel(ch.qos.logback.classic.Level.INFO);
    access.addAppender(appender);
    try {
      traced(to("/v1/farms"));
      await()
          .untilAsserted(
              () ->
                  assertThat(lines)
                      .anyMatch(line -> line.endsWith(" trace=" + trace))
                      .anyMatch(line -> line.contains("\"trace_id\":\"" + trace + "\"")));
    } finally {
      access.detachAppender(appender);
      access.setLevel(null);
    }
  }
}
