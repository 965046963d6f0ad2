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
import org.junit.jupiter.params.provider.ValueSource;

/** The internals of Vert.x that the fast path relies on. No other package uses them. */
class VertxInternalsTest {
  private static final String ADVICE =
      " The fast path relies on it: adapt CachedResponseHandler to this version of Vert.x, or set"
          + " GLEBE_HTTP_FASTPATH to false by default.";

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
  void onlyTheFastPathUsesVertxAndNettyInternals() {
    JavaClasses api =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.glebe.api");

    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackage("io.glebe.api.http.fastpath")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.vertx.core.impl..",
            "io.vertx.core.internal..",
            "io.vertx.core.http.impl..",
            "io.vertx.core.net.impl..",
            "io.netty.channel..")
        .because("a new version of Vert.x may change them; " + ADVICE)
        .check(api);
  }
}
