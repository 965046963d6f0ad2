package io.glebe.api.http.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The internals of Vert.x that are relied on, and the only classes that use them. */
class VertxInternalsTest {
  private static final JavaClasses PLATFORM =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.glebe");

  private static final String FAST_PATH = "io.glebe.api.http.fastpath";

  private static final String ADVICE =
      " The fast path relies on it: adapt CachedResponseHandler to this version of Vert.x, or set"
          + " GLEBE_HTTP_FASTPATH to false by default.";

  /**
   * Names all event loops, those that accept connections included: the public API of Vert.x knows
   * only the loop of the current context.
   */
  private static final String EVENT_LOOPS = "io.glebe.core.thread.EventLoops";

  /**
   * Puts the MQTT codec and the limits of a client into the pipeline of its connection: the public
   * API of Vert.x has only a socket of decoded buffers.
   */
  private static final String MQTT_LISTENER = "io.glebe.mqtt.broker.LoopListener";

  /**
   * Joins blocks of a long text without copying them: the public API of Vert.x has only buffers
   * that copy.
   */
  private static final String TEXT_BYTES = "io.glebe.core.memory.TextBytes";

  /** The locals of the context of one request. */
  private static final String CAUSE = "io.glebe.core.thread.Cause";

  /**
   * Closes the sockets of connections whose server has vanished, also of those that are being
   * opened: the public API of Vert.x waits for their statement, and does not know the others.
   */
  private static final String OPEN_CONNECTIONS = "io.glebe.core.database.OpenConnections";

  private static final String UPGRADE =
      " After an upgrade of Vert.x look at VertxInternal.acceptorEventLoopGroup and"
          + " nettyEventLoopGroup for EventLoops, and at NetSocketInternal.channelHandlerContext"
          + " for LoopListener, at BufferInternal for TextBytes, and at ContextInternal.LOCAL_MAP for"
          + " Cause, and at SocketConnectionBase.socket and VertxInternal.createNetClient for"
          + " OpenConnections.";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.vertx.core.http.impl.HttpServerConnection",
        "io.vertx.core.http.impl.VertxHttpObject",
        "io.vertx.core.internal.buffer.BufferInternal",
        "io.vertx.core.net.impl.ShutdownEvent"
      })
  void internalClassOfVertxExists(String name) {
    try {
      assertThat(Class.forName(name)).isNotNull();
    } catch (ClassNotFoundException e) {
      fail("Vert.x has no class " + name + " any more." + ADVICE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "io.vertx.core.internal.VertxInternal, acceptorEventLoopGroup",
    "io.vertx.core.internal.VertxInternal, nettyEventLoopGroup",
    "io.vertx.core.internal.net.NetSocketInternal, channelHandlerContext",
    "io.vertx.sqlclient.impl.SocketConnectionBase, socket"
  })
  void internalMethodOfVertxExists(String type, String method) {
    try {
      assertThat(Class.forName(type).getMethod(method)).isNotNull();
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      fail("Vert.x has no " + type + "." + method + " any more." + UPGRADE, e);
    }
  }

  @Test
  void theVertxPipelineHasTheEncoderBeforeTheVertxHandler() throws Exception {
    Vertx vertx = Vertx.vertx();
    CompletableFuture<List<String>> names = new CompletableFuture<>();
    try {
      HttpServer server =
          vertx
              .createHttpServer()
              .connectionHandler(
                  connection -> {
                    if (connection instanceof HttpServerConnection internal) {
                      ChannelHandlerContext context = internal.channelHandlerContext();
                      List<String> all = context.pipeline().names();
                      names.complete(all.subList(0, all.indexOf(context.name())));
                    } else {
                      names.complete(List.of());
                    }
                  })
              .requestHandler(request -> request.response().end());
      int port = server.listen(0, "127.0.0.1").await().actualPort();
      HttpClientAgent client = vertx.createHttpClient();
      client
          .request(HttpMethod.GET, port, "127.0.0.1", "/")
          .compose(request -> request.send())
          .await();
      assertThat(names.get(10, TimeUnit.SECONDS))
          .as("Handlers before that of Vert.x." + ADVICE)
          .contains(CachedResponseHandler.ENCODER);
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void onlyTheFastPathUsesNettyChannelsInTheApi() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage("io.glebe.api..")
        .and()
        .resideOutsideOfPackage(FAST_PATH)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty.channel..")
        .because("a new version of Vert.x may change them; " + ADVICE)
        .check(PLATFORM);
  }

  @Test
  void onlyTheFastPathAndNamedClassesUseVertxInternals() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackage(FAST_PATH)
        .and()
        .doNotHaveFullyQualifiedName(EVENT_LOOPS)
        .and()
        .doNotHaveFullyQualifiedName(MQTT_LISTENER)
        .and()
        .doNotHaveFullyQualifiedName(TEXT_BYTES)
        .and()
        .doNotHaveFullyQualifiedName(CAUSE)
        .and()
        .doNotHaveFullyQualifiedName(OPEN_CONNECTIONS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.vertx.core..impl..",
            "io.vertx.core.internal..",
            "io.vertx.sqlclient.impl..",
            "io.vertx.sqlclient.internal..")
        .because("a new version of Vert.x may change them." + ADVICE + UPGRADE)
        .check(PLATFORM);
  }

  @Test
  void theNamedClassesStillNeedVertxInternals() {
    for (String name : List.of(EVENT_LOOPS, MQTT_LISTENER, TEXT_BYTES, CAUSE, OPEN_CONNECTIONS)) {
      assertThat(PLATFORM.get(name).getDirectDependenciesFromSelf())
          .as("Uses of internals in %s; without any, remove its exception here", name)
          .anyMatch(
              use -> use.getTargetClass().getPackageName().startsWith("io.vertx.core.internal"));
    }
  }
}
