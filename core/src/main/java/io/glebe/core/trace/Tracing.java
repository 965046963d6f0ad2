package io.glebe.core.trace;

import io.glebe.core.config.Settings;
import io.glebe.core.config.TraceSettings;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Starts the traces of requests and messages:
 *
 * <pre>{@code
 * Optional<Span> span = tracing.arrived(Span.Kind.SERVER, "GET", request::getHeader);
 * }</pre>
 *
 * Thread-safe.
 */
public final class Tracing implements AutoCloseable {
  private static final Tracing OFF = new Tracing(Optional.empty());
  private static final Duration LONGEST_EXPORT = Duration.ofSeconds(10);
  private static final String PATH = "/v1/traces";

  /** Reads the headers of W3C Trace Context. */
  private static final TextMapGetter<UnaryOperator<@Nullable String>> HEADERS =
      (headers, name) -> headers == null ? null : headers.apply(name);

  private record Exported(Tracer tracer, SpanQueue queue) {}

  private final Optional<Exported> exported;

  private Tracing(Optional<Exported> exported) {
    this.exported = exported;
  }

  /** Traces nothing. */
  public static Tracing off() {
    return OFF;
  }

  /**
   * Traces the share of the settings, if they name a collector.
   *
   * @param version of the platform
   */
  public static Tracing of(Settings settings, PlatformMeters meters, String version) {
    Optional<SpanQueue> queue =
        settings
            .get(TraceSettings.TRACES_URL)
            .map(url -> new SpanQueue(exporter(url, settings).build()));
    for (SpanQueue.Outcome outcome : SpanQueue.Outcome.values()) {
      meters.counter(
          MeterNames.TRACE_SPANS,
          () -> queue.map(used -> used.count(outcome)).orElse(0L),
          "spans of traces",
          "outcome",
          outcome.label());
    }
    return queue.isEmpty()
        ? OFF
        : new Tracing(
            Optional.of(new Exported(tracer(settings, queue.get(), version), queue.get())));
  }

  private static OtlpHttpSpanExporterBuilder exporter(URI url, Settings settings) {
    String path = url.getPath();
    boolean isBare = path == null || path.isEmpty() || path.equals("/");
    OtlpHttpSpanExporterBuilder builder =
        OtlpHttpSpanExporter.builder()
            .setEndpoint((isBare ? url.resolve(PATH) : url).toString())
            .setCompression("gzip")
            .setTimeout(LONGEST_EXPORT);
    settings
        .get(TraceSettings.TRACES_AUTHORIZATION)
        .ifPresent(value -> builder.addHeader("Authorization", value));
    return builder;
  }

  private static Tracer tracer(Settings settings, SpanQueue queue, String version) {
    Attributes process =
        Attributes.builder()
            .put("service.name", "glebe")
            .put("service.version", version)
            .put("service.instance.id", UUID.randomUUID().toString())
            .build();
    double share = settings.get(TraceSettings.TRACES_SHARE);
    return SdkTracerProvider.builder()
        .setResource(Resource.create(process))
        .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(share)))
        .addSpanProcessor(queue)
        .build()
        .get("io.glebe");
  }

  /** Whether anything may be traced. */
  public boolean isOn() {
    return exported.isPresent();
  }

  /**
   * Starts the span of a request or message that has arrived, if it is traced.
   *
   * @param header gives the first value of a header, or null
   */
  public Optional<Span> arrived(
      Span.Kind kind, String name, UnaryOperator<@Nullable String> header) {
    if (exported.isEmpty()) {
      return Optional.empty();
    }
    Context parent =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), header, HEADERS);
    return Span.first(exported.get().tracer(), parent, kind, name);
  }

  /** Exports what has ended; waits for a limited time. */
  @Override
  public void close() {
    exported.ifPresent(used -> used.queue().close());
  }
}
