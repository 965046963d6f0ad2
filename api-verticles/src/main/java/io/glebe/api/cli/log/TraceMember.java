package io.glebe.api.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.core.JsonGenerator;
import io.glebe.core.trace.Span;
import java.io.IOException;
import java.util.Optional;
import net.logstash.logback.composite.AbstractJsonProvider;

/** The member of a JSON line that belongs to a trace: its id. Named in {@code logback.xml}. */
public final class TraceMember extends AbstractJsonProvider<ILoggingEvent> {
  @Override
  public void writeTo(JsonGenerator generator, ILoggingEvent event) throws IOException {
    Optional<Span> span = Span.current();
    if (span.isPresent()) {
      generator.writeStringField("trace_id", span.get().traceId());
    }
  }
}
